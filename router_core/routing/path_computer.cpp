// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/path_computer.hpp"

#include "crosspoint/base/check.hpp"

#include <algorithm>

namespace crosspoint::routing {

void PathComputer::compute(std::span<const Input> routers) {
    std::vector<TopologyGraph::Record> records;
    records.reserve(routers.size());
    std::uint32_t slot_count = 0;
    for (const Input& router : routers) {
        records.push_back({router.id, router.state});
        slot_count = std::max(slot_count, router.slot.value + 1);
    }
    graph_ = TopologyGraph(records);

    vertices_.assign(slot_count, ShortestPaths::none);
    slots_.assign(graph_.size(), std::nullopt);
    for (std::size_t i = 0; i < routers.size(); ++i) {
        const Vertex v = graph_.vertex_of_record(i);
        vertices_[routers[i].slot.value] = v;
        slots_[v] = routers[i].slot;
    }
    check(slot_count > 0 && vertices_[0] != ShortestPaths::none, "this router is in its own graph");
    self_ = vertices_[0];
    valid_cache_.assign(slot_count, std::nullopt);
    paths_.run(graph_, self_);
    read_own_tree();
}

void PathComputer::read_own_tree() {
    struct Step {
        Vertex first = ShortestPaths::none;
        std::uint32_t hops = 0;
        std::uint32_t most_hops = 0; // on any path of the same cost
    };
    std::vector<Step> steps(graph_.size());
    routes_.assign(vertices_.size(), std::nullopt);
    radius_ = 0;
    longest_path_ = 0;
    for (const Vertex v : paths_.order()) {
        for (const TopologyGraph::Edge& edge : graph_.edges(v)) {
            if (paths_.cost(v) + edge.cost == paths_.cost(edge.to)) {
                std::uint32_t& most = steps[edge.to].most_hops;
                most = std::max(most, steps[v].most_hops + 1);
                longest_path_ = std::max(longest_path_, most);
            }
        }
        if (v == self_) {
            continue;
        }
        const Vertex before = paths_.predecessor(v);
        steps[v].first = before == self_ ? v : steps[before].first;
        steps[v].hops = steps[before].hops + 1;
        radius_ = std::max(radius_, steps[v].hops);
        const auto next_hop = slots_[steps[v].first];
        if (slots_[v] && next_hop) {
            routes_[slots_[v]->value] = Route{*next_hop, paths_.cost(v)};
        }
    }
}

std::optional<Vertex> PathComputer::vertex_of(RouterSlot slot) const {
    if (slot.value >= vertices_.size() || vertices_[slot.value] == ShortestPaths::none) {
        return std::nullopt;
    }
    return vertices_[slot.value];
}

std::optional<PathComputer::Route> PathComputer::route(RouterSlot destination) const {
    return destination.value < routes_.size() ? routes_[destination.value] : std::nullopt;
}

RouterSet PathComputer::reachable_routers() const {
    RouterSet set;
    for (std::uint32_t slot = 1; slot < routes_.size(); ++slot) {
        if (routes_[slot]) {
            set.insert(RouterSlot{slot});
        }
    }
    return set;
}

RouterSet PathComputer::destinations_behind_self(Vertex origin) {
    RouterSet set;
    paths_.run(graph_, origin);
    std::vector<bool> behind(graph_.size(), false);
    for (const Vertex v : paths_.order()) {
        const Vertex before = paths_.predecessor(v);
        if (before == ShortestPaths::none || (before != self_ && !behind[before])) {
            continue;
        }
        behind[v] = true;
        if (slots_[v]) {
            set.insert(*slots_[v]);
        }
    }
    return set;
}

const RouterSet& PathComputer::valid_destinations(RouterSlot origin) {
    const auto vertex = vertex_of(origin);
    if (!vertex || (origin != self_slot && !route(origin))) {
        return nothing_;
    }
    auto& cached = valid_cache_[origin.value];
    if (!cached) {
        cached = origin == self_slot ? reachable_routers() : destinations_behind_self(*vertex);
    }
    return *cached;
}

std::vector<RouterSlot> PathComputer::valid_origins(RouterSlot destination) {
    std::vector<RouterSlot> origins;
    for (std::uint32_t slot = 1; slot < vertices_.size(); ++slot) {
        if (valid_destinations(RouterSlot{slot}).contains(destination)) {
            origins.push_back(RouterSlot{slot});
        }
    }
    return origins;
}

} // namespace crosspoint::routing
