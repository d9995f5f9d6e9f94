// SPDX-License-Identifier: Apache-2.0
// The part of the engine that handles what arrives.
#include "router_core/routing/codec.hpp"
#include "router_core/routing/routing_engine.hpp"

#include <algorithm>

namespace crosspoint::routing {

namespace {
constexpr auto hello_module = log::Module::router_hello;
constexpr auto ls_module = log::Module::router_ls;
constexpr auto ma_module = log::Module::router_ma;
} // namespace

void RoutingEngine::on_message(ConnectionId from, const ProtocolMessage& message, Instant now,
                               Effects& effects) {
    const std::string& id = originator(message);
    if (version_of(message) > protocol_version) {
        if (complaints_.first_time("version " + id)) {
            effects.log.push_back({log::Module::router, log::Level::warning,
                                   "Received " + std::string(opcode(message)) +
                                       " of an unsupported protocol version " +
                                       std::to_string(version_of(message)) + " from: " + id});
        }
        return;
    }
    if (id == config_.id) {
        if (const auto* hello = std::get_if<Hello>(&message)) {
            complain_about_own_id(hello->instance, effects);
        }
        return;
    }
    std::visit([&](const auto& m) { handle(from, m, now, effects); }, message);
}

std::vector<ConnectionId> RoutingEngine::on_flooded_message(ConnectionId from,
                                                            const ProtocolMessage& message,
                                                            std::span<const std::string> trace,
                                                            Instant now, Effects& effects) {
    const bool was_here = std::ranges::find(trace, node_id(config_.id)) != trace.end();
    if (was_here || originator(message) == config_.id ||
        !flood_filter_.pass(message, trace.size(), now)) {
        return {};
    }
    on_message(from, message, now, effects);
    return forwarding_.flood_targets(trace);
}

void RoutingEngine::complain_about_own_id(std::int64_t instance, Effects& effects) {
    if (instance != 0 && instance != config_.instance && complaints_.first_time("own id")) {
        effects.log.push_back(
            {hello_module, log::Level::critical,
             "Another router of this network has the id of this one: " + config_.id});
    }
}

RouterNode* RoutingEngine::find_or_create(const std::string& id, Effects& effects) {
    if (RouterNode* node = nodes_.find(id)) {
        return node;
    }
    RouterNode* node = nodes_.create(id);
    if (node == nullptr) {
        if (complaints_.first_time("table full")) {
            effects.log.push_back({log::Module::router, log::Level::error,
                                   "Too many routers in the network; ignored is: " + id});
        }
        return nullptr;
    }
    node->link_state_request.want();
    effects.changes.emplace_back(RouterLearned{node->slot, id});
    return node;
}

bool RoutingEngine::check_incarnation(RouterNode& node, std::int64_t instance, Instant now,
                                      Effects& effects) {
    switch (node.incarnation.observe(instance, now)) {
    case Incarnation::Verdict::same:
        return true;
    case Incarnation::Verdict::first:
        // Address updates name no instance. One that came before may be of a former process.
        if (node.addresses.sequence() > 0) {
            drop_addresses(node, effects);
            node.address_request.probe();
        }
        return true;
    case Incarnation::Verdict::straggler:
        return false;
    case Incarnation::Verdict::restarted:
        break;
    }
    effects.log.push_back({ls_module, log::Level::info, "Router restarted: " + node.id});
    drop_link_state(node, now);
    drop_addresses(node, effects);
    node.link_state_request.want();
    return true;
}

void RoutingEngine::handle(ConnectionId from, const Hello& hello, Instant now, Effects& effects) {
    if (RouterNode* node = nodes_.find(hello.id)) {
        const std::int64_t before = node->incarnation.current();
        if (!check_incarnation(*node, hello.instance, now, effects)) {
            return;
        }
        if (before != 0 && before != node->incarnation.current()) {
            neighbors_.restarted(hello.id, from);
        }
    }
    using Result = NeighborTable::HelloResult;
    const Result result = neighbors_.on_hello(from, hello, now);
    if (result == Result::heard_first || result == Result::bound) {
        // The other side need not wait for our next regular HELLO to learn that we heard it.
        send_hello({from}, now, effects);
    }
    if (result == Result::bound) {
        effects.log.push_back({hello_module, log::Level::info, "HELLO peer is there: " + hello.id});
        if (RouterNode* node = find_or_create(hello.id, effects)) {
            check_incarnation(*node, hello.instance, now, effects);
            node->version = hello.version;
            node->link_state_request.want();
            node->link_state_request.hurry();
        }
    }
    if (result == Result::confirmed_also &&
        complaints_.first_time("parallel " + std::to_string(from.value))) {
        effects.log.push_back({hello_module, log::Level::info,
                               "Another connection to a neighbor stands by: " + hello.id});
    }
    note_neighbors(now);
}

void RoutingEngine::handle(ConnectionId, const Ra& ra, Instant now, Effects& effects) {
    RouterNode* node = find_or_create(ra.id, effects);
    if (node == nullptr || !check_incarnation(*node, ra.instance, now, effects)) {
        return;
    }
    node->version = ra.version;
    node->fresh = now;
    if (node->link_state_watch.observe(node->link_state.sequence, ra.ls_seq, now)) {
        drop_link_state(*node, now);
    }
    node->advertised_ls_seq = std::max(node->advertised_ls_seq, ra.ls_seq);
    if (node->link_state.sequence < node->advertised_ls_seq) {
        node->link_state_request.want();
        if (is_reachable(*node) && node->link_state_request.due(now)) {
            node->link_state_request.sent(now);
            effects.outgoing.emplace_back(SendToRouter{node->id, Lsr{config_.id}});
        }
    }
    if (node->address_watch.observe(node->addresses.sequence(), ra.mobile_seq, now)) {
        drop_addresses(*node, effects);
    }
    node->advertised_mobile_seq = std::max(node->advertised_mobile_seq, ra.mobile_seq);
    if (node->addresses.sequence() < node->advertised_mobile_seq) {
        // Not at once: the update may just have been overtaken by the advertisement.
        node->address_request.want();
        note_question(now);
    }
}

void RoutingEngine::handle(ConnectionId, const Lsr& lsr, Instant, Effects& effects) {
    RouterNode* node = find_or_create(lsr.id, effects);
    if (node == nullptr) {
        return;
    }
    if (is_reachable(*node)) {
        send_link_state(node->id, effects);
    } else {
        node->owed.link_state = true;
    }
}

void RoutingEngine::handle(ConnectionId, const Lsu& lsu, Instant now, Effects& effects) {
    RouterNode* node = find_or_create(lsu.id, effects);
    // An answer is no sign of a restart: it may have been under way for long.
    if (node == nullptr || !node->incarnation.accepts(lsu.instance) ||
        !check_incarnation(*node, lsu.instance, now, effects)) {
        return;
    }
    const bool is_newer = lsu.state.sequence > node->link_state.sequence;
    if (is_newer) {
        node->fresh = now;
        if (node->link_state.peers != lsu.state.peers || node->link_state.sequence == 0) {
            note_topology_change(now);
        }
        node->link_state = lsu.state;
        for (const Peer& peer : lsu.state.peers) {
            if (peer.id != config_.id) {
                find_or_create(peer.id, effects);
            }
        }
    }
    if (node->link_state.sequence >= node->advertised_ls_seq) {
        node->link_state_request.done();
    } else if (is_newer) {
        node->link_state_request.want();
        node->link_state_request.hurry();
        note_question(now);
    }
}

void RoutingEngine::handle(ConnectionId, const Mar& mar, Instant, Effects& effects) {
    RouterNode* node = nodes_.find(mar.id);
    if (node == nullptr || mar.have_seq >= local_.sequence()) {
        return;
    }
    if (is_reachable(*node)) {
        send_addresses(node->id, effects);
    } else {
        node->owed.addresses = true;
    }
}

void RoutingEngine::handle(ConnectionId, const Mau& mau, Instant now, Effects& effects) {
    RouterNode* node = nodes_.find(mau.id);
    if (node == nullptr) {
        return;
    }
    const std::int64_t before = node->addresses.sequence();
    AddressChanges changes;
    switch (node->addresses.apply(mau, changes)) {
    case RemoteAddresses::Outcome::outdated:
        return;
    case RemoteAddresses::Outcome::gap:
        effects.log.push_back(
            {ma_module, log::Level::debug, "Missed an address update of: " + node->id});
        node->advertised_mobile_seq = std::max(node->advertised_mobile_seq, mau.mobile_seq);
        node->address_request.want();
        put_requests(*node, now, effects);
        return;
    case RemoteAddresses::Outcome::applied:
        break;
    }
    if (is_reachable(*node)) {
        for (HintedAddress& address : changes.added) {
            effects.changes.emplace_back(
                AddressMapped{node->slot, std::move(address.key), address.hint});
        }
        for (std::string& key : changes.removed) {
            effects.changes.emplace_back(AddressUnmapped{node->slot, std::move(key)});
        }
    }
    if (node->addresses.sequence() >= node->advertised_mobile_seq) {
        node->address_request.done();
    } else if (node->addresses.sequence() > before) {
        node->address_request.want();
        node->address_request.hurry();
        note_question(now);
    }
}

} // namespace crosspoint::routing
