// SPDX-License-Identifier: Apache-2.0
// Connections to other routers, their links, and what comes in on them.
#include "router_core/thread/network.hpp"

#include "router_core/address/well_known.hpp"
#include "router_core/link/incoming.hpp"
#include "router_core/link/outgoing.hpp"
#include "router_core/link/own_message.hpp"
#include "router_core/link/settlement.hpp"
#include "router_core/message/trace.hpp"
#include "router_core/routing/address_key.hpp"
#include "router_core/routing/codec.hpp"

#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace crosspoint::core {

namespace {

using routing::TreatmentHint;

constexpr std::uint32_t control_session = 1;
constexpr std::uint32_t first_data_session = 2;

routing::RoutingConfig config_of(const std::string& id, const NetworkSettings& settings) {
    routing::RoutingConfig config;
    config.id = id;
    config.instance = settings.instance;
    using std::chrono::seconds;
    config.timers.hello_interval = seconds(settings.hello_interval_seconds);
    config.timers.hello_max_age = seconds(settings.hello_max_age_seconds);
    config.timers.ra_interval = seconds(settings.ra_interval_seconds);
    config.timers.ra_interval_flux = seconds(settings.ra_interval_flux_seconds);
    config.timers.remote_ls_max_age = seconds(settings.remote_ls_max_age_seconds);
    return config;
}

/// `number`: how many data links there were before, in its direction.
std::uint8_t priority_of(LinkKind kind, std::uint32_t number) {
    constexpr std::uint8_t of_control = 9, of_others = 4;
    if (kind == LinkKind::data && number < priorities) {
        return static_cast<std::uint8_t>(number);
    }
    return kind == LinkKind::control ? of_control : of_others;
}

TreatmentHint hint_about(const Address& address) {
    switch (address.treatment) {
    case Treatment::multicast:
        return TreatmentHint::multicast;
    case Treatment::closest:
        return TreatmentHint::closest;
    case Treatment::unavailable:
        return TreatmentHint::unavailable;
    case Treatment::balanced:
        break;
    }
    return TreatmentHint::balanced;
}

/// The management agent of every router has the same name, so that each reaches its own.
bool stays_here(const Address& address) {
    return !routing::is_advertised(address.key) ||
           (address.key[0] == static_cast<char>(AddressClass::mobile) &&
            text_of_mobile(address.key) == well_known::management);
}

} // namespace

Network::Network(const std::string& id, const NetworkSettings& settings, AddressTable& addresses,
                 Context& context, Discriminator& discriminator)
    : identity_{id, false},
      addresses_(addresses),
      context_(context),
      discriminator_(discriminator),
      engine_(config_of(id, settings), routing::Instant{0}),
      reserve_patience_ms_(std::uint64_t{1000} * settings.hello_max_age_seconds) {}

routing::Instant Network::now() const {
    return routing::Instant{static_cast<std::int64_t>(context_.now_ms)};
}

Connection* Network::find(ConnectionId id) const {
    const auto found = connections_.find(id);
    return found == connections_.end() ? nullptr : found->second;
}

void Network::opened(CoreThread& ct, Connection& connection) {
    connection.router = std::make_unique<RouterLinks>();
    connection.router->node = routing::node_id(connection.info.container);
    connection.router->name_prefix = "qdlink." + discriminator_.next() + ".";
    connection.router->takes_streams = connection.info.streaming_links;
    connections_[connection.id] = &connection;
    if (!connection.info.dialled) {
        return;
    }
    if (is_connected_besides(connection)) {
        stand_by(ct, connection);
    } else {
        open_links(ct, connection);
    }
}

void Network::open_links(CoreThread& ct, Connection& connection) {
    // The order says which priority a link has: the peer counts them.
    order_link(ct, context_, connection, LinkKind::control, Direction::incoming, control_session);
    order_link(ct, context_, connection, LinkKind::control, Direction::outgoing, control_session);
    for (std::uint32_t p = 0; p < priorities; ++p) {
        const std::uint32_t session = first_data_session + p;
        order_link(ct, context_, connection, LinkKind::data, Direction::incoming, session);
        order_link(ct, context_, connection, LinkKind::data, Direction::outgoing, session);
    }
}

