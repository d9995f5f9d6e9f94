// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace crosspoint::core {

namespace {

using Of = wire::RouterNode;

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

std::optional<std::string_view> next_hop(const CoreView& view, const NodeRow& row) {
    const routing::Route* route = route_to(view, row);
    if (!row.node) {
        return "(self)";
    }
    const routing::RouterNode* hop = route && route->next_hop != row.node->slot
                                         ? view.routing->nodes().at(route->next_hop)
                                         : nullptr;
    return hop ? std::optional<std::string_view>(hop->id) : std::nullopt;
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
std::optional<std::int64_t> router_link(const CoreView& view, const NodeRow& row) {
    const routing::Route* route = route_to(view, row);
    if (!route || route->next_hop != row.node->slot) {
        return std::nullopt;
    }
    std::int64_t number = 0;
    view.routing->nodes().for_each([&](const routing::RouterNode& other) {
        const routing::Route* way = view.routing->forwarding().find(other.slot);
        number += way && way->next_hop == other.slot && other.slot < row.node->slot ? 1 : 0;
    });
    return number;
}

std::optional<std::uint64_t> cost(const CoreView& view, const NodeRow& row) {
    const routing::Route* route = route_to(view, row);
    return route ? std::optional<std::uint64_t>(route->cost) : std::nullopt;
}

/// In seconds since 1970, which the routing protocol's clock does not know.
std::optional<std::int64_t> last_change(const CoreView& view, const NodeRow& row) {
    if (row.node) {
        return std::nullopt;
    }
    const auto changed = view.routing->last_topology_change();
    if (!changed) {
        return 0;
    }
    const auto ago = std::chrono::milliseconds(view.context.now_ms) - *changed;
    const auto then = std::chrono::system_clock::now() - ago;
    return std::chrono::duration_cast<std::chrono::seconds>(then.time_since_epoch()).count();
}

constexpr auto columns = ColumnsOf<NodeRow, Of>::from(
    value<Of::id>([](const CoreView& view, const NodeRow& row) {
        return std::string_view(id_of(view, row));
    }),
    value<Of::protocolVersion>([] { return 1; }),
    value<Of::instance>(
        [](const CoreView& view, const NodeRow& row) { return instance_of(view, row); }),
    value<Of::linkState>(
        [](Writer& out, const CoreView& view, const NodeRow& row) { write_peers(out, view, row); }),
    value<Of::nextHop>(
        [](const CoreView& view, const NodeRow& row) { return next_hop(view, row); }),
    value<Of::validOrigins>([](Writer& out, const CoreView& view, const NodeRow& row) {
        write_origins(out, view, row);
    }),
    value<Of::address>([](const CoreView& view, const NodeRow& row) {
        return "amqp:/_topo/0/" + id_of(view, row);
    }),
    value<Of::routerLink>(
        [](const CoreView& view, const NodeRow& row) { return router_link(view, row); }),
    value<Of::cost>([](const CoreView& view, const NodeRow& row) { return cost(view, row); }),
    value<Of::lastTopoChange>(
        [](const CoreView& view, const NodeRow& row) { return last_change(view, row); }),
    value<Of::index>([](const NodeRow& row) { return row.node ? row.node->slot.value : 0; }),
    value<Of::name>(
        [](const CoreView& view, const NodeRow& row) { return "router.node/" + id_of(view, row); }),
    value<Of::identity>([](const CoreView& view, const NodeRow& row) {
        return "router.node/" + id_of(view, row);
    }));

} // namespace

std::span<const Column<NodeRow>> node_columns() {
    return columns;
}

} // namespace crosspoint::core
