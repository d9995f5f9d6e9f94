// SPDX-License-Identifier: Apache-2.0
#pragma once

// One engine, "A", with the test in the place of the rest of the network.

#include "router_core/routing/routing_engine.hpp"

#include <string>
#include <vector>

namespace crosspoint::routing {

class EngineFixture {
public:
    EngineFixture() = default;
    explicit EngineFixture(RoutingConfig config)
        : engine(std::move(config), std::chrono::seconds(0)) {}

    /// Lets time run to `end`, in the steps that the engine asks for.
    void run_to(Instant end) {
        while (engine.next_deadline() <= end) {
            now = std::max(now, engine.next_deadline());
            engine.on_tick(now, effects);
        }
        now = end;
    }
    void run_for(Duration time) { run_to(now + time); }
    void receive(const ProtocolMessage& message, ConnectionId from = ConnectionId{1}) {
        engine.on_message(from, message, now, effects);
    }
    /// Makes `id` a neighbour and gives it a link state that lists us and `others`.
    void add_neighbor(const std::string& id, ConnectionId connection, Cost cost = 1,
                      std::vector<Peer> others = {}) {
        engine.on_connection_up(connection, cost, now, effects);
        receive(Hello{id, 1, 7, {"A"}}, connection);
        others.push_back(Peer{"A", cost});
        tell_links(id, 1, others);
        run_for(std::chrono::milliseconds(100));
        // Answers to what the engine asks a router that has come into reach.
        tell_links(id, 1, others);
        receive(Mau{id, 1, 0, Mau::Kind::absolute, {}, {}});
        effects.clear();
    }
    void tell_links(const std::string& id, std::int64_t sequence, std::vector<Peer> peers,
                    std::int64_t instance = 7) {
        LinkState state{sequence, std::move(peers)};
        state.normalize();
        receive(Lsu{id, 1, instance, std::move(state)});
    }

    /// What was sent to one router, to all, or to neighbours, as one kind of message.
    template <class Message>
    std::vector<Message> sent_to(const std::string& router) const {
        std::vector<Message> found;
        for (const Outgoing& outgoing : effects.outgoing) {
            const auto* sent = std::get_if<SendToRouter>(&outgoing);
            const auto* message = sent ? std::get_if<Message>(&sent->message) : nullptr;
            if (message && sent->router == router) {
                found.push_back(*message);
            }
        }
        return found;
    }
    template <class Message>
    std::vector<Message> sent_to_all() const {
        std::vector<Message> found;
        for (const Outgoing& outgoing : effects.outgoing) {
            const auto* sent = std::get_if<SendToAll>(&outgoing);
            if (const auto* message = sent ? std::get_if<Message>(&sent->message) : nullptr) {
                found.push_back(*message);
            }
        }
        return found;
    }
    std::vector<SendToNeighbors> hellos() const {
        std::vector<SendToNeighbors> found;
        for (const Outgoing& outgoing : effects.outgoing) {
            if (const auto* sent = std::get_if<SendToNeighbors>(&outgoing)) {
                found.push_back(*sent);
            }
        }
        return found;
    }
    template <class Kind>
    std::vector<Kind> changes() const {
        std::vector<Kind> found;
        for (const Change& change : effects.changes) {
            if (const auto* kind = std::get_if<Kind>(&change)) {
                found.push_back(*kind);
            }
        }
        return found;
    }
    std::size_t logged(crosspoint::log::Level level) const {
        std::size_t count = 0;
        for (const LogEvent& event : effects.log) {
            count += event.level == level ? 1 : 0;
        }
        return count;
    }
    bool reaches(const std::string& id) const { return engine.route_to(id) != nullptr; }
    RouterSlot slot(const std::string& id) const { return engine.nodes().find(id)->slot; }

    Instant now{0};
    Effects effects;
    RoutingEngine engine{RoutingConfig{.id = "A", .instance = 5, .timers = {}, .max_routers = 100},
                         std::chrono::seconds(0)};
};

inline constexpr ConnectionId c1{1};
inline constexpr ConnectionId c2{2};

} // namespace crosspoint::routing
