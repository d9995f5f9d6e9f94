// SPDX-License-Identifier: Apache-2.0
// Credit that is asked back: by the router from a producer, and by a consumer from the router.
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::CoreDriver;
using test::make_message;
using test::Peer;

/// A sender with all its credit whose only consumer has gone.
struct Deserted {
    CoreDriver core;
    Peer producer{core};
    Peer consumer{core};
    LinkId in = producer.attach_sender("a");

    Deserted() {
        const LinkId out = consumer.attach_receiver("a");
        EXPECT(producer.take().credit.front().credit == 250);
        consumer.detach(out);
        EXPECT(producer.take().credit.empty());
    }
};

void a_message_that_finds_nobody_is_released_and_the_sender_drained() {
    Deserted d;
    d.producer.send(d.in);
    Parcel& first = d.producer.take();
    EXPECT(first.incoming_dispositions.size() == 1);
    EXPECT(first.incoming_dispositions[0].state.code == state::released);
    EXPECT(first.credit.size() == 1 && first.credit[0].drain && first.credit[0].credit == 0);
    d.producer.send(d.in);
    Parcel& second = d.producer.take();
    EXPECT(second.incoming_dispositions[0].state.code == state::released);
    EXPECT(second.credit.empty());
}

void the_first_consumer_back_refills_to_capacity() {
    Deserted d;
    d.producer.send(d.in);
    d.producer.send(d.in);
    d.producer.act(CreditReturned{d.in, 248});
    EXPECT(d.producer.take().credit.size() == 1);
    d.consumer.attach_receiver("a");
    Parcel& parcel = d.producer.take();
    EXPECT(parcel.credit.size() == 1);
    EXPECT(parcel.credit[0].credit == 250 && !parcel.credit[0].drain);
}

void a_sender_that_has_not_drained_yet_keeps_what_it_has() {
    Deserted d;
    d.producer.send(d.in);
    d.producer.take();
    d.consumer.attach_receiver("a");
    const CreditGrant grant = d.producer.take().credit.front();
    EXPECT(grant.credit == 1 && !grant.drain);
    EXPECT(d.core.address("M0a")->producers.front()->credit.available() == 250);
}

void the_end_of_the_drain_is_told_even_without_new_credit() {
    ConnectionInfo info;
    info.link_capacity = 1;
    CoreDriver core;
    Peer producer(core, info), consumer(core);
    const LinkId in = producer.attach_sender("a");
    consumer.detach(consumer.attach_receiver("a"));
    producer.take();
    producer.begin(in, 200'000); // keeps its one credit until it ends
    EXPECT(producer.take().credit.front().drain);
    consumer.attach_receiver("a");
    const CreditGrant grant = producer.take().credit.front();
    EXPECT(grant.credit == 0 && !grant.drain);
}

void a_settled_message_that_finds_nobody_drains_too() {
    Deserted d;
    d.producer.send_settled(d.in);
    Parcel& parcel = d.producer.take();
    EXPECT(parcel.incoming_dispositions.empty());
    EXPECT(parcel.credit.size() == 1 && parcel.credit[0].drain);
}

void an_anonymous_sender_is_not_drained() {
    CoreDriver core;
    Peer producer(core);
    const LinkId in = producer.attach_sender("");
    producer.take();
    producer.send(in, make_message("nobody"));
    for (const CreditGrant& grant : producer.take().credit) {
        EXPECT(!grant.drain);
    }
}

struct Drained {
    CoreDriver core;
    Peer producer{core};
    Peer consumer{core};
    LinkId in = producer.attach_sender("a");
    LinkId out = consumer.attach_receiver("a", {.limit = 0});

    Drained() { consumer.take(); }
    void drain(std::uint64_t limit, std::uint32_t serial) {
        consumer.act(CreditArrived{out, limit, true, serial});
    }
};

void a_drain_with_nothing_to_send_is_answered_at_once() {
    Drained d;
    d.drain(10, 1);
    Parcel& parcel = d.consumer.take();
    EXPECT(parcel.drained.size() == 1);
    EXPECT(parcel.drained[0].link == d.out && parcel.drained[0].serial == 1);
    d.producer.send(d.in);
    d.consumer.take();
    EXPECT(d.consumer.work().empty());
}

void a_drain_sends_what_waits_and_then_is_answered() {
    Drained d;
    d.producer.send(d.in);
    d.producer.send(d.in);
    d.drain(5, 7);
    Parcel& parcel = d.consumer.take();
    EXPECT(d.consumer.work().size() == 2);
    EXPECT(parcel.drained.size() == 1 && parcel.drained[0].serial == 7);
}

void a_drain_sends_no_more_than_the_credit() {
    Drained d;
    for (int i = 0; i < 4; ++i) {
        d.producer.send(d.in);
    }
    d.drain(3, 1);
    Parcel& parcel = d.consumer.take();
    EXPECT(d.consumer.work().size() == 3);
    EXPECT(parcel.drained.size() == 1);
}

void a_drain_waits_for_room() {
    Drained d;
    for (int i = 0; i < 2; ++i) {
        d.producer.send(d.in, make_message(), SendWindow::max_bytes);
    }
    d.drain(10, 1);
    Parcel& first = d.consumer.take();
    EXPECT(d.consumer.work().size() == 1);
    EXPECT(first.drained.empty());
    d.consumer.act(SendProgress{d.out, 1, SendWindow::max_bytes});
    Parcel& second = d.consumer.take();
    EXPECT(d.consumer.work().size() == 1);
    EXPECT(second.drained.size() == 1);
}

void a_drain_is_answered_once() {
    Drained d;
    d.drain(10, 1);
    EXPECT(d.consumer.take().drained.size() == 1);
    d.consumer.act(CreditArrived{d.out, 10, false, 1});
    d.producer.send(d.in);
    Parcel& parcel = d.consumer.take();
    EXPECT(d.consumer.work().size() == 1);
    EXPECT(parcel.drained.empty());
}

const CMUnitTest tests[] = {
    unit::test<a_message_that_finds_nobody_is_released_and_the_sender_drained>(
        "a message that finds nobody is released and the sender drained"),
    unit::test<the_first_consumer_back_refills_to_capacity>(
        "the first consumer back refills to capacity"),
    unit::test<a_sender_that_has_not_drained_yet_keeps_what_it_has>(
        "a sender that has not drained yet keeps what it has"),
    unit::test<the_end_of_the_drain_is_told_even_without_new_credit>(
        "the end of the drain is told even without new credit"),
    unit::test<a_settled_message_that_finds_nobody_drains_too>(
        "a settled message that finds nobody drains too"),
    unit::test<an_anonymous_sender_is_not_drained>("an anonymous sender is not drained"),
    unit::test<a_drain_with_nothing_to_send_is_answered_at_once>(
        "a drain with nothing to send is answered at once"),
    unit::test<a_drain_sends_what_waits_and_then_is_answered>(
        "a drain sends what waits and then is answered"),
    unit::test<a_drain_sends_no_more_than_the_credit>("a drain sends no more than the credit"),
    unit::test<a_drain_waits_for_room>("a drain waits for room"),
    unit::test<a_drain_is_answered_once>("a drain is answered once"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
