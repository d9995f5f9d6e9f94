// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/core_client.hpp"
#include "router/management/log_control.hpp"
#include "router/management/reply.hpp"
#include "router/management/request.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace crosspoint::management {

/// What the management node can do besides looking after entities.
class NodeOperations {
public:
    /// `running_configuration`: the text of a file that brings up this router again, as JSON or in
    /// the native format.
    NodeOperations(CoreClient& core, LogControl& log,
                   std::function<std::string(bool json)> running_configuration)
        : core_(&core),
          log_(&log),
          running_configuration_(std::move(running_configuration)) {}

    /// `operation`: in capitals. Nothing if there is no such operation. Throws Refusal.
    std::optional<Reply> answer(std::string_view operation, const Request& request);

private:
    Reply log(const Request& request);
    Reply nodes();
    Reply explain(const Request& request);
    Reply configuration(const Request& request);

    CoreClient* core_;
    LogControl* log_;
    std::function<std::string(bool json)> running_configuration_;
};

} // namespace crosspoint::management
