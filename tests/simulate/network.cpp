// SPDX-License-Identifier: Apache-2.0
#include "tests/simulate/network.hpp"

#include <algorithm>
#include <cstdio>

namespace simulate {

using namespace crosspoint::routing;
using crosspoint::check;
using crosspoint::ConnectionId;

namespace {

// Ids of different lengths and not in the order of their numbers, as in real networks.
std::string router_id(std::uint32_t number) {
    char text[32];
    std::snprintf(text, sizeof text, "%c%u", "EWNS"[number % 4], number);
    return text;
}

// The router that `to` names; "all" for all of them, nothing for a neighbour's message.
std::string destination_of(std::string_view to) {
    constexpr std::string_view scheme = "amqp:/";
    constexpr std::string_view topological = "_topo/0/";
    if (to.starts_with(scheme)) {
        to.remove_prefix(scheme.size());
    }
    if (!to.starts_with(topological)) {
        return {};
    }
    to.remove_prefix(topological.size());
    return std::string(to.substr(0, to.find('/')));
}

} // namespace

std::uint64_t Counters::without_hello() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : by_kind) {
        sum += count;
    }
    return sum - hello;
}

Network::Network(std::uint32_t routers, const std::vector<Plan>& plans, bool use_codec,
                 Random& random)
    : use_codec_(use_codec),
      random_(random.next()),
      routers_(routers),
      cables_of_(routers) {
    for (std::uint32_t r = 0; r < routers; ++r) {
        routers_[r].id = router_id(r);
        index_[routers_[r].id] = r;
    }
    for (const Plan& plan : plans) {
        const auto number = static_cast<std::uint32_t>(cables_.size());
        Cable cable;
        cable.ends = {plan.a, plan.b};
        cable.cost = plan.cost;
        cable.delay_ms = random.between(1, 20);
        cables_.push_back(cable);
        cables_of_[plan.a].push_back(number);
        cables_of_[plan.b].push_back(number);
    }
}

void Network::run_for(std::int64_t milliseconds) {
    queue_.run_until(queue_.now() + milliseconds, [this](const Event& event) { handle(event); });
}

void Network::handle(const Event& event) {
    switch (event.kind) {
    case Event::Kind::tick: {
        Router& router = routers_[event.router];
        if (router.engine && router.next_tick == event.planned) {
            router.engine->on_tick(time(), effects_);
            carry_out(event.router);
        }
        break;
    }
    case Event::Kind::arrival: {
        const Cable& cable = cables_[event.cable];
        if (cable.generation == event.generation && cable.state == CableState::up) {
            const std::uint32_t side = cable.ends[0] == event.router ? 0 : 1;
            deliver(event.router, cable.connections[side], *event.packet);
        }
        break;
    }
    case Event::Kind::late_loss:
        if (routers_[event.router].engine && routers_[event.router].instance == event.planned) {
            routers_[event.router].engine->on_connection_lost(event.connection, time(), effects_);
            carry_out(event.router);
        }
        break;
    }
}

void Network::deliver(std::uint32_t router, ConnectionId from, const Packet& packet) {
    if (!use_codec_) {
        forward(router, from, packet.envelope);
        return;
    }
    auto envelope = decode(packet.octets);
    check(bool(envelope), "what was encoded can be decoded");
    forward(router, from, *envelope);
}

void Network::forward(std::uint32_t router, ConnectionId from, const Envelope& envelope) {
    RoutingEngine& engine = *routers_[router].engine;
    const std::string destination = destination_of(envelope.to);
    if (destination.empty() || destination == engine.id()) {
        engine.on_message(from, envelope.message, time(), effects_);
    } else if (destination == "all") {
        const auto targets = engine.on_flooded_message(
            from, envelope.message, envelope.annotations.trace, time(), effects_);
        if (!targets.empty()) {
            Envelope copy = envelope;
            copy.annotations.trace.push_back(node_id(engine.id()));
            send(targets, std::move(copy));
        }
    } else if (engine.forwarding().is_lost(envelope.annotations.trace.size())) {
        ++counters_.undeliverable;
    } else {
        Envelope copy = envelope;
        copy.annotations.trace.push_back(node_id(engine.id()));
        route(router, destination, std::move(copy));
    }
    carry_out(router);
}

