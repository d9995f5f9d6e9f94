// SPDX-License-Identifier: Apache-2.0
// What is carried between the two ends of a delivery, while both are there.
#include "router_core/link/settlement.hpp"
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <utility>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::CoreDriver;
using test::Peer;
using test::Receiving;

/// One producer and one consumer.
struct Pair {
    CoreDriver core;
    Peer producer{core};
    Peer consumer{core};
    LinkId out;
    LinkId in;

    explicit Pair(Receiving wanted = {})
        : out(consumer.attach_receiver("a", std::move(wanted))),
          in(producer.attach_sender("a")) {
        producer.take();
        consumer.take();
    }
    /// A message that the consumer has.
    std::pair<IncomingId, OutgoingId> send() {
        const IncomingId id = producer.send(in);
        return {id, consumer.take_one().id};
    }
    bool is_empty() const {
        return core.state.context().incoming.empty() && core.state.context().outgoing.empty();
    }
};

/// Sends a message, lets the consumer settle it, and gives what the producer hears.
IncomingDisposition carry(DeliveryState state) {
    Pair p;
    const auto [id, copy] = p.send();
    p.consumer.consumer_says(copy, std::move(state), true);
    IncomingDisposition told = std::move(p.producer.take_told());
    EXPECT(told.id == id);
    EXPECT(told.settle);
    EXPECT(p.is_empty());
    return told;
}

void accepted_and_released_are_carried() {
    EXPECT(carry(state::accepted).state.code == state::accepted);
    EXPECT(carry(state::released).state.code == state::released);
}

void rejected_is_carried_with_its_reason() {
    StateDetail detail;
    detail.condition = "amqp:not-allowed";
    detail.description = "why";
    detail.info = "info";
    const IncomingDisposition told = carry({state::rejected, std::move(detail)});
    EXPECT(told.state.code == state::rejected);
    EXPECT(told.state.detail->condition == "amqp:not-allowed");
    EXPECT(told.state.detail->description == "why");
    EXPECT(told.state.detail->info == "info");
}

void modified_is_carried_with_its_fields() {
    StateDetail detail;
    detail.undeliverable_here = true;
    detail.annotations = "map";
    const IncomingDisposition told = carry({state::modified, std::move(detail)});
    EXPECT(told.state.code == state::modified);
    EXPECT(told.state.detail->undeliverable_here);
    EXPECT(told.state.detail->annotations == "map");
}

void states_that_we_do_not_know_are_carried() {
    StateDetail detail;
    detail.fields = "list";
    const IncomingDisposition told = carry({state::transactional, std::move(detail)});
    EXPECT(told.state.code == state::transactional);
    EXPECT(told.state.detail->fields == "list");
}

void a_settlement_without_a_state_is_carried() {
    EXPECT(carry({}).state.code == state::none);
}

void received_is_carried_while_nothing_is_settled() {
    Pair p;
    const auto [id, copy] = p.send();
    StateDetail detail;
    detail.section_number = 3;
    detail.section_offset = 17;
    p.consumer.consumer_says(copy, {state::received, std::move(detail)}, false);
    const IncomingDisposition& told = p.producer.take_told();
    EXPECT(told.state.code == state::received && !told.settle);
    EXPECT(told.state.detail->section_number == 3);
    EXPECT(told.state.detail->section_offset == 17);
    EXPECT(!p.is_empty());
}

void three_way_acknowledgement_passes_through() {
    Pair p;
    const auto [id, copy] = p.send();
    p.consumer.consumer_says(copy, state::accepted, false);
    const IncomingDisposition& first = p.producer.take_told();
    EXPECT(first.state.code == state::accepted && !first.settle);
    p.producer.producer_says(p.in, id, {}, true);
    Parcel& to_consumer = p.consumer.take();
    EXPECT(to_consumer.outgoing_dispositions.size() == 1);
    EXPECT(to_consumer.outgoing_dispositions[0].id == copy);
    EXPECT(to_consumer.outgoing_dispositions[0].settle);
    const IncomingDisposition& last = p.producer.take_told();
    EXPECT(last.settle && last.state.code == state::none);
    EXPECT(p.is_empty());
}

void the_consumer_may_say_the_outcome_first_and_settle_later() {
    Pair p;
    const auto [id, copy] = p.send();
    p.consumer.consumer_says(copy, state::accepted, false);
    p.producer.take();
    p.consumer.consumer_says(copy, {}, true);
    const IncomingDisposition& told = p.producer.take_told();
    EXPECT(told.state.code == state::accepted && told.settle);
    EXPECT(p.is_empty());
}

void the_producers_state_is_carried() {
    Pair p;
    const auto [id, copy] = p.send();
    StateDetail detail;
    detail.fields = "declare";
    p.producer.producer_says(p.in, id, {state::transactional, std::move(detail)}, false);
    Parcel& parcel = p.consumer.take();
    EXPECT(parcel.outgoing_dispositions.size() == 1);
    EXPECT(parcel.outgoing_dispositions[0].state.detail->fields == "declare");
    EXPECT(!parcel.outgoing_dispositions[0].settle);
}

void a_message_settled_while_it_waits_goes_out_settled() {
    Pair p({.limit = 0});
    const IncomingId id = p.producer.send(p.in);
    p.producer.producer_says(p.in, id, {}, true);
    EXPECT(p.producer.take_told().settle);
    p.consumer.act(CreditArrived{p.out, 1, false, 0});
    EXPECT(p.consumer.take_one().settled);
    EXPECT(p.is_empty());
}

