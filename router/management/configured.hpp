// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/entity.hpp"
#include "router/management/endpoints.hpp"

#include <string>
#include <vector>

namespace crosspoint::management {

/// What was configured when the router started, for management to show and to go on from.
struct Configured {
    std::string router_id;
    /// In the order of the file; with `router` and `policy`.
    std::vector<config::Entity> entities;
    /// Of the endpoints among them, in the same order.
    std::vector<Endpoints::Number> listeners, connectors;
};

} // namespace crosspoint::management
