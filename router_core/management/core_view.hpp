// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address_table.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/link/context.hpp"
#include "router_core/routing/routing_engine.hpp"

#include "crosspoint/core/settings.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace crosspoint::core {

/// All that management looks into.
struct CoreView {
    const CoreSettings& settings;
    const Context& context;
    AddressTable& addresses;
    routing::RoutingEngine* routing = nullptr; ///< of an interior router
    ConnectionId uplink;                       ///< that an edge router uses; none: 0
    ManagementPort* port = nullptr;
};

} // namespace crosspoint::core
