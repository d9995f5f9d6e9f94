// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/thread/core_state.hpp"
#include "tests/unit/router_core/thread/model_worker.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// A router's core with many connections around it, driven by chance and watched all the time.
namespace crosspoint::model {

inline core::CoreSettings model_settings() {
    using core::Treatment;
    core::CoreSettings settings;
    settings.router_id = "R";
    settings.seed = {1, 2};
    settings.addresses = {
        {"near/#", Treatment::closest, 0, 0, -1, false},
        {"even/#", Treatment::balanced, 0, 0, -1, false},
        {"all/#", Treatment::multicast, 0, 0, -1, false},
        {"urgent/#", Treatment::balanced, 0, 0, 7, false},
        {"spare/#", Treatment::balanced, 0, 0, -1, true},
        {"allspare/#", Treatment::multicast, 0, 0, -1, true},
        {"closed/#", Treatment::unavailable, 0, 0, -1, false},
    };
    return settings;
}

class World {
public:
    explicit World(std::uint64_t seed) : chance_(seed), core_(model_settings()) {}

    void run(std::uint64_t steps) {
        for (std::uint64_t i = 0; i < steps; ++i) {
            step();
        }
        come_to_rest();
        check_rest();
        for (int round = 0; round < 2; ++round) {
            send_all_credit();
            come_to_rest();
            check_rest();
        }
        leave();
    }

    std::size_t message_count() { return books_.messages().size(); }

private:
    struct Place {
        std::string text;
        bool multicast = false;
        int priority = -1;
        bool fallback = false;
    };

    const std::vector<Place>& places() const {
        static const std::vector<Place> all{
            {"near/a", false, -1, false}, {"even/a", false, -1, false},
            {"even/b", false, -1, false}, {"all/a", true, -1, false},
            {"all/b", true, -1, false},   {"urgent/a", false, 7, false},
            {"spare/a", false, -1, true}, {"allspare/a", true, -1, true},
        };
        return all;
    }
    const Place& any_place() { return places()[chance_.number(places().size())]; }
    const Place* place_of(const std::string& text) const {
        for (const Place& place : places()) {
            if (place.text == text) {
                return &place;
            }
        }
        return nullptr;
    }

    // -- what may happen next

    void step() {
        books_.now_ms += chance_.percent(1) ? chance_.number(1500) : chance_.number(3);
        const auto dice = chance_.number(40);
        if (dice < 1) {
            connect();
        } else if (dice < 3) {
            attach_sender();
        } else if (dice < 5) {
            attach_receiver();
        } else if (dice < 6) {
            detach_something();
        } else if (dice < 13) {
            with_sender(&World::produce);
        } else if (dice < 17) {
            with_sender(&World::continue_stream);
        } else if (dice < 18) {
            with_sender(&World::settle_as_producer);
        } else if (dice < 19) {
            with_sender(&World::answer_drain);
        } else if (dice < 21) {
            with_receiver(&World::grant);
        } else if (dice < 25) {
            with_receiver(&World::transmit);
        } else if (dice < 29) {
            with_receiver(&World::decide);
        } else if (dice < 34) {
            if (SimConnection* c = any_connection()) {
                c->take();
            }
        } else {
            core_turn(false);
        }
    }

    SimConnection* any_connection() {
        std::vector<SimConnection*> open;
        for (auto& c : connections_) {
            if (!c->closed) {
                open.push_back(c.get());
            }
        }
        return open.empty() ? nullptr : chance_.pick(open);
    }
    void with_sender(void (World::*what)(SimConnection&, SimSender&)) {
        SimConnection* c = any_connection();
        if (c && !c->senders.empty()) {
            (this->*what)(*c, *chance_.pick(c->senders));
        }
    }
    void with_receiver(void (World::*what)(SimConnection&, SimReceiver&)) {
        SimConnection* c = any_connection();
        if (c && !c->receivers.empty()) {
            (this->*what)(*c, *chance_.pick(c->receivers));
        }
    }

    void connect() {
        if (connections_.size() < 6) {
            const std::uint32_t capacities[] = {4, 10, 250};
            connections_.push_back(std::make_unique<SimConnection>(
                books_, chance_, ConnectionId{++last_connection_}, capacities[chance_.number(3)]));
        }
    }

