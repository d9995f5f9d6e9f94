// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/topology_graph.hpp"

#include <limits>
#include <vector>

namespace crosspoint::routing {

/// The shortest path tree of one root (Dijkstra), with ties decided as every router of the network
/// decides them, since each evaluates the trees of all others:
/// - vertices become final in ascending order of (cost, id);
/// - a predecessor changes only for a strictly lower cost, so it is, of all that give the lowest
///   cost, the one that became final first.
///
/// The object keeps its memory from one run to the next.
class ShortestPaths {
public:
    static constexpr Vertex none = std::numeric_limits<Vertex>::max();

    void run(const TopologyGraph& graph, Vertex root);

    /// The vertices that the root reaches, the root first, in the order in which they became
    /// final: each comes after its predecessor.
    [[nodiscard]] const std::vector<Vertex>& order() const { return order_; }
    [[nodiscard]] PathCost cost(Vertex v) const { return cost_[v]; }
    /// `none` for the root.
    [[nodiscard]] Vertex predecessor(Vertex v) const { return predecessor_[v]; }

private:
    struct Candidate {
        PathCost cost;
        Vertex vertex;
    };
    void push(Candidate candidate);
    Candidate pop();

    std::vector<PathCost> cost_;
    std::vector<Vertex> predecessor_;
    std::vector<Vertex> order_;
    std::vector<Candidate> heap_;
};

} // namespace crosspoint::routing
