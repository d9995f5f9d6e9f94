// SPDX-License-Identifier: Apache-2.0
#include "tests/simulate/oracle.hpp"

#include <algorithm>

namespace simulate {

namespace {
constexpr std::uint32_t biggest_for_all_pairs = 150;
}

Oracle::Oracle(const Network& network)
    : size_(static_cast<std::uint32_t>(network.routers().size())) {
    for (const Network::Cable& cable : network.cables()) {
        if (cable.state == Network::CableState::up) {
            edges_.push_back({cable.ends[0], cable.ends[1], cable.cost});
            edges_.push_back({cable.ends[1], cable.ends[0], cable.cost});
        }
    }
    if (size_ <= biggest_for_all_pairs) {
        compute_all_pairs();
    }
}

void Oracle::compute_all_pairs() {
    all_pairs_.assign(std::size_t{size_} * size_, unreachable);
    const auto at = [&](std::uint32_t from, std::uint32_t to) -> std::uint64_t& {
        return all_pairs_[std::size_t{from} * size_ + to];
    };
    for (std::uint32_t r = 0; r < size_; ++r) {
        at(r, r) = 0;
    }
    for (const Edge& edge : edges_) {
        at(edge.from, edge.to) = std::min(at(edge.from, edge.to), edge.cost);
    }
    for (std::uint32_t middle = 0; middle < size_; ++middle) {
        for (std::uint32_t from = 0; from < size_; ++from) {
            if (at(from, middle) == unreachable) {
                continue;
            }
            for (std::uint32_t to = 0; to < size_; ++to) {
                if (at(middle, to) != unreachable) {
                    at(from, to) = std::min(at(from, to), at(from, middle) + at(middle, to));
                }
            }
        }
    }
}

std::vector<std::uint64_t> Oracle::relax_from(std::uint32_t root) const {
    std::vector<std::uint64_t> costs(size_, unreachable);
    costs[root] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (const Edge& edge : edges_) {
            if (costs[edge.from] != unreachable && costs[edge.from] + edge.cost < costs[edge.to]) {
                costs[edge.to] = costs[edge.from] + edge.cost;
                changed = true;
            }
        }
    }
    return costs;
}

std::vector<std::uint64_t> Oracle::costs_from(std::uint32_t root) const {
    if (all_pairs_.empty()) {
        return relax_from(root);
    }
    const auto begin = all_pairs_.begin() + static_cast<std::ptrdiff_t>(root) * size_;
    return {begin, begin + size_};
}

} // namespace simulate
