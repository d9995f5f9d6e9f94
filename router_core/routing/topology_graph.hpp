// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/link_state.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace crosspoint::routing {

/// A router in a TopologyGraph. Vertices are numbered in ascending order of router ids, so that
/// comparing numbers compares ids, which the rules for equal costs ask for.
using Vertex = std::uint32_t;

/// The link states of all known routers, compiled once for many path computations.
///
/// An edge u to v exists if u lists v; v need not list u. A router that is listed but of which we
/// keep no record gets one edge of cost 1 back to the first that lists it.
class TopologyGraph {
public:
    struct Edge {
        Vertex to = 0;
        Cost cost = 1;
    };
    /// A router of which we have a record. The id and the state need to live only during the build.
    struct Record {
        std::string_view id;
        const LinkState* state = nullptr;
    };

    TopologyGraph() = default;
    /// `records` ascending by id.
    explicit TopologyGraph(std::span<const Record> records);

    [[nodiscard]] std::uint32_t size() const {
        return starts_.empty() ? 0 : static_cast<std::uint32_t>(starts_.size() - 1);
    }
    [[nodiscard]] std::span<const Edge> edges(Vertex from) const {
        return std::span(edges_).subspan(starts_[from], starts_[from + 1] - starts_[from]);
    }
    /// The vertex of the record at `index` of the input.
    [[nodiscard]] Vertex vertex_of_record(std::size_t index) const { return vertices_[index]; }

private:
    std::vector<Edge> edges_;
    /// edges_ of vertex v are those from starts_[v] up to starts_[v + 1].
    std::vector<std::size_t> starts_;
    std::vector<Vertex> vertices_;
};

} // namespace crosspoint::routing
