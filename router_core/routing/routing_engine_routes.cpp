// SPDX-License-Identifier: Apache-2.0
// The part of the engine that turns a changed topology into changed routes.
#include "router_core/routing/codec.hpp"
#include "router_core/routing/routing_engine.hpp"

namespace crosspoint::routing {

namespace {

void map_addresses(const RouterNode& node, Effects& effects) {
    for (const auto& [key, hint] : node.addresses.keys()) {
        effects.changes.emplace_back(AddressMapped{node.slot, key, hint});
    }
}

void unmap_addresses(const RouterNode& node, Effects& effects) {
    for (const auto& [key, hint] : node.addresses.keys()) {
        effects.changes.emplace_back(AddressUnmapped{node.slot, key});
    }
}

} // namespace

void RoutingEngine::recompute_routes(Effects& effects) {
    std::vector<PathComputer::Input> routers;
    routers.reserve(nodes_.size() + 1);
    // As it is, not as the others have been told: a lost neighbour is of no use in the meantime.
    const LinkState current{own_.sequence, neighbors_.peers()};
    bool own_added = false;
    const auto add_own = [&] {
        routers.push_back({config_.id, self_slot, &current});
        own_added = true;
    };
    nodes_.for_each([&](const RouterNode& node) {
        if (!own_added && config_.id < node.id) {
            add_own();
        }
        routers.push_back({node.id, node.slot, &node.link_state});
    });
    if (!own_added) {
        add_own();
    }
    paths_.compute(routers);

    nodes_.for_each([&](RouterNode& node) { update_route(node, effects); });
    std::vector<ForwardingTable::Neighbor> neighbors;
    for (const Peer& peer : current.peers) {
        neighbors.push_back({node_id(peer.id), *neighbors_.connection_to(peer.id)});
    }
    const std::uint32_t old_radius = forwarding_.radius();
    forwarding_.update_flooding(std::move(neighbors), paths_.radius(), paths_.longest_path());
    if (paths_.radius() != old_radius) {
        effects.changes.emplace_back(RadiusChanged{paths_.radius()});
    }
    effects.changes.emplace_back(ValidOriginsChanged{});
}

void RoutingEngine::update_route(RouterNode& node, Effects& effects) {
    const Route* before = forwarding_.find(node.slot);
    const auto path = paths_.route(node.slot);
    if (!path) {
        if (before != nullptr) {
            // At once: an address must not point at a router that nobody can reach. The set itself
            // is kept, since a router that is back after a broken connection mostly has the same.
            unmap_addresses(node, effects);
            forwarding_.remove(node.slot);
            effects.changes.emplace_back(RouterUnreachable{node.slot});
        }
        return;
    }
    const auto connection = neighbors_.connection_to(nodes_.at(path->next_hop)->id);
    const Route route{path->next_hop, connection.value_or(ConnectionId{}), path->cost};
    if (before != nullptr && *before == route) {
        return;
    }
    const bool is_back = before == nullptr;
    forwarding_.set(node.slot, route);
    effects.changes.emplace_back(RouteChanged{node.slot, route});
    if (is_back) {
        map_addresses(node, effects);
        // Its last advertisement may have missed us, and the next one can be far. It answers to the
        // second question only if it has more addresses than we know.
        node.link_state_request.want();
        node.address_request.probe();
    }
    // What was asked on another way may have been lost there.
    node.link_state_request.hurry();
    node.address_request.hurry();
}

void RoutingEngine::drop_link_state(RouterNode& node, Instant now) {
    node.link_state = LinkState{};
    node.advertised_ls_seq = 0;
    node.link_state_request.done();
    note_topology_change(now);
}

void RoutingEngine::drop_addresses(RouterNode& node, Effects& effects) {
    if (is_reachable(node)) {
        unmap_addresses(node, effects);
    }
    node.addresses.reset();
    node.advertised_mobile_seq = 0;
    node.address_request.done();
}

void RoutingEngine::forget(RouterNode& node, Effects& effects) {
    drop_addresses(node, effects);
    if (is_reachable(node)) {
        forwarding_.remove(node.slot);
        effects.changes.emplace_back(RouterUnreachable{node.slot});
    }
    effects.changes.emplace_back(RouterForgotten{node.slot, node.id});
    nodes_.erase(node);
}

} // namespace crosspoint::routing