    void attach_sender() {
        SimConnection* c = any_connection();
        if (!c || c->senders.size() >= 4) {
            return;
        }
        core::LinkAttached attached;
        attached.direction = core::Direction::incoming;
        if (chance_.percent(25)) {
            c->attach_sender(std::move(attached), "", "", false);
            return;
        }
        const Place& place = any_place();
        attached.target.address = place.text;
        if (place.fallback && chance_.percent(15)) {
            attached.target.capabilities = {"qd.fallback"};
            c->attach_sender(std::move(attached), "MF" + place.text, "", true);
        } else if (chance_.percent(10)) {
            attached.target.capabilities = {"qd.waypoint.2"};
            c->attach_sender(std::move(attached), "M2" + place.text, "", false);
        } else {
            c->attach_sender(std::move(attached), "M0" + place.text,
                             place.fallback ? place.text : "", false);
        }
    }

    void attach_receiver() {
        SimConnection* c = any_connection();
        if (!c || c->receivers.size() >= 4) {
            return;
        }
        core::LinkAttached attached;
        attached.direction = core::Direction::outgoing;
        attached.peer_wants_settled = chance_.percent(15);
        attached.max_message_size = chance_.percent(10) ? 1000 + chance_.number(300'000) : 0;
        const std::uint64_t kind = chance_.number(100);
        if (kind < 8) {
            attached.source.dynamic = true;
            c->attach_receiver(std::move(attached), "", false);
            return;
        }
        const Place& place = any_place();
        attached.source.address = place.text;
        if (kind < 12) {
            attached.source.address = "closed/a";
            c->attach_receiver(std::move(attached), "", true);
        } else if (place.fallback && kind < 60) {
            attached.source.capabilities = {"qd.fallback"};
            c->attach_receiver(std::move(attached), "MF" + place.text, false);
        } else if (kind > 92) {
            attached.source.capabilities = {"qd.waypoint.3"};
            c->attach_receiver(std::move(attached), "M2" + place.text, false);
        } else {
            c->attach_receiver(std::move(attached), "M0" + place.text, false);
        }
    }

    void detach_something() {
        SimConnection* c = any_connection();
        if (!c) {
            return;
        }
        const std::uint64_t kind = chance_.number(10);
        if (kind == 0) {
            c->lose();
        } else if (kind < 5 && !c->senders.empty()) {
            c->detach(*chance_.pick(c->senders), chance_.percent(30));
        } else if (!c->receivers.empty()) {
            SimReceiver& r = *chance_.pick(c->receivers);
            if (r.answered) {
                c->detach(r, chance_.percent(30));
            }
        }
    }

    void produce(SimConnection& c, SimSender& s) {
        std::uint64_t burst = 1 + chance_.number(6);
        while (burst-- > 0 && s.answered && s.credit > 0 && !s.stream) {
            if (chance_.percent(2)) {
                --s.credit;
                c.post(core::DeliveryRefused{s.id});
                continue;
            }
            send(c, s, chance_.percent(30), chance_.percent(12));
        }
    }

    void send(SimConnection& c, SimSender& s, bool settled, bool stream) {
        MessageBook& m = books_.add_message();
        m.came_settled = settled;
        m.size = stream ? 200'000 + chance_.number(3'000'000) : 100 + chance_.number(20'000);
        const auto header_priority = static_cast<std::uint8_t>(chance_.number(10));
        std::string to;
        if (s.key.empty()) {
            to = any_destination(c);
        }
        const std::string text = s.key.empty() ? to : s.key.substr(2);
        const Place* place = place_of(text);
        const bool fallback_only = s.key.compare(0, 2, "MF") == 0;
        m.priority = place && place->priority >= 0 && !fallback_only
                         ? static_cast<std::uint8_t>(place->priority)
                         : header_priority;
        route_of_[m.number] = {s.key, to, s.is_fallback, header_priority};
        c.send(s, m, to, stream);
    }

    std::string any_destination(SimConnection& c) {
        const std::uint64_t kind = chance_.number(20);
        if (kind == 0) {
            return "";
        }
        if (kind == 1) {
            return "closed/b";
        }
        if (kind == 2) {
            return "nobody/there";
        }
        if (kind < 6 && !c.dynamic_addresses.empty()) {
            return chance_.pick(c.dynamic_addresses);
        }
        return any_place().text;
    }

    void continue_stream(SimConnection& c, SimSender& s) {
        if (s.stream && chance_.percent(4)) {
            c.abort(s);
        } else {
            c.read_on(s, chance_.percent(30));
        }
    }

    void settle_as_producer(SimConnection& c, SimSender& s) {
        if (s.unsettled.empty() || !chance_.percent(30)) {
            return;
        }
        for (const auto& [number, id] : s.ids) {
            if (books_.message(number).told != state::none || chance_.percent(3)) {
                c.producer_settles(s, id, number);
                return;
            }
        }
    }