void Network::route(std::uint32_t router, const std::string& destination, Envelope envelope) {
    if (const Route* way = routers_[router].engine->route_to(destination)) {
        send({way->connection}, std::move(envelope));
    } else {
        ++counters_.undeliverable;
    }
}

void Network::carry_out(std::uint32_t router) {
    Router& me = routers_[router];
    for (const Change& change : effects_.changes) {
        if (me.view.apply(change)) {
            last_change_ = now();
            messages_until_change_ = counters_.without_hello();
        }
    }
    const std::string node = node_id(me.id);
    for (Outgoing& outgoing : effects_.outgoing) {
        Envelope envelope{{}, Annotations{node, {node}}, {}};
        if (auto* hello = std::get_if<SendToNeighbors>(&outgoing)) {
            envelope.to = neighbor_address();
            envelope.message = std::move(hello->message);
            send(hello->connections, std::move(envelope));
        } else if (auto* directed = std::get_if<SendToRouter>(&outgoing)) {
            envelope.to = router_address(directed->message, directed->router);
            envelope.message = std::move(directed->message);
            route(router, directed->router, std::move(envelope));
        } else if (auto* all = std::get_if<SendToAll>(&outgoing)) {
            envelope.to = everybody_address(all->message);
            envelope.message = std::move(all->message);
            send(me.engine->forwarding().flood_targets({}), std::move(envelope));
        }
    }
    effects_.clear();
    plan_tick(router);
}

void Network::send(const std::vector<ConnectionId>& connections, Envelope envelope) {
    auto packet = std::make_shared<Packet>();
    if (use_codec_) {
        packet->octets = encode(envelope);
    }
    packet->envelope = std::move(envelope);
    for (const ConnectionId connection : connections) {
        if (const auto plug = plugs_.find(connection); plug != plugs_.end()) {
            transmit(plug->second, packet);
        }
    }
}

void Network::transmit(Plug plug, const std::shared_ptr<const Packet>& packet) {
    Cable& cable = cables_[plug.cable];
    ++counters_.by_kind[packet->envelope.message.index()];
    if (std::holds_alternative<Hello>(packet->envelope.message)) {
        ++counters_.hello;
    }
    if (cable.state != CableState::up || random_.chance(trouble_.loss)) {
        return;
    }
    const std::uint32_t extra = trouble_.jitter_ms == 0 ? 0 : random_.below(trouble_.jitter_ms);
    const std::int64_t arrival =
        std::max(cable.busy_until[plug.side], now() + cable.delay_ms + extra);
    cable.busy_until[plug.side] = arrival;
    Event event;
    event.kind = Event::Kind::arrival;
    event.router = cable.ends[1 - plug.side];
    event.cable = plug.cable;
    event.generation = cable.generation;
    event.packet = packet;
    const bool twice = random_.chance(trouble_.duplication);
    if (twice) {
        queue_.add(arrival, event);
    }
    queue_.add(arrival, std::move(event));
}

void Network::plan_tick(std::uint32_t router) {
    Router& me = routers_[router];
    const std::int64_t deadline = std::max(me.engine->next_deadline().count(), now());
    if (me.next_tick <= now() || deadline < me.next_tick) {
        me.next_tick = deadline;
        Event event;
        event.kind = Event::Kind::tick;
        event.router = router;
        event.planned = deadline;
        queue_.add(deadline, std::move(event));
    }
}

void Network::start(std::uint32_t router) {
    Router& me = routers_[router];
    RoutingConfig config;
    config.id = me.id;
    config.instance = me.instance;
    me.engine = std::make_unique<RoutingEngine>(std::move(config), time());
    me.view = View{};
    me.next_tick = -1;
    for (const std::string& key : me.local_keys) {
        me.engine->local_address_added(key, TreatmentHint::balanced, time());
    }
    plan_tick(router);
}

ConnectionId Network::new_connection(std::uint32_t cable, std::uint32_t side) {
    const ConnectionId connection{++connection_count_};
    plugs_[connection] = Plug{cable, side};
    return connection;
}

