// SPDX-License-Identifier: Apache-2.0
// Consumers that say how large a message they take.
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using message::Ending;
using test::CoreDriver;
using test::make_message;
using test::Peer;

struct Bounded {
    CoreDriver core{test::settings_with({{"all", Treatment::multicast, 0, 0, -1, false}})};
    Peer producer{core};
    Peer consumer{core};
    LinkId out;
    LinkId in;

    explicit Bounded(std::uint64_t bound, const char* address = "a")
        : out(consumer.attach_receiver(address, {.max_message_size = bound})),
          in(producer.attach_sender(address)) {
        producer.take();
        consumer.take();
    }
    bool is_empty() const {
        return core.state.context().incoming.empty() && core.state.context().outgoing.empty();
    }
    bool nothing_was_sent() {
        consumer.take();
        return consumer.work().empty();
    }
};

bool says_too_large(const IncomingDisposition& told) {
    return told.settle && told.state.code == state::rejected && told.state.detail &&
           told.state.detail->condition == "amqp:link:message-size-exceeded" &&
           told.state.detail->description == "Message size exceeded";
}

void a_message_of_that_size_is_sent() {
    Bounded b(1000);
    b.producer.send(b.in, make_message(), 1000);
    EXPECT(b.consumer.take_one().size == 1000);
}

void a_larger_one_is_rejected() {
    Bounded b(1000);
    b.producer.send(b.in, make_message(), 1001);
    EXPECT(b.nothing_was_sent());
    EXPECT(says_too_large(b.producer.take_told()));
    EXPECT(b.is_empty());
    EXPECT(b.core.address("M0a")->producers.front()->credit.in_flight() == 0);
}

void a_larger_one_that_came_settled_is_dropped() {
    Bounded b(1000);
    b.producer.send_settled(b.in, make_message(), 1001);
    EXPECT(b.nothing_was_sent());
    EXPECT(b.producer.take().incoming_dispositions.empty());
    EXPECT(b.core.state.context().counters.outcomes.dropped_presettled == 1);
    EXPECT(b.core.address("M0a")->producers.front()->credit.in_flight() == 0);
}

void without_a_bound_everything_is_sent() {
    Bounded b(0);
    b.producer.send(b.in, make_message(), 1'000'000'000);
    EXPECT(b.consumer.take_one().size == 1'000'000'000);
}

void a_stream_that_is_too_large_from_the_start_is_swallowed() {
    Bounded b(1000);
    const IncomingId id = b.producer.begin(b.in, 200'000);
    EXPECT(b.nothing_was_sent());
    EXPECT(b.producer.take().allowances.front().discard);
    b.producer.grow(b.in, id, 300'000, Ending::complete);
    EXPECT(says_too_large(b.producer.take_told()));
    EXPECT(b.is_empty());
}

void a_stream_that_grows_too_large_is_aborted_and_swallowed() {
    Bounded b(250'000);
    const IncomingId id = b.producer.begin(b.in, 200'000);
    const OutgoingId copy = b.consumer.take_one().id;
    b.producer.grow(b.in, id, 300'000);
    Parcel& parcel = b.consumer.take();
    EXPECT(parcel.streams.size() == 1);
    EXPECT(parcel.streams[0].id == copy && parcel.streams[0].ending == Ending::aborted);
    EXPECT(b.producer.take().allowances.front().discard);
    b.producer.grow(b.in, id, 400'000, Ending::complete);
    EXPECT(says_too_large(b.producer.take_told()));
    EXPECT(b.is_empty());
}

void a_stream_may_grow_too_large_with_its_last_piece() {
    Bounded b(250'000);
    const IncomingId id = b.producer.begin(b.in, 200'000);
    b.consumer.take();
    b.producer.grow(b.in, id, 300'000, Ending::complete);
    EXPECT(b.consumer.take().streams.front().ending == Ending::aborted);
    EXPECT(says_too_large(b.producer.take_told()));
    EXPECT(b.is_empty());
}

void a_stream_that_waits_vanishes_when_it_is_too_large() {
    Bounded b(250'000);
    b.consumer.act(CreditArrived{b.out, 0, false, 0});
    const IncomingId id = b.producer.begin(b.in, 200'000);
    b.producer.grow(b.in, id, 300'000, Ending::complete);
    b.consumer.act(CreditArrived{b.out, 10, false, 0});
    EXPECT(b.nothing_was_sent());
    EXPECT(says_too_large(b.producer.take_told()));
    EXPECT(b.is_empty());
}

void the_other_consumers_of_a_multicast_get_it() {
    Bounded b(250'000, "all");
    Peer other(b.core);
    other.attach_receiver("all");
    const IncomingId id = b.producer.begin(b.in, 200'000);
    b.consumer.take();
    other.take();
    const OutgoingId copy = other.work().front()->id;
    b.producer.grow(b.in, id, 300'000, Ending::complete);
    EXPECT(b.consumer.take().streams.front().ending == Ending::aborted);
    EXPECT(other.take().streams.front().ending == Ending::complete);
    other.consumer_says(copy, state::accepted, true);
    const IncomingDisposition& told = b.producer.take_told();
    EXPECT(told.settle && told.state.code == state::rejected && !told.state.detail);
    EXPECT(b.is_empty());
}

void a_multicast_too_large_for_all_is_rejected() {
    Bounded b(1000, "all");
    Peer other(b.core);
    other.attach_receiver("all", {.max_message_size = 10});
    b.producer.send(b.in, make_message(), 2000);
    const IncomingDisposition& told = b.producer.take_told();
    EXPECT(told.settle && told.state.code == state::rejected);
    EXPECT(b.is_empty());
}

const CMUnitTest tests[] = {
    unit::test<a_message_of_that_size_is_sent>("a message of that size is sent"),
    unit::test<a_larger_one_is_rejected>("a larger one is rejected"),
    unit::test<a_larger_one_that_came_settled_is_dropped>(
        "a larger one that came settled is dropped"),
    unit::test<without_a_bound_everything_is_sent>("without a bound everything is sent"),
    unit::test<a_stream_that_is_too_large_from_the_start_is_swallowed>(
        "a stream that is too large from the start is swallowed"),
    unit::test<a_stream_that_grows_too_large_is_aborted_and_swallowed>(
        "a stream that grows too large is aborted and swallowed"),
    unit::test<a_stream_may_grow_too_large_with_its_last_piece>(
        "a stream may grow too large with its last piece"),
    unit::test<a_stream_that_waits_vanishes_when_it_is_too_large>(
        "a stream that waits vanishes when it is too large"),
    unit::test<the_other_consumers_of_a_multicast_get_it>(
        "the other consumers of a multicast get it"),
    unit::test<a_multicast_too_large_for_all_is_rejected>(
        "a multicast too large for all is rejected"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
