// SPDX-License-Identifier: Apache-2.0
// What becomes of deliveries when one of their ends goes away.
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <utility>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using message::Ending;
using test::CoreDriver;
using test::Peer;
using test::Receiving;

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
    bool is_empty() const {
        return core.state.context().incoming.empty() && core.state.context().outgoing.empty();
    }
};

void what_a_lost_consumer_had_is_modified() {
    Pair p;
    p.producer.send(p.in);
    p.consumer.take();
    p.consumer.detach(p.out);
    const IncomingDisposition& told = p.producer.take_told();
    EXPECT(told.settle && told.state.code == state::modified);
    EXPECT(told.state.detail->delivery_failed);
    EXPECT(p.is_empty());
}

void what_waits_for_credit_is_released() {
    Pair p({.limit = 0});
    p.producer.send(p.in);
    p.consumer.detach(p.out);
    const IncomingDisposition& told = p.producer.take_told();
    EXPECT(told.settle && told.state.code == state::released);
    EXPECT(p.is_empty());
}

void what_the_worker_never_took_is_released() {
    Pair p;
    p.producer.send(p.in);
    p.consumer.detach(p.out);
    EXPECT(p.producer.take_told().state.code == state::released);
}

void what_was_only_partly_sent_is_released() {
    Pair p;
    p.producer.send(p.in);
    p.producer.send(p.in);
    p.consumer.take();
    const auto work = p.consumer.work();
    EXPECT(work.size() == 2);
    p.consumer.detach(p.out, {work[1]->id});
    Parcel& parcel = p.producer.take();
    EXPECT(parcel.incoming_dispositions.size() == 2);
    EXPECT(parcel.incoming_dispositions[0].state.code == state::modified);
    EXPECT(parcel.incoming_dispositions[1].state.code == state::released);
}

void what_was_settled_before_the_loss_keeps_its_outcome() {
    Pair p;
    p.producer.send(p.in);
    p.consumer.consumer_says(p.consumer.take_one().id, state::accepted, true);
    p.consumer.detach(p.out);
    EXPECT(p.producer.take_told().state.code == state::accepted);
}

void a_settled_message_for_a_lost_consumer_is_dropped() {
    Pair p({.limit = 0});
    p.producer.send_settled(p.in);
    p.consumer.detach(p.out);
    EXPECT(p.producer.take().incoming_dispositions.empty());
    EXPECT(p.core.state.context().counters.outcomes.dropped_presettled == 1);
    EXPECT(p.is_empty());
}

void a_complete_message_outlives_its_producer() {
    Pair p;
    p.producer.send(p.in);
    const OutgoingId copy = p.consumer.take_one().id;
    p.producer.detach(p.in);
    EXPECT(p.consumer.take().outgoing_dispositions.empty());
    p.consumer.consumer_says(copy, state::accepted, true);
    EXPECT(p.is_empty());
    EXPECT(p.producer.take().incoming_dispositions.empty());
}

void a_waiting_message_outlives_its_producer() {
    Pair p({.limit = 0});
    p.producer.send(p.in);
    p.producer.detach(p.in);
    p.consumer.act(CreditArrived{p.out, 1, false, 0});
    const LinkWithWork& work = p.consumer.take_one();
    EXPECT(!work.settled && work.id);
    p.consumer.consumer_says(work.id, state::released, true);
    EXPECT(p.is_empty());
}

void both_ends_may_be_lost() {
    Pair p;
    p.producer.send(p.in);
    p.consumer.take();
    p.producer.detach(p.in);
    p.consumer.detach(p.out);
    EXPECT(p.is_empty());
    EXPECT(p.core.state.addresses().size() == 0);
}

void a_producer_lost_in_mid_message_aborts_what_has_begun() {
    Pair p;
    p.producer.begin(p.in, 200'000);
    const OutgoingId copy = p.consumer.take_one().id;
    p.producer.detach(p.in);
    Parcel& parcel = p.consumer.take();
    EXPECT(parcel.streams.size() == 1);
    EXPECT(parcel.streams[0].id == copy && parcel.streams[0].ending == Ending::aborted);
    EXPECT(p.is_empty());
}

void a_producer_lost_in_mid_message_leaves_no_trace_of_what_has_not_begun() {
    Pair p({.limit = 0});
    p.producer.begin(p.in, 200'000);
    p.producer.detach(p.in);
    p.consumer.act(CreditArrived{p.out, 10, false, 0});
    p.consumer.take();
    EXPECT(p.consumer.work().empty());
    EXPECT(p.is_empty());
}

void copies_of_a_lost_producers_multicast_are_settled_as_modified() {
    CoreDriver core(test::settings_with({{"all", Treatment::multicast, 0, 0, -1, false}}));
    Peer producer(core), has(core), waits(core);
    has.attach_receiver("all");
    const LinkId waiting = waits.attach_receiver("all", {.limit = 0});
    const LinkId in = producer.attach_sender("all");
    producer.send(in);
    const OutgoingId copy = has.take_one().id;
    producer.detach(in);
    Parcel& parcel = has.take();
    EXPECT(parcel.outgoing_dispositions.size() == 1);
    EXPECT(parcel.outgoing_dispositions[0].id == copy);
    EXPECT(parcel.outgoing_dispositions[0].settle);
    EXPECT(parcel.outgoing_dispositions[0].state.code == state::modified);
    waits.act(CreditArrived{waiting, 1, false, 0});
    EXPECT(waits.take_one().settled);
    EXPECT(core.state.context().incoming.empty() && core.state.context().outgoing.empty());
}

void a_connection_goes_with_its_links() {
    Pair p;
    p.producer.send(p.in);
    p.consumer.detach(p.out);
    p.consumer.close();
    p.producer.detach(p.in);
    p.producer.close();
    EXPECT(p.core.state.connection_count() == 0);
    EXPECT(p.core.state.addresses().size() == 0);
    EXPECT(p.is_empty());
}

const CMUnitTest tests[] = {
    unit::test<what_a_lost_consumer_had_is_modified>("what a lost consumer had is modified"),
    unit::test<what_waits_for_credit_is_released>("what waits for credit is released"),
    unit::test<what_the_worker_never_took_is_released>("what the worker never took is released"),
    unit::test<what_was_only_partly_sent_is_released>("what was only partly sent is released"),
    unit::test<what_was_settled_before_the_loss_keeps_its_outcome>(
        "what was settled before the loss keeps its outcome"),
    unit::test<a_settled_message_for_a_lost_consumer_is_dropped>(
        "a settled message for a lost consumer is dropped"),
    unit::test<a_complete_message_outlives_its_producer>(
        "a complete message outlives its producer"),
    unit::test<a_waiting_message_outlives_its_producer>("a waiting message outlives its producer"),
    unit::test<both_ends_may_be_lost>("both ends may be lost"),
    unit::test<a_producer_lost_in_mid_message_aborts_what_has_begun>(
        "a producer lost in mid message aborts what has begun"),
    unit::test<a_producer_lost_in_mid_message_leaves_no_trace_of_what_has_not_begun>(
        "a producer lost in mid message leaves no trace of what has not begun"),
    unit::test<copies_of_a_lost_producers_multicast_are_settled_as_modified>(
        "copies of a lost producer's multicast are settled as modified"),
    unit::test<a_connection_goes_with_its_links>("a connection goes with its links"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