void Network::connect(std::uint32_t number) {
    Cable& cable = cables_[number];
    if (!routers_[cable.ends[0]].engine || !routers_[cable.ends[1]].engine) {
        return;
    }
    cable.state = CableState::up;
    ++cable.generation;
    cable.busy_until = {now(), now()};
    for (std::uint32_t side = 0; side < 2; ++side) {
        cable.connections[side] = new_connection(number, side);
    }
    for (std::uint32_t side = 0; side < 2; ++side) {
        routers_[cable.ends[side]].engine->on_connection_up(cable.connections[side], cable.cost,
                                                            time(), effects_);
        carry_out(cable.ends[side]);
    }
}

void Network::disconnect(std::uint32_t number) {
    Cable& cable = cables_[number];
    if (cable.state == CableState::down) {
        return;
    }
    cable.state = CableState::down;
    for (std::uint32_t side = 0; side < 2; ++side) {
        plugs_.erase(cable.connections[side]);
        if (Router& router = routers_[cable.ends[side]]; router.engine) {
            router.engine->on_connection_lost(cable.connections[side], time(), effects_);
            carry_out(cable.ends[side]);
        }
    }
}

void Network::silence(std::uint32_t number) {
    if (cables_[number].state == CableState::up) {
        cables_[number].state = CableState::silent;
    }
}

void Network::end_silence(std::uint32_t number) {
    if (cables_[number].state == CableState::silent) {
        cables_[number].state = CableState::up;
    }
}

void Network::set_cost(std::uint32_t number, Cost cost) {
    Cable& cable = cables_[number];
    cable.cost = cost;
    for (std::uint32_t side = 0; side < 2; ++side) {
        if (Router& router = routers_[cable.ends[side]]; router.engine) {
            router.engine->on_cost_changed(cable.connections[side], cost, time());
            carry_out(cable.ends[side]);
        }
    }
}

void Network::stop(std::uint32_t router, bool notice) {
    routers_[router].engine.reset();
    routers_[router].view = View{};
    for (const std::uint32_t number : cables_of_[router]) {
        Cable& cable = cables_[number];
        if (cable.state == CableState::down) {
            continue;
        }
        if (notice) {
            disconnect(number);
            continue;
        }
        // The neighbour keeps a connection to nobody, and learns of it some seconds later, which
        // may be long after the router is back on a new one.
        cable.state = CableState::down;
        plugs_.erase(cable.connections[0]);
        plugs_.erase(cable.connections[1]);
        const std::uint32_t far = cable.ends[0] == router ? 1 : 0;
        Event event;
        event.kind = Event::Kind::late_loss;
        event.router = cable.ends[far];
        event.connection = cable.connections[far];
        event.planned = routers_[event.router].instance;
        queue_.add(now() + random_.between(1000, 12000), std::move(event));
    }
}

void Network::restart(std::uint32_t router) {
    ++routers_[router].instance;
    start(router);
    for (const std::uint32_t number : cables_of_[router]) {
        if (cables_[number].state == CableState::down) {
            connect(number);
        }
    }
}

void Network::add_address(std::uint32_t router, const std::string& key) {
    Router& me = routers_[router];
    me.local_keys.insert(key);
    if (me.engine) {
        me.engine->local_address_added(key, TreatmentHint::balanced, time());
        carry_out(router);
    }
}

void Network::remove_address(std::uint32_t router, const std::string& key) {
    Router& me = routers_[router];
    me.local_keys.erase(key);
    if (me.engine) {
        me.engine->local_address_removed(key, time());
        carry_out(router);
    }
}

std::optional<std::uint32_t> Network::far_end(ConnectionId connection) const {
    const auto plug = plugs_.find(connection);
    if (plug == plugs_.end() || cables_[plug->second.cable].state != CableState::up) {
        return std::nullopt;
    }
    return cables_[plug->second.cable].ends[1 - plug->second.side];
}

void Network::reset_counters() {
    counters_ = Counters{};
    last_change_ = now();
    messages_until_change_ = 0;
}

} // namespace simulate
