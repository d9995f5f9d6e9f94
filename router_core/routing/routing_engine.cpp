// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/routing_engine.hpp"

#include <algorithm>
#include <set>

namespace crosspoint::routing {

namespace {

// Routes are computed often: that costs a millisecond even with a thousand routers. Each
// announcement makes every router of the network ask for the details.
constexpr Pacer::Pace local_pace{Duration{20}, Duration{50}, Duration{200}};
constexpr Pacer::Pace network_pace{Duration{20}, Duration{200}, Duration{1000}};

constexpr Duration tick = std::chrono::seconds(1);
// A router without anything that speaks for it is forgotten at the third tick that finds it so.
constexpr int ticks_until_forgotten = 3;
// In a big network frequent advertisements of all routers at once would do more harm than good:
// beyond 200 routers the interval in flux grows, so that the network sees 50 in a second.
constexpr Duration flux_share_per_router{20};

// Keeps the rhythm if the caller is a little late, and starts anew if it was away for long.
Instant next_time(Instant due, Duration interval, Instant now) {
    return due + interval > now ? due + interval : now + interval;
}

} // namespace

RoutingEngine::RoutingEngine(RoutingConfig config, Instant now)
    : config_(std::move(config)),
      neighbors_(config_.id, config_.timers.hello_max_age),
      nodes_(config_.max_routers),
      route_pacer_(local_pace),
      link_state_pacer_(network_pace),
      address_pacer_(network_pace),
      schedule_{now + tick, now, std::nullopt, std::nullopt} {}

Instant RoutingEngine::ra_due(Instant now) const {
    if (!schedule_.last_ra) {
        return now;
    }
    const Timers& timers = config_.timers;
    const Duration calm_after = 2 * timers.ra_interval_flux;
    const bool in_flux =
        schedule_.last_topology_change && now - *schedule_.last_topology_change < calm_after;
    if (!in_flux) {
        return *schedule_.last_ra + timers.ra_interval;
    }
    const Duration share = static_cast<int>(nodes_.size()) * flux_share_per_router;
    return *schedule_.last_ra +
           std::min(timers.ra_interval, std::max(timers.ra_interval_flux, share));
}

Instant RoutingEngine::next_deadline() const {
    Instant next = std::min(schedule_.second, schedule_.hello);
    for (const Pacer* pacer : {&route_pacer_, &link_state_pacer_, &address_pacer_}) {
        if (const auto due = pacer->due()) {
            next = std::min(next, *due);
        }
    }
    return next;
}

void RoutingEngine::on_tick(Instant now, Effects& effects) {
    if (now >= schedule_.hello) {
        schedule_.hello = next_time(schedule_.hello, config_.timers.hello_interval, now);
        send_hello(neighbors_.connections(), now, effects);
    }
    const bool second_passed = now >= schedule_.second;
    if (second_passed) {
        schedule_.second = next_time(schedule_.second, tick, now);
        housekeeping(now, effects);
    }
    const bool routes_due = route_pacer_.take(now);
    if (routes_due && std::exchange(routes_outdated_, false)) {
        recompute_routes(effects);
    }
    if (routes_due || second_passed) {
        nodes_.for_each([&](RouterNode& node) { put_requests(node, now, effects); });
    }
    const bool new_links = announce_link_state(now);
    const bool new_addresses = announce_addresses(now, effects);
    if (new_links || new_addresses || (second_passed && now >= ra_due(now))) {
        send_ra(now, effects);
    }
}

void RoutingEngine::housekeeping(Instant now, Effects& effects) {
    for (const std::string& id : neighbors_.expire(now)) {
        effects.log.push_back(
            {log::Module::router_hello, log::Level::info, "HELLO peer expired: " + id});
    }
    note_neighbors(now);
    flood_filter_.forget_old(now);
    nodes_.for_each([&](RouterNode& node) {
        if (node.link_state.sequence > 0 && now - node.fresh > config_.timers.remote_ls_max_age) {
            effects.log.push_back(
                {log::Module::router_ls, log::Level::info, "Link state has expired: " + node.id});
            drop_link_state(node, now);
        }
    });
    forget_dead_routers(now, effects);
}

void RoutingEngine::forget_dead_routers(Instant now, Effects& effects) {
    std::vector<RouterNode*> suspects;
    nodes_.for_each([&](RouterNode& node) {
        if (node.link_state.sequence == 0 && !neighbors_.is_neighbor(node.id)) {
            suspects.push_back(&node);
        } else {
            node.idle_ticks = 0;
        }
    });
    if (suspects.empty()) {
        return;
    }
    std::set<std::string_view> listed;
    for (const Peer& peer : own_.peers) {
        listed.insert(peer.id);
    }
    nodes_.for_each([&](const RouterNode& node) {
        for (const Peer& peer : node.link_state.peers) {
            listed.insert(peer.id);
        }
    });
    for (RouterNode* node : suspects) {
        node->idle_ticks = listed.contains(node->id) ? 0 : node->idle_ticks + 1;
    }
    std::erase_if(suspects,
                  [](const RouterNode* node) { return node->idle_ticks < ticks_until_forgotten; });
    for (RouterNode* node : suspects) {
        forget(*node, effects);
        note_topology_change(now);
    }
}

void RoutingEngine::note_neighbors(Instant now) {
    if (neighbors_.revision() != neighbor_revision_) {
        neighbor_revision_ = neighbors_.revision();
        link_state_pacer_.request(now);
        note_topology_change(now);
    }
}

void RoutingEngine::note_topology_change(Instant now) {
    routes_outdated_ = true;
    schedule_.last_topology_change = now;
    route_pacer_.request(now);
}

bool RoutingEngine::announce_link_state(Instant now) {
    if (!link_state_pacer_.take(now)) {
        return false;
    }
    std::vector<Peer> peers = neighbors_.peers();
    if (peers == own_.peers) {
        return false;
    }
    own_.peers = std::move(peers);
    ++own_.sequence;
    return true;
}

bool RoutingEngine::announce_addresses(Instant now, Effects& effects) {
    if (!address_pacer_.take(now) || !local_.changed()) {
        return false;
    }
    effects.outgoing.emplace_back(SendToAll{local_.take_differential(config_.id)});
    return true;
}

void RoutingEngine::on_connection_up(ConnectionId connection, Cost cost, Instant now,
                                     Effects& effects) {
    neighbors_.connection_up(connection, std::max<Cost>(cost, 1));
    // At once, so that a new connection is of use after a round trip and not after some ticks.
    send_hello({connection}, now, effects);
}

void RoutingEngine::on_connection_lost(ConnectionId connection, Instant now, Effects& effects) {
    if (const auto lost = neighbors_.connection_lost(connection, now)) {
        effects.log.push_back(
            {log::Module::router_ls, log::Level::info, "Link to neighbor router lost: " + *lost});
    }
    note_neighbors(now);
}

void RoutingEngine::on_cost_changed(ConnectionId connection, Cost cost, Instant now) {
    neighbors_.cost_changed(connection, std::max<Cost>(cost, 1));
    note_neighbors(now);
}

void RoutingEngine::local_address_added(std::string_view key, TreatmentHint hint, Instant now) {
    local_.add(key, hint);
    if (local_.changed()) {
        address_pacer_.request(now);
    }
}

void RoutingEngine::local_address_removed(std::string_view key, Instant now) {
    local_.remove(key);
    if (local_.changed()) {
        address_pacer_.request(now);
    }
}

bool RoutingEngine::is_reachable(const RouterNode& node) const {
    return forwarding_.find(node.slot) != nullptr;
}

const Route* RoutingEngine::route_to(std::string_view id) const {
    const RouterNode* node = nodes_.find(id);
    return node == nullptr ? nullptr : forwarding_.find(node->slot);
}

void RoutingEngine::put_requests(RouterNode& node, Instant now, Effects& effects) {
    if (!is_reachable(node)) {
        return;
    }
    if (std::exchange(node.owed.link_state, false)) {
        send_link_state(node.id, effects);
    }
    if (std::exchange(node.owed.addresses, false)) {
        send_addresses(node.id, effects);
    }
    if (node.link_state_request.due(now)) {
        node.link_state_request.sent(now);
        effects.outgoing.emplace_back(SendToRouter{node.id, Lsr{config_.id}});
    }
    if (node.address_request.due(now)) {
        node.address_request.sent(now);
        const Mar mar{config_.id, protocol_version, node.addresses.sequence()};
        effects.outgoing.emplace_back(SendToRouter{node.id, mar});
    }
}

void RoutingEngine::send_hello(std::vector<ConnectionId> connections, Instant now,
                               Effects& effects) {
    if (!connections.empty()) {
        Hello hello{config_.id, protocol_version, config_.instance, neighbors_.seen(now)};
        effects.outgoing.emplace_back(SendToNeighbors{std::move(connections), std::move(hello)});
    }
}

void RoutingEngine::send_ra(Instant now, Effects& effects) {
    schedule_.last_ra = now;
    effects.outgoing.emplace_back(SendToAll{
        Ra{config_.id, protocol_version, config_.instance, own_.sequence, local_.sequence()}});
}

void RoutingEngine::send_link_state(const std::string& router, Effects& effects) {
    effects.outgoing.emplace_back(
        SendToRouter{router, Lsu{config_.id, protocol_version, config_.instance, own_}});
}

void RoutingEngine::send_addresses(const std::string& router, Effects& effects) {
    effects.outgoing.emplace_back(SendToRouter{router, local_.absolute(config_.id)});
}

} // namespace crosspoint::routing