void Network::closed(CoreThread& ct, Connection& connection) {
    for (RouterLinks::Ordered& ordered : connection.router->ordered) {
        if (ordered.link->direction == Direction::outgoing) {
            resolve_lost(ct, context_, static_cast<OutgoingLink&>(*ordered.link), {});
        }
    }
    connections_.erase(connection.id);
    for (const auto& remote : remotes_) {
        if (remote && remote->via == &connection) {
            remote->via = nullptr;
        }
    }
    if (connection.router->stands_by) {
        --in_reserve_;
    } else {
        replace(ct, connection.info.container);
    }
}

void Network::control_is_up(CoreThread& ct, Connection& connection) {
    engine_.on_connection_up(connection.id, connection.info.cost, now(), effects_);
    apply(ct);
}

std::optional<AmqpError> Network::attached(CoreThread& ct, Connection& from,
                                           const LinkAttached& attached) {
    RouterLinks& router = *from.router;
    const bool incoming = attached.direction == Direction::incoming;
    const Terminus& ours = incoming ? attached.target : attached.source;
    const bool control = ours.has_capability("qd.router");
    if (control && !incoming && router.control) {
        return AmqpError{condition::forbidden, "Connectivity to the node is forbidden"};
    }
    std::unique_ptr<Link> made;
    if (incoming) {
        made = std::make_unique<IncomingLink>(from, attached, from.info.link_capacity);
        const bool data = !control && router.incoming_data < priorities;
        made->kind = control ? LinkKind::control : data ? LinkKind::data : LinkKind::streaming;
        made->priority = priority_of(made->kind, router.incoming_data);
        router.incoming_data += control ? 0 : 1;
    } else {
        auto outgoing = std::make_unique<OutgoingLink>(from, attached);
        outgoing->capacity = from.info.link_capacity;
        outgoing->kind = control ? LinkKind::control : LinkKind::data;
        outgoing->priority = priority_of(outgoing->kind, router.outgoing_data);
        made = std::move(outgoing);
    }
    Link& link = from.add(std::move(made));
    if (incoming) {
        open_credit(ct, context_, static_cast<IncomingLink&>(link));
    } else if (control) {
        router.control = static_cast<OutgoingLink*>(&link);
        control_is_up(ct, from);
    } else if (router.outgoing_data < priorities) {
        router.data[router.outgoing_data++] = static_cast<OutgoingLink*>(&link);
    }
    return std::nullopt;
}

void Network::order_answered(CoreThread& ct, Connection& from, const LinkAttached& attached) {
    Link* answered = take_answered(from, attached);
    if (!answered) {
        return;
    }
    Link& link = *answered;
    RouterLinks& router = *from.router;
    if (link.direction == Direction::incoming) {
        link.priority = priority_of(link.kind, router.incoming_data);
        router.incoming_data += link.kind == LinkKind::data ? 1 : 0;
        open_credit(ct, context_, static_cast<IncomingLink&>(link));
        return;
    }
    link.priority = priority_of(link.kind, router.outgoing_data);
    auto& outgoing = static_cast<OutgoingLink&>(link);
    switch (link.kind) {
    case LinkKind::control:
        router.control = &outgoing;
        control_is_up(ct, from);
        break;
    case LinkKind::data:
        router.data[router.outgoing_data++] = &outgoing;
        break;
    case LinkKind::streaming:
    case LinkKind::edge_streaming:
    case LinkKind::endpoint:
    case LinkKind::service:
        break;
    }
}

void Network::order_lost(CoreThread& ct, Connection& from, const LinkDetached& detached) {
    const std::unique_ptr<Link> link =
        from.router ? from.router->take_ordered(detached.order) : nullptr;
    if (link && link->direction == Direction::outgoing) {
        resolve_lost(ct, context_, static_cast<OutgoingLink&>(*link), detached);
    }
}

