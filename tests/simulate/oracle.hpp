// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulate/network.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace simulate {

/// Knows the true network and what it costs to get from anywhere to anywhere. Shares nothing with
/// the router's own path computation: Floyd and Warshall's algorithm for small networks, and
/// relaxing edges until nothing changes for big ones.
class Oracle {
public:
    static constexpr std::uint64_t unreachable = std::numeric_limits<std::uint64_t>::max();

    explicit Oracle(const Network& network);

    /// Costs from one router to all; only for the roots asked for in a big network.
    [[nodiscard]] std::vector<std::uint64_t> costs_from(std::uint32_t root) const;

private:
    struct Edge {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        std::uint64_t cost = 1;
    };
    void compute_all_pairs();
    [[nodiscard]] std::vector<std::uint64_t> relax_from(std::uint32_t root) const;

    std::uint32_t size_;
    std::vector<Edge> edges_;
    std::vector<std::uint64_t> all_pairs_; // empty for a big network
};

} // namespace simulate
