// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/shortest_paths.hpp"

#include <algorithm>
#include <tuple>

namespace crosspoint::routing {

namespace {
constexpr PathCost unreached = std::numeric_limits<PathCost>::max();

// For a heap whose top is the lowest.
constexpr auto later = [](const auto& a, const auto& b) {
    return std::tie(a.cost, a.vertex) > std::tie(b.cost, b.vertex);
};
} // namespace

void ShortestPaths::push(Candidate candidate) {
    heap_.push_back(candidate);
    std::ranges::push_heap(heap_, later);
}

ShortestPaths::Candidate ShortestPaths::pop() {
    std::ranges::pop_heap(heap_, later);
    const Candidate top = heap_.back();
    heap_.pop_back();
    return top;
}

void ShortestPaths::run(const TopologyGraph& graph, Vertex root) {
    cost_.assign(graph.size(), unreached);
    predecessor_.assign(graph.size(), none);
    order_.clear();
    heap_.clear();
    cost_[root] = 0;
    push(Candidate{0, root});
    while (!heap_.empty()) {
        const Candidate top = pop();
        if (top.cost != cost_[top.vertex]) {
            continue; // A cheaper way was found after this candidate was queued.
        }
        order_.push_back(top.vertex);
        for (const TopologyGraph::Edge& edge : graph.edges(top.vertex)) {
            const PathCost cost = top.cost + edge.cost;
            if (cost < cost_[edge.to]) {
                cost_[edge.to] = cost;
                predecessor_[edge.to] = top.vertex;
                push(Candidate{cost, edge.to});
            }
        }
    }
}

} // namespace crosspoint::routing