    void answer_drain(SimConnection& c, SimSender& s) { c.return_credit(s); }

    void grant(SimConnection& c, SimReceiver& r) {
        if (r.answered && r.credit < 300) {
            c.flow(r, chance_.number(12), chance_.percent(15));
        }
    }

    void transmit(SimConnection& c, SimReceiver& r) {
        c.send_ready(r, chance_.percent(20) ? 5'000'000 : chance_.number(300'000));
    }

    core::DeliveryState any_outcome() {
        core::StateDetail detail;
        switch (chance_.number(8)) {
        case 0:
            detail.condition = "test:condition";
            return {state::rejected, std::move(detail)};
        case 1:
            return state::released;
        case 2:
            detail.undeliverable_here = true;
            return {state::modified, std::move(detail)};
        case 3:
            return chance_.percent(30) ? state::none : state::accepted;
        default:
            return state::accepted;
        }
    }

    void decide(SimConnection& c, SimReceiver& r) {
        const bool partly = !r.queue.empty() && r.queue.front().begun &&
                            !r.queue.front().work.settled && r.queue.front().work.id;
        if (partly && chance_.percent(5)) {
            c.refuse_front(r, last_word(r, r.queue.front().number));
            return;
        }
        if (partly && chance_.percent(10)) {
            const SimReceiver::Sending& front = r.queue.front();
            say_unsettled(c, r, front.work.id, front.number);
            return;
        }
        std::uint64_t burst = 1 + chance_.number(4);
        while (burst-- > 0 && !r.unsettled.empty()) {
            auto at = r.unsettled.begin();
            std::advance(at, chance_.number(r.unsettled.size()));
            const auto [id, number] = *at;
            if (chance_.percent(20)) {
                say_unsettled(c, r, id, number);
            } else {
                settle(c, r, id, number);
            }
        }
    }

    /// The first word of two.
    void say_unsettled(SimConnection& c, SimReceiver& r, OutgoingId id, std::uint64_t number) {
        const CopyBook& copy = books_.message(number).copies.at(r.number);
        if (core::DeliveryState(copy.said).terminal()) {
            return;
        }
        core::DeliveryState said = any_outcome();
        if (chance_.percent(25)) {
            said = state::received;
        }
        if (said) {
            c.consumer_says(r, id, number, std::move(said), false);
        }
    }

    /// What was declared once stays declared, and an outcome stays the same.
    core::DeliveryState last_word(SimReceiver& r, std::uint64_t number) {
        const CopyBook& copy = books_.message(number).copies.at(r.number);
        if (core::DeliveryState(copy.said).terminal()) {
            return copy.said;
        }
        core::DeliveryState word = any_outcome();
        return word ? std::move(word) : core::DeliveryState(copy.said);
    }

    void settle(SimConnection& c, SimReceiver& r, OutgoingId id, std::uint64_t number) {
        c.consumer_says(r, id, number, last_word(r, number), true);
    }

    // -- the core's turn, seen by the books first

    /// With `all`, everything that was posted; else what chance takes.
    bool core_turn(bool all) {
        bool any = false;
        core_.begin_batch(ct_.token, books_.now_ms);
        for (auto& c : connections_) {
            std::size_t count = c->pending.size();
            if (!all && count > 0) {
                count = chance_.percent(30) ? 0 : 1 + chance_.number(count);
            }
            if (count == 0) {
                continue;
            }
            any = true;
            for (; count > 0; --count) {
                std::visit([&](const auto& action) { see(*c, action); }, c->pending.front());
                core::ActionBatch batch;
                batch.connection = c->id();
                batch.used = std::move(c->used);
                batch.actions.push_back(std::move(c->pending.front()));
                c->pending.pop_front();
                core_.handle(ct_.token, batch);
            }
        }
        core_.end_batch(ct_.token);
        std::erase_if(connections_, [](const auto& c) { return c->closed && c->pending.empty(); });
        check_core();
        return any;
    }

    template <class Other>
    void see(SimConnection&, const Other&) {}

    void see(SimConnection& c, const core::LinkAttached& attached) {
        if (attached.direction == core::Direction::outgoing && !attached.source.dynamic) {
            const int number = c.numbers.at(attached.link);
            const std::string& key = books_.receiver(number).key;
            if (!key.empty()) {
                books_.at(key).insert(number);
            }
        }
    }
    void see(SimConnection& c, const core::LinkDetached& detached) {
        if (const auto found = c.numbers.find(detached.link); found != c.numbers.end()) {
            ReceiverBook& r = books_.receiver(found->second);
            r.lost = true;
            books_.at(r.key).erase(found->second);
        }
    }
    void see(SimConnection&, const core::DeliveryArrived& arrived) {
        std::uint64_t number = 0;
        std::memcpy(&number, arrived.message->head()->data(), sizeof number);
        MessageBook& m = books_.message(number);
        m.known = true;
        Route route = route_of_.at(number);
        route_of_.erase(number);
        find_targets(m, route);
    }

    struct Route {
        std::string key, to;
        bool from_fallback = false;
        std::uint8_t header_priority = 4;
    };

    void find_targets(MessageBook& m, Route& route) {
        m.refusal = state::released;
        if (route.key.empty()) {
            const std::string dynamic = "amqp:/_topo/0/R/";
            if (route.to.empty()) {
                m.refusal = state::rejected;
                m.refusal_condition = "amqp:precondition-failed";
                return;
            }
            if (route.to == "closed/b") {
                m.refusal = state::rejected;
                m.refusal_condition = "amqp:not-found";
                return;
            }
            route.key = route.to.compare(0, dynamic.size(), dynamic) == 0
                            ? "L" + route.to.substr(dynamic.size())
                            : "M0" + route.to;
            // The rule of an address counts once somebody has attached to it.
            if (!core_.addresses().find(route.key)) {
                m.priority = route.header_priority;
            }
        }
        const Place* place =
            route.key.compare(0, 2, "M0") == 0 || route.key.compare(0, 2, "M2") == 0
                ? place_of(route.key.substr(2))
                : nullptr;
        m.targets = books_.at(route.key);
        m.multicast = place && place->multicast;
        if (m.targets.empty() && place && place->fallback && route.key[1] == '0' &&
            core_.addresses().find(route.key)) {
            m.targets = books_.at("MF" + place->text);
            m.multicast = false;
        }
    }

    // -- what must always hold

    void check_core() {
        for (const Place& place : places()) {
            for (const char* phase : {"M0", "M2", "MF"}) {
                const std::string key = phase + place.text;
                if (core::Address* address = core_.addresses().find(key)) {
                    expect(address->consumers.size() == books_.at(key).size(),
                           "the core counts other consumers at ", key);
                    check_address(*address);
                } else {
                    expect(books_.at(key).empty(), "the core has forgotten ", key);
                }
            }
        }
    }

    static void check_address(const core::Address& address) {
        for (const core::IncomingLink* link = address.producers.front(); link;
             link = link->address_hook.next) {
            const core::CreditWindow& credit = link->credit;
            expect(credit.available() + credit.in_flight() + credit.owed() == credit.capacity(),
                   "credit has been lost at ", address.key);
            expect(credit.in_flight() == link->deliveries.size(), "credit in flight of nothing");
            expect(credit.is_open() || !address.has_destination(), "a sender waits for no reason");
            const std::uint32_t due =
                std::max(1U, std::min(credit.capacity() / 2, credit.available()));
            expect(!credit.is_open() || credit.owed() < due, "credit is held back");
        }
        for (const core::OutgoingLink* link : address.consumers) {
            for (const core::OutgoingDelivery* at = link->backlog.front(); at; at = at->hook.next) {
                expect(!at->hook.next || at->priority >= at->hook.next->priority,
                       "a backlog is out of order");
            }
            expect(link->backlog.empty() || !link->window.is_open(),
                   "a delivery waits for nothing");
            // A delivery that waited for room may vanish; the answer comes with the next room.
            const bool waits = !link->backlog.empty() || !link->window.has_room();
            expect(!link->drain_serial || (link->window.has_credit() && waits),
                   "a drain is not answered");
        }
    }

    // -- until nothing moves any more

    /// Everybody does what is left to do, but for what waits for a second word.
    bool work_off(bool settle_all) {
        bool moved = false;
        for (auto& c : connections_) {
            moved = c->take() || moved;
            for (auto& s : c->senders) {
                moved = c->read_on(*s, true) || moved;
                if (s->draining && s->credit > 0) {
                    c->return_credit(*s);
                    moved = true;
                }
            }
            for (auto& r : c->receivers) {
                moved = rest(*c, *r, settle_all) || moved;
            }
        }
        return core_turn(true) || moved;
    }

    bool rest(SimConnection& c, SimReceiver& r, bool settle_all) {
        if (!r.answered) {
            return false;
        }
        bool moved = c.send_ready(r, 100'000'000);
        if (r.credit < 4) {
            c.flow(r, 20, false);
            moved = true;
        }
        for (auto at = r.unsettled.begin(); at != r.unsettled.end();) {
            const auto [id, number] = *at++;
            const CopyBook& copy = books_.message(number).copies.at(r.number);
            if (settle_all || copy.said == state::none) {
                settle(c, r, id, number);
                moved = true;
            }
        }
        return moved;
    }

    void come_to_rest() {
        const int enough = 20'000;
        for (const bool settle_all : {false, true}) {
            int rounds = 0;
            while (work_off(settle_all) || wait()) {
                expect(++rounds < enough, "it never comes to rest");
            }
            if (!settle_all) {
                check_first_words();
            }
        }
    }

    /// Nothing moves until the core looks again, if it wants to.
    bool wait() {
        const std::optional<std::uint64_t> delay = core_.next_deadline(ct_.token);
        expect(!delay || *delay > 0, "a timer is overdue");
        books_.now_ms += delay.value_or(0);
        return delay.has_value();
    }

    /// A state that the consumer has declared must have reached the producer, so that it can
    /// settle.
    void check_first_words() {
        for (auto& c : connections_) {
            for (auto& s : c->senders) {
                s->unsettled.for_each([&](std::uint64_t number) {
                    const MessageBook& m = books_.message(number);
                    Codes said;
                    bool all = m.complete && !m.producer_settled;
                    for (const auto& [r, copy] : m.copies) {
                        const core::DeliveryState word(copy.said);
                        const bool waits = !copy.settled && !copy.lost && !copy.given_up;
                        all = all && (m.multicast ? word.terminal() : bool(word)) && waits;
                        said.insert(copy.said);
                    }
                    const bool expected = all && !m.copies.empty() &&
                                          (!m.multicast || m.copies.size() == m.targets.size());
                    expect(!expected || said.count(m.told) > 0, "the producer of message ", number,
                           " has not heard what the consumer says");
                });
            }
        }
    }

    void check_rest() {
        std::uint64_t dropped = 0;
        for (const MessageBook& m : books_.messages()) {
            books_.check_end(m, dropped);
        }
        expect(dropped <= core_.context().counters.outcomes.dropped_presettled, dropped,
               " settled messages are missing");
        for (auto& c : connections_) {
            for (auto& s : c->senders) {
                check_rest(*s);
            }
            for (auto& r : c->receivers) {
                expect(r->answered, "a receiver was never answered");
                expect(r->queue.empty() && r->unsettled.empty(), "a receiver has work left");
                expect(!r->drain || r->credit == 0, "a drain was never answered");
            }
        }
        expect(core_.context().incoming.size() == 0, "incoming deliveries are left over");
        expect(core_.context().outgoing.size() == 0, "outgoing deliveries are left over");
        expect(!core_.next_deadline(ct_.token), "a timer runs for nothing");
    }

    void check_rest(const SimSender& s) {
        expect(s.answered, "a sender was never answered");
        expect(!s.stream, "a stream is stuck");
        expect(s.unsettled.empty(), "a sender waits for a settlement");
        const bool reachable = s.key.empty() || !books_.at(s.key).empty() ||
                               (!s.primary.empty() && !books_.at("MF" + s.primary).empty());
        expect(!reachable || s.credit * 2 >= s.capacity, "a sender starves with credit ", s.credit,
               " of ", s.capacity);
        expect(!reachable || !s.draining, "a sender drains although somebody is there");
    }

    void send_all_credit() {
        for (auto& c : connections_) {
            for (auto& s : c->senders) {
                while (s->credit > 0 && !s->stream) {
                    send(*c, *s, chance_.percent(30), false);
                }
            }
        }
    }

    void leave() {
        send_all_credit();
        core_turn(false);
        for (auto& c : connections_) {
            if (chance_.percent(50)) {
                c->take();
            }
            c->lose();
        }
        core_turn(true);
        expect(core_.connection_count() == 0, "connections are left over");
        expect(core_.addresses().size() == 0, "addresses are left over");
        expect(core_.context().incoming.size() == 0, "incoming deliveries have leaked");
        expect(core_.context().outgoing.size() == 0, "outgoing deliveries have leaked");
    }

    Chance chance_;
    Books books_;
    core::CoreState core_;
    CoreThreadForTest ct_;
    std::vector<std::unique_ptr<SimConnection>> connections_;
    std::map<std::uint64_t, Route> route_of_;
    std::uint64_t last_connection_ = 0;
};

} // namespace crosspoint::model
