// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/router_slot.hpp"

#include <cstdint>
#include <string>

namespace crosspoint::core {

struct Connection;

/// Another router of the network, as forwarding sees it. Lives as long as the routing protocol
/// knows the router.
struct RemoteRouter {
    routing::RouterSlot slot;
    std::string id;
    std::uint64_t cost = 0;    ///< of the whole path
    Connection* via = nullptr; ///< to the next hop; null: there is no way
};

} // namespace crosspoint::core
