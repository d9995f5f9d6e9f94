// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/router_set.hpp"
#include "router_core/address/router_slot.hpp"
#include "router_core/routing/shortest_paths.hpp"
#include "router_core/routing/topology_graph.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace crosspoint::routing {

/// Finds the ways from this router to all others, and for which origins it lies on the way.
///
/// Next hops, costs and the radius need one shortest path tree and are there after `compute`.
/// Valid origins need one tree for every origin. Nobody asks for most of them before the topology
/// changes again, so a tree is computed when its origin is asked for and kept until the next
/// `compute`. All answers belong to the topology of the last `compute`.
class PathComputer {
public:
    /// A known router; exactly one of them has the slot `self_slot`.
    struct Input {
        std::string_view id;
        RouterSlot slot;
        const LinkState* state = nullptr;
    };
    struct Route {
        /// The neighbour that comes first on the path; the destination itself if it is one.
        RouterSlot next_hop;
        PathCost cost = 0;
        friend bool operator==(const Route&, const Route&) = default;
    };

    /// `routers` ascending by id.
    void compute(std::span<const Input> routers);

    /// Nothing if the router is unknown, unreachable, or this one.
    [[nodiscard]] std::optional<Route> route(RouterSlot destination) const;
    /// Hops to the most distant reachable router, whatever they cost.
    [[nodiscard]] std::uint32_t radius() const { return radius_; }
    /// The same over all paths of the lowest cost, not only the chosen ones. A message that comes
    /// from afar was sent on the path that its origin chose, and of two paths of the same cost that
    /// may be the one with more hops.
    [[nodiscard]] std::uint32_t longest_path() const { return longest_path_; }

    /// The destinations towards which this router may send what entered the network at `origin`:
    /// those to which the path from `origin` leads through this router. For this router itself
    /// all that are reachable.
    [[nodiscard]] const RouterSet& valid_destinations(RouterSlot origin);
    /// The other way round, without this router, ascending. Asks for the tree of every origin: for
    /// management, not for forwarding.
    [[nodiscard]] std::vector<RouterSlot> valid_origins(RouterSlot destination);

private:
    [[nodiscard]] std::optional<Vertex> vertex_of(RouterSlot slot) const;
    [[nodiscard]] RouterSet reachable_routers() const;
    [[nodiscard]] RouterSet destinations_behind_self(Vertex origin);
    void read_own_tree();

    TopologyGraph graph_;
    ShortestPaths paths_;
    RouterSet nothing_;
    Vertex self_ = 0;
    std::uint32_t radius_ = 0;
    std::uint32_t longest_path_ = 0;
    std::vector<std::optional<Route>> routes_;          // by slot
    std::vector<Vertex> vertices_;                      // by slot; `none` if there is no router
    std::vector<std::optional<RouterSlot>> slots_;      // by vertex; none if there is no record
    std::vector<std::optional<RouterSet>> valid_cache_; // by slot of the origin
};

} // namespace crosspoint::routing
