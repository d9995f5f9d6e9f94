// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/topology_graph.hpp"

#include <algorithm>
#include <unordered_map>

namespace crosspoint::routing {

namespace {

using Record = TopologyGraph::Record;

// A router that is only listed by others.
struct Mention {
    std::string_view id;
    std::string_view by;
};

std::vector<Mention> find_mentions(std::span<const Record> records) {
    std::unordered_map<std::string_view, bool> known;
    known.reserve(records.size());
    for (const Record& record : records) {
        known.emplace(record.id, true);
    }
    std::vector<Mention> mentions;
    for (const Record& record : records) {
        for (const Peer& peer : record.state->peers) {
            if (known.emplace(peer.id, false).second) {
                mentions.push_back(Mention{peer.id, record.id});
            }
        }
    }
    std::ranges::sort(mentions, {}, &Mention::id);
    return mentions;
}

} // namespace

TopologyGraph::TopologyGraph(std::span<const Record> records) {
    const std::vector<Mention> mentions = find_mentions(records);
    std::unordered_map<std::string_view, Vertex> vertex_of;
    vertex_of.reserve(records.size() + mentions.size());
    std::size_t next_mention = 0;
    const auto number_mentions_before = [&](const std::string_view* limit) {
        while (next_mention < mentions.size() &&
               (limit == nullptr || mentions[next_mention].id < *limit)) {
            vertex_of.emplace(mentions[next_mention++].id, static_cast<Vertex>(vertex_of.size()));
        }
    };
    vertices_.reserve(records.size());
    for (const Record& record : records) {
        number_mentions_before(&record.id);
        vertices_.push_back(static_cast<Vertex>(vertex_of.size()));
        vertex_of.emplace(record.id, vertices_.back());
    }
    number_mentions_before(nullptr);

    starts_.reserve(vertex_of.size() + 1);
    std::size_t next_record = 0;
    next_mention = 0;
    for (Vertex v = 0; v < vertex_of.size(); ++v) {
        starts_.push_back(edges_.size());
        if (next_record < records.size() && vertices_[next_record] == v) {
            for (const Peer& peer : records[next_record++].state->peers) {
                if (const Vertex to = vertex_of.at(peer.id); to != v) {
                    edges_.push_back(Edge{to, peer.cost});
                }
            }
        } else {
            edges_.push_back(Edge{vertex_of.at(mentions[next_mention++].by), 1});
        }
    }
    starts_.push_back(edges_.size());
}

} // namespace crosspoint::routing
