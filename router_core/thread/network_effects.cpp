// SPDX-License-Identifier: Apache-2.0
// What the routing engine wants done.
#include "router_core/address/membership.hpp"
#include "router_core/address/producers.hpp"
#include "router_core/link/outgoing.hpp"
#include "router_core/link/own_message.hpp"
#include "router_core/routing/codec.hpp"
#include "router_core/thread/network.hpp"

#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace crosspoint::core {

namespace {

using routing::TreatmentHint;

std::optional<Treatment> treatment_of(std::optional<TreatmentHint> hint) {
    if (!hint) {
        return std::nullopt;
    }
    switch (*hint) {
    case TreatmentHint::flood:
    case TreatmentHint::multicast:
        return Treatment::multicast;
    case TreatmentHint::closest:
        return Treatment::closest;
    case TreatmentHint::unavailable:
        return Treatment::unavailable;
    case TreatmentHint::balanced:
    case TreatmentHint::link_balanced:
        break;
    }
    return Treatment::balanced;
}

/// Control links carry nothing else, so that this only says who is served first.
constexpr std::uint8_t control_priority = 9;

std::string router_key(const RemoteRouter& remote) {
    return std::string(1, static_cast<char>(AddressClass::router)) + remote.id;
}

} // namespace

void Network::apply(CoreThread& ct) {
    // Opening producers and sending change nothing that the engine sees, so that this ends.
    const routing::Effects effects = std::exchange(effects_, {});
    for (const routing::LogEvent& event : effects.log) {
        log::write(event.module, event.level, "%s", event.text.c_str());
    }
    for (const routing::Change& change : effects.changes) {
        std::visit([&](const auto& c) { apply_change(ct, c); }, change);
    }
    for (const routing::Outgoing& outgoing : effects.outgoing) {
        std::visit([&](const auto& o) { send_out(ct, o); }, outgoing);
    }
}

RemoteRouter* Network::find(routing::RouterSlot slot) const {
    return slot.value < remotes_.size() ? remotes_[slot.value].get() : nullptr;
}

std::optional<Treatment> Network::hint_for(const Address& address) const {
    for (const RemoteRouter* remote : address.remotes) {
        const routing::RouterNode* node = engine_.nodes().at(remote->slot);
        const auto found = node ? node->addresses.keys().find(address.key)
                                : routing::RemoteAddresses::Set::const_iterator{};
        if (node && found != node->addresses.keys().end() && found->second) {
            return treatment_of(found->second);
        }
    }
    return std::nullopt;
}

const RemoteRouter* Network::remote(routing::RouterSlot slot) const {
    return find(slot);
}

void Network::apply_change(CoreThread&, const routing::RouterLearned& change) {
    if (change.slot.value >= remotes_.size()) {
        remotes_.resize(change.slot.value + 1);
    }
    remotes_[change.slot.value] = std::make_unique<RemoteRouter>();
    remotes_[change.slot.value]->slot = change.slot;
    remotes_[change.slot.value]->id = change.id;
    last_origin_ = {};
}

void Network::apply_change(CoreThread& ct, const routing::RouteChanged& change) {
    RemoteRouter* remote = find(change.slot);
    if (!remote) {
        return;
    }
    remote->cost = change.route.cost;
    remote->via = find(change.route.connection);
    log::write(log::Module::router_ls, log::Level::info,
               "Router %s is reachable: cost %lu, via connection C%lu", remote->id.c_str(),
               remote->cost, change.route.connection.value);
    map(ct, addresses_.get(router_key(*remote)), *remote);
}

void Network::apply_change(CoreThread&, const routing::RouterUnreachable& change) {
    if (RemoteRouter* remote = find(change.slot)) {
        remote->via = nullptr;
        log::write(log::Module::router_ls, log::Level::info, "Router %s is not reachable",
                   remote->id.c_str());
        unmap(router_key(*remote), *remote);
    }
}

void Network::apply_change(CoreThread&, const routing::RouterForgotten& change) {
    if (find(change.slot)) {
        log::write(log::Module::router_ls, log::Level::info, "Router %s is forgotten",
                   change.id.c_str());
        remotes_[change.slot.value].reset();
        last_origin_ = {};
    }
}

void Network::apply_change(CoreThread& ct, const routing::AddressMapped& change) {
    RemoteRouter* remote = find(change.slot);
    const std::optional<Treatment> hint = treatment_of(change.hint);
    Address* address = remote ? addresses_.get_remote(change.key, hint) : nullptr;
    if (address && !map(ct, *address, *remote)) {
        // It was known: its router treats it otherwise from now on.
        addresses_.follow_hint(*address, hint);
    }
}

void Network::apply_change(CoreThread&, const routing::AddressUnmapped& change) {
    if (const RemoteRouter* remote = find(change.slot)) {
        unmap(change.key, *remote);
    }
}

void Network::apply_change(CoreThread&, const routing::RadiusChanged&) {}

void Network::apply_change(CoreThread&, const routing::ValidOriginsChanged&) {
    last_origin_ = {};
}

bool Network::map(CoreThread& ct, Address& address, RemoteRouter& remote) {
    const auto place =
        std::ranges::lower_bound(address.remotes, remote.slot, {}, &RemoteRouter::slot);
    if (place != address.remotes.end() && *place == &remote) {
        return false;
    }
    address.remotes.insert(place, &remote);
    note_changed(context_, address);
    if (address.remotes.size() == 1) {
        open_producers(ct, context_, address);
    }
    return true;
}

void Network::unmap(std::string_view key, const RemoteRouter& remote) {
    Address* address = addresses_.find(key);
    if (!address) {
        return;
    }
    std::erase(address->remotes, &remote);
    note_changed(context_, *address);
    addresses_.release_if_unused(*address);
}

/// The annotations are written when it is sent, as those of every message are.
DeliveryArrived Network::encode(const routing::ProtocolMessage& message, std::string to) const {
    const std::string node = routing::node_id(identity_.id);
    const amqp::Octets octets =
        routing::encode(routing::Envelope{std::move(to), {node, {node}}, message});
    return own_message(octets);
}

void Network::send_control(CoreThread& ct, const DeliveryArrived& message, ConnectionId to) {
    Connection* connection = find(to);
    if (connection && connection->router->control) {
        offer(ct, context_, *connection->router->control,
              Offer{message, nullptr, control_priority, {}});
    }
}

void Network::send_out(CoreThread& ct, const routing::SendToNeighbors& outgoing) {
    const DeliveryArrived message = encode(outgoing.message, routing::neighbor_address());
    for (const ConnectionId to : outgoing.connections) {
        send_control(ct, message, to);
    }
}

void Network::send_out(CoreThread& ct, const routing::SendToRouter& outgoing) {
    if (const routing::Route* route = engine_.route_to(outgoing.router)) {
        send_control(
            ct,
            encode(outgoing.message, routing::router_address(outgoing.message, outgoing.router)),
            route->connection);
    }
}

void Network::send_out(CoreThread& ct, const routing::SendToAll& outgoing) {
    const auto targets = engine_.forwarding().flood_targets({});
    if (targets.empty()) {
        return;
    }
    const DeliveryArrived message =
        encode(outgoing.message, routing::everybody_address(outgoing.message));
    for (const ConnectionId to : targets) {
        send_control(ct, message, to);
    }
}

} // namespace crosspoint::core
