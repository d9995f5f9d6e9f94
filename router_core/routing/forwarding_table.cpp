// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/forwarding_table.hpp"

#include <algorithm>
#include <set>

namespace crosspoint::routing {

const Route* ForwardingTable::find(RouterSlot destination) const {
    if (destination.value >= routes_.size() || !routes_[destination.value]) {
        return nullptr;
    }
    return &*routes_[destination.value];
}

void ForwardingTable::set(RouterSlot destination, const Route& route) {
    if (destination.value >= routes_.size()) {
        routes_.resize(destination.value + 1);
    }
    routes_[destination.value] = route;
}

void ForwardingTable::remove(RouterSlot destination) {
    if (destination.value < routes_.size()) {
        routes_[destination.value].reset();
    }
}

void ForwardingTable::update_flooding(std::vector<Neighbor> neighbors, std::uint32_t radius) {
    std::set<ConnectionId> in_use;
    for (const auto& route : routes_) {
        if (route) {
            in_use.insert(route->connection);
        }
    }
    std::erase_if(neighbors, [&](const Neighbor& n) { return !in_use.contains(n.connection); });
    std::ranges::sort(neighbors, {}, &Neighbor::connection);
    floodable_ = std::move(neighbors);
    radius_ = radius;
}

std::vector<ConnectionId> ForwardingTable::flood_targets(std::span<const std::string> trace) const {
    std::vector<ConnectionId> targets;
    targets.reserve(floodable_.size());
    for (const Neighbor& neighbor : floodable_) {
        if (std::ranges::find(trace, neighbor.node_id) == trace.end()) {
            targets.push_back(neighbor.connection);
        }
    }
    return targets;
}

} // namespace crosspoint::routing
