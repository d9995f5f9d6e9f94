// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/router_slot.hpp"
#include "router_core/routing/link_state.hpp"

#include "crosspoint/base/id.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace crosspoint::routing {

/// The way to one router as forwarding uses it.
struct Route {
    RouterSlot next_hop;
    /// The connection to the next hop.
    ConnectionId connection;
    PathCost cost = 0;
    friend bool operator==(const Route&, const Route&) = default;
};

/// Where messages for other routers go. Says for every router the connection to its next hop, and
/// for messages to all routers the connections to flood.
class ForwardingTable {
public:
    struct Neighbor {
        std::string node_id;
        ConnectionId connection;
    };

    [[nodiscard]] const Route* find(RouterSlot destination) const;
    void set(RouterSlot destination, const Route& route);
    void remove(RouterSlot destination);
    /// After the routes changed: `neighbors` are all that there are.
    void update_flooding(std::vector<Neighbor> neighbors, std::uint32_t radius,
                         std::uint32_t longest_path);

    /// Ascending. A message to all routers goes to every neighbour but those that it passed
    /// already; `trace` holds node ids. Also to those that are the next hop to nobody: news of a
    /// broken connection must get past it on the ways that will only be used because of it.
    [[nodiscard]] std::vector<ConnectionId> flood_targets(std::span<const std::string> trace) const;
    /// A message that passed more routers than any path has is going in circles.
    [[nodiscard]] bool is_lost(std::size_t trace_length) const {
        return trace_length > std::size_t{longest_path_} + 1;
    }
    [[nodiscard]] std::uint32_t radius() const { return radius_; }

private:
    std::vector<std::optional<Route>> routes_; // by slot
    std::vector<Neighbor> neighbors_;          // ascending by connection
    std::uint32_t radius_ = 0;
    std::uint32_t longest_path_ = 0;
};

} // namespace crosspoint::routing
