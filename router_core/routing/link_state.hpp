// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::routing {

/// Cost of one connection between two routers, at least 1.
using Cost = std::uint32_t;
/// Sum of the costs along a path. Wide enough that no path overflows it.
using PathCost = std::uint64_t;

/// A peer may announce any integer. What is no cost is taken as the nearest one, so that path
/// computation can rely on positive weights.
Cost cost_from_wire(std::int64_t value);

/// One neighbour that a router says it has.
struct Peer {
    std::string id;
    Cost cost = 1;
    friend bool operator==(const Peer&, const Peer&) = default;
};

/// What one router says about its own connections. Sequence 0 means that nothing is known yet.
struct LinkState {
    std::int64_t sequence = 0;
    /// Ascending by id, each id once; `normalize` makes it so.
    std::vector<Peer> peers;

    void normalize();
    [[nodiscard]] bool lists(std::string_view id) const;
    friend bool operator==(const LinkState&, const LinkState&) = default;
};

} // namespace crosspoint::routing
