// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

#include <chrono>

namespace crosspoint::core {

namespace {

using Of = Column<NodeRow>;

const std::string& id_of(const CoreView& view, const NodeRow& row) {
    return row.node ? row.node->id : view.settings.router_id;
}

std::int64_t instance_of(const CoreView& view, const NodeRow& row) {
    return row.node ? row.node->incarnation.current() : view.settings.network->instance;
}

void write_peers(Writer& out, const CoreView& view, const NodeRow& row) {
    const routing::LinkState& state =
        row.node ? row.node->link_state : view.routing->own_link_state();
    const auto list = out.begin_list();
    for (const routing::Peer& peer : state.peers) {
        out.string(peer.id);
    }
    out.end(list, state.peers.size());
}

const routing::Route* route_to(const CoreView& view, const NodeRow& row) {
    return row.node ? view.routing->route_to(row.node->id) : nullptr;
}

void write_next_hop(Writer& out, const CoreView& view, const NodeRow& row) {
    const routing::Route* route = route_to(view, row);
    if (!row.node) {
        out.string("(self)");
        return;
    }
    const routing::RouterNode* hop = route && route->next_hop != row.node->slot
                                         ? view.routing->nodes().at(route->next_hop)
                                         : nullptr;
    write_or_null(out, hop ? std::string_view(hop->id) : std::string_view());
}

void write_origins(Writer& out, const CoreView& view, const NodeRow& row) {
    std::size_t count = 0;
    const auto list = out.begin_list();
    if (row.node) {
        for (const routing::RouterSlot slot : view.routing->valid_origins(row.node->slot)) {
            const routing::RouterNode* origin = view.routing->nodes().at(slot);
            if (origin || slot == routing::self_slot) {
                out.string(origin ? origin->id : view.settings.router_id);
                ++count;
            }
        }
    }
    out.end(list, count);
}

/// Neighbours are counted from 0, in the order of their slots.
void write_router_link(Writer& out, const CoreView& view, const NodeRow& row) {
    const routing::Route* route = route_to(view, row);
    if (!route || route->next_hop != row.node->slot) {
        out.null();
        return;
    }
    std::int64_t number = 0;
    view.routing->nodes().for_each([&](const routing::RouterNode& other) {
        const routing::Route* way = view.routing->forwarding().find(other.slot);
        number += way && way->next_hop == other.slot && other.slot < row.node->slot ? 1 : 0;
    });
    out.int_value(number);
}

void write_cost(Writer& out, const CoreView& view, const NodeRow& row) {
    const routing::Route* route = route_to(view, row);
    if (route) {
        out.int_value(static_cast<std::int64_t>(route->cost));
    } else {
        out.null();
    }
}

/// In seconds since 1970, which the routing protocol's clock does not know.
void write_last_change(Writer& out, const CoreView& view, const NodeRow& row) {
    if (row.node) {
        out.null();
        return;
    }
    const auto changed = view.routing->last_topology_change();
    if (!changed) {
        out.int_value(0);
        return;
    }
    const auto ago = std::chrono::milliseconds(view.context.now_ms) - *changed;
    const auto then = std::chrono::system_clock::now() - ago;
    out.int_value(
        std::chrono::duration_cast<std::chrono::seconds>(then.time_since_epoch()).count());
}

constexpr std::array columns{
    Of{"id",
       [](Writer& out, const CoreView& view, const NodeRow& row) { out.string(id_of(view, row)); }},
    Of{"protocolVersion", [](Writer& out, const CoreView&, const NodeRow&) { out.int_value(1); }},
    Of{"instance", [](Writer& out, const CoreView& view,
                      const NodeRow& row) { out.int_value(instance_of(view, row)); }},
    Of{"linkState",
       [](Writer& out, const CoreView& view, const NodeRow& row) { write_peers(out, view, row); }},
    Of{"nextHop", [](Writer& out, const CoreView& view,
                     const NodeRow& row) { write_next_hop(out, view, row); }},
    Of{"validOrigins", [](Writer& out, const CoreView& view,
                          const NodeRow& row) { write_origins(out, view, row); }},
    Of{"address", [](Writer& out, const CoreView& view,
                     const NodeRow& row) { out.string("amqp:/_topo/0/" + id_of(view, row)); }},
    Of{"routerLink", [](Writer& out, const CoreView& view,
                        const NodeRow& row) { write_router_link(out, view, row); }},
    Of{"cost",
       [](Writer& out, const CoreView& view, const NodeRow& row) { write_cost(out, view, row); }},
    Of{"lastTopoChange", [](Writer& out, const CoreView& view,
                            const NodeRow& row) { write_last_change(out, view, row); }},
    Of{"index", [](Writer& out, const CoreView&,
                   const NodeRow& row) { out.int_value(row.node ? row.node->slot.value : 0); }},
    Of{"name", [](Writer& out, const CoreView& view,
                  const NodeRow& row) { out.string("router.node/" + id_of(view, row)); }},
    Of{"identity", [](Writer& out, const CoreView& view,
                      const NodeRow& row) { out.string("router.node/" + id_of(view, row)); }},
    Of{"type", [](Writer& out, const CoreView&,
                  const NodeRow&) { out.string("org.apache.qpid.dispatch.router.node"); }},
};

} // namespace

std::span<const Column<NodeRow>> node_columns() {
    return columns;
}

} // namespace crosspoint::core
