// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/configured.hpp"
#include "router/management/core_client.hpp"
#include "router/management/endpoints.hpp"
#include "router/management/heap_figures.hpp"
#include "router/management/log_control.hpp"
#include "router/management/managed.hpp"

#include <string>
#include <vector>

namespace crosspoint::management {

class EndpointKind;

/// All kinds of entities of a running router, and what its configuration would look like now.
class ManagedRouter {
public:
    /// `heap` may be null: the heap's allocator says nothing.
    ManagedRouter(Configured configured, CoreClient& core, Endpoints& endpoints, LogControl& log,
                  HeapFigures heap = nullptr);

    EntityKinds& kinds() { return kinds_; }

    /// The text of a configuration file that brings up this router as it is, with what clients
    /// have changed. Passwords are left out.
    [[nodiscard]] std::string configuration(bool json);

private:
    void add(std::unique_ptr<EntityKind> kind) { kinds_.push_back(std::move(kind)); }
    [[nodiscard]] std::vector<config::Entity> logs();
    [[nodiscard]] std::vector<config::Entity> addresses();

    Configured configured_;
    CoreClient* core_;
    EntityKinds kinds_;
    EndpointKind* listeners_ = nullptr;
    EndpointKind* connectors_ = nullptr;
};

} // namespace crosspoint::management