void Network::detached(CoreThread& ct, Link& link) {
    RouterLinks& router = *link.connection.router;
    if (link.direction == Direction::incoming) {
        return;
    }
    auto* outgoing = static_cast<OutgoingLink*>(&link);
    std::ranges::replace(router.data, outgoing, static_cast<OutgoingLink*>(nullptr));
    forget_stream(router, link);
    if (router.control == outgoing) {
        router.control = nullptr;
        engine_.on_connection_lost(link.connection.id, now(), effects_);
        apply(ct);
    }
}

void Network::control_arrived(CoreThread& ct, Connection& from, const DeliveryArrived& arrived) {
    const std::vector<std::uint8_t> octets = octets_of(arrived);
    Result<routing::Envelope> read = routing::decode(octets);
    if (!read) {
        log::write(log::Module::router, log::Level::error,
                   "[C%lu] A message of the routing protocol was ignored: %s", from.id.value,
                   read.error().description.c_str());
        return;
    }
    const Resolved to = resolve(read->to, identity_);
    const std::vector<std::string>& trace = read->annotations.trace;
    if (to.klass == AddressClass::local) {
        engine_.on_message(from.id, read->message, now(), effects_);
    } else if (to.klass == AddressClass::topological) {
        const auto targets =
            engine_.on_flooded_message(from.id, read->message, trace, now(), effects_);
        for (const ConnectionId target : targets) {
            send_control(ct, arrived, target);
        }
    } else if (to.klass == AddressClass::router && !engine_.forwarding().is_lost(trace.size())) {
        if (const routing::Route* route = engine_.route_to(to.text)) {
            send_control(ct, arrived, route->connection);
        }
    }
    apply(ct);
}

std::optional<Journey> Network::journey_of(const Connection& from,
                                           const message::Message& message) {
    const message::Facts& facts = message.facts();
    if (engine_.forwarding().is_lost(facts.trace_count)) {
        return std::nullopt;
    }
    Journey journey;
    journey.from = &from;
    std::string_view ingress = message.text(facts.ingress);
    if (ingress.empty()) {
        return journey;
    }
    if (last_origin_.ingress != ingress) {
        last_origin_.ingress = ingress;
        constexpr std::string_view area = "0/";
        ingress.remove_prefix(ingress.starts_with(area) ? area.size() : 0);
        const routing::RouterNode* node = std::as_const(engine_).nodes().find(ingress);
        last_origin_.unknown = node == nullptr && ingress != identity_.id;
        last_origin_.place = node ? IngressHistogram::place_of(node->slot.value) : 0;
        last_origin_.allowed = node ? &engine_.valid_destinations(node->slot) : nullptr;
    }
    journey.allowed = last_origin_.allowed;
    journey.ingress = last_origin_.place;
    journey.origin_unknown = last_origin_.unknown;
    return journey;
}

void Network::consumer_came(CoreThread&, const Address& address) {
    if (!stays_here(address)) {
        engine_.local_address_added(address.key, hint_about(address), now());
    }
}

void Network::consumer_went(CoreThread&, const Address& address) {
    if (!stays_here(address)) {
        engine_.local_address_removed(address.key, now());
    }
}

void Network::addresses_changed(CoreThread& ct, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
        const Address* address = addresses_.find(key);
        if (address && !address->consumers.empty()) {
            consumer_came(ct, *address);
        }
    }
}

void Network::tick(CoreThread& ct) {
    if (now() >= engine_.next_deadline()) {
        engine_.on_tick(now(), effects_);
        apply(ct);
        check_reserve(ct);
        for (const auto& [id, connection] : connections_) {
            trim_idle_streams(ct, context_, *connection->router);
        }
    }
}

std::uint64_t Network::next_due() const {
    const routing::Instant due = engine_.next_deadline();
    return due > now() ? static_cast<std::uint64_t>((due - now()).count()) : 0;
}

} // namespace crosspoint::core
