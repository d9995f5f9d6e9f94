// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/forwarding_table.hpp"

#include <algorithm>

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

void ForwardingTable::update_flooding(std::vector<Neighbor> neighbors, std::uint32_t radius,
                                      std::uint32_t longest_path) {
    std::ranges::sort(neighbors, {}, &Neighbor::connection);
    neighbors_ = std::move(neighbors);
    radius_ = radius;
    longest_path_ = longest_path;
}

std::vector<ConnectionId> ForwardingTable::flood_targets(std::span<const std::string> trace) const {
    std::vector<ConnectionId> targets;
    targets.reserve(neighbors_.size());
    for (const Neighbor& neighbor : neighbors_) {
        if (std::ranges::find(trace, neighbor.node_id) == trace.end()) {
            targets.push_back(neighbor.connection);
        }
    }
    return targets;
}

} // namespace crosspoint::routing
