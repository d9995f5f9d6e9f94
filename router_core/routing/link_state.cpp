// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/link_state.hpp"

#include <algorithm>
#include <limits>

namespace crosspoint::routing {

Cost cost_from_wire(std::int64_t value) {
    constexpr std::int64_t highest = std::numeric_limits<std::int32_t>::max();
    return static_cast<Cost>(std::clamp<std::int64_t>(value, 1, highest));
}

void LinkState::normalize() {
    std::ranges::stable_sort(peers, {}, &Peer::id);
    const auto same = [](const Peer& a, const Peer& b) { return a.id == b.id; };
    peers.erase(std::unique(peers.begin(), peers.end(), same), peers.end());
}

bool LinkState::lists(std::string_view id) const {
    return std::ranges::binary_search(peers, id, {}, &Peer::id);
}

} // namespace crosspoint::routing
