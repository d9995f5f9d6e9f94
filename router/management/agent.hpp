// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/core_client.hpp"
#include "router/management/general_family.hpp"
#include "router/management/live_tables.hpp"
#include "router/management/node_operations.hpp"
#include "router/management/request.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace crosspoint::management {

/// The management node: takes a request, finds who can answer it, and writes the reply. Knows
/// neither threads nor the network, so that tests can ask it anything.
class Agent {
public:
    Agent(LiveTables& tables, GeneralFamily& general, NodeOperations& node)
        : tables_(&tables),
          general_(&general),
          node_(&node) {}

    /// Whatever the request is, there is a reply. Throws Ending alone.
    Reply answer(const Request& request);

private:
    Reply dispatch(const std::string& operation, const Request& request);
    Reply answer_general(const std::string& operation, const Request& request);

    LiveTables* tables_;
    GeneralFamily* general_;
    NodeOperations* node_;
};

} // namespace crosspoint::management