void a_settled_message_is_sent_settled_and_forgotten() {
    Pair p;
    p.producer.send_settled(p.in);
    const LinkWithWork& work = p.consumer.take_one();
    EXPECT(work.settled && !work.producer_waits && !work.id);
    EXPECT(p.producer.take().incoming_dispositions.empty());
    EXPECT(p.is_empty());
}

void a_consumer_of_settled_messages_has_accepted_what_was_sent() {
    Pair p({.settled = true});
    p.producer.send(p.in);
    const LinkWithWork& work = p.consumer.take_one();
    EXPECT(work.settled && work.producer_waits && work.id);
    EXPECT(p.producer.take().incoming_dispositions.empty());
    p.consumer.consumer_says(work.id, state::accepted, true);
    const IncomingDisposition& told = p.producer.take_told();
    EXPECT(told.state.code == state::accepted && told.settle);
    EXPECT(p.is_empty());
}

void a_word_about_a_delivery_that_is_gone_is_ignored() {
    Pair p;
    const auto [id, copy] = p.send();
    p.consumer.consumer_says(copy, state::accepted, true);
    p.producer.take();
    p.consumer.consumer_says(copy, state::rejected, true);
    p.producer.producer_says(p.in, id, state::accepted, true);
    EXPECT(p.producer.take().incoming_dispositions.empty());
    EXPECT(p.consumer.take().outgoing_dispositions.empty());
}

/// A message with a state of its own, as one of a transaction has.
DeliveryArrived in_a_transaction(LinkId link) {
    StateDetail detail;
    detail.fields = "list";
    DeliveryArrived arrived{link, {50, 1}, test::make_message(), 100};
    arrived.state = std::make_unique<DeliveryState>(state::transactional, std::move(detail));
    return arrived;
}

void a_state_that_came_with_a_message_goes_with_it() {
    Pair p;
    p.producer.act(in_a_transaction(p.in));
    const LinkWithWork& sent = p.consumer.take_one();
    EXPECT(sent.state && sent.state->code == state::transactional);
    EXPECT(sent.state->detail->fields == "list");
}

void every_copy_of_a_multicast_has_the_state_that_came() {
    CoreDriver core{test::settings_with({}, Treatment::multicast)};
    Peer producer{core};
    Peer left{core};
    Peer right{core};
    left.attach_receiver("a");
    right.attach_receiver("a");
    producer.act(in_a_transaction(producer.attach_sender("a")));
    for (Peer* consumer : {&left, &right}) {
        const LinkWithWork& sent = consumer->take_one();
        EXPECT(sent.state && sent.state->detail->fields == "list");
    }
}

void a_state_declared_while_the_message_waits_goes_with_it() {
    Pair p{{.limit = 0}};
    const IncomingId id = p.producer.send(p.in);
    p.producer.producer_says(p.in, id, state::received, false);
    p.consumer.act(CreditArrived{p.out, 1, false, 0});
    const LinkWithWork& sent = p.consumer.take_one();
    EXPECT(sent.state && sent.state->code == state::received);
}

void settlement_gives_credit_back() {
    Pair p;
    Address& address = *p.core.address("M0a");
    const auto [id, copy] = p.send();
    EXPECT(address.producers.front()->credit.in_flight() == 1);
    p.consumer.consumer_says(copy, state::accepted, true);
    EXPECT(address.producers.front()->credit.in_flight() == 0);
    EXPECT(address.producers.front()->credit.owed() == 1);
}

const CMUnitTest tests[] = {
    unit::test<accepted_and_released_are_carried>("accepted and released are carried"),
    unit::test<rejected_is_carried_with_its_reason>("rejected is carried with its reason"),
    unit::test<modified_is_carried_with_its_fields>("modified is carried with its fields"),
    unit::test<states_that_we_do_not_know_are_carried>("states that we do not know are carried"),
    unit::test<a_settlement_without_a_state_is_carried>("a settlement without a state is carried"),
    unit::test<received_is_carried_while_nothing_is_settled>(
        "received is carried while nothing is settled"),
    unit::test<three_way_acknowledgement_passes_through>(
        "three way acknowledgement passes through"),
    unit::test<the_consumer_may_say_the_outcome_first_and_settle_later>(
        "the consumer may say the outcome first and settle later"),
    unit::test<the_producers_state_is_carried>("the producer's state is carried"),
    unit::test<a_message_settled_while_it_waits_goes_out_settled>(
        "a message settled while it waits goes out settled"),
    unit::test<a_settled_message_is_sent_settled_and_forgotten>(
        "a settled message is sent settled and forgotten"),
    unit::test<a_consumer_of_settled_messages_has_accepted_what_was_sent>(
        "a consumer of settled messages has accepted what was sent"),
    unit::test<a_word_about_a_delivery_that_is_gone_is_ignored>(
        "a word about a delivery that is gone is ignored"),
    unit::test<a_state_that_came_with_a_message_goes_with_it>(
        "a state that came with a message goes with it"),
    unit::test<every_copy_of_a_multicast_has_the_state_that_came>(
        "every copy of a multicast has the state that came"),
    unit::test<a_state_declared_while_the_message_waits_goes_with_it>(
        "a state declared while the message waits goes with it"),
    unit::test<settlement_gives_credit_back>("settlement gives credit back"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
