// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/stream_stall.hpp"
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"
#include "crosspoint/core/limits.hpp"

#include <optional>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using message::Ending;
using test::CoreDriver;
using test::Peer;

constexpr std::uint64_t window = limits::stream_window;

/// A multicast stream that has been read as far as allowed, with one consumer that has it all.
struct Stream {
    CoreDriver core{test::settings_with({{"all", Treatment::multicast, 0, 0, -1, false}})};
    Peer producer{core};
    Peer fast{core};
    Peer slow{core};
    LinkId fast_link = fast.attach_receiver("all");
    LinkId slow_link;
    LinkId in = producer.attach_sender("all");
    IncomingId id;
    OutgoingId fast_copy;

    explicit Stream(std::uint64_t slow_limit = 10)
        : slow_link(slow.attach_receiver("all", {.limit = slow_limit})) {
        slow.take();
        producer.take();
        id = producer.begin(in, window);
        fast.take();
        fast_copy = fast.work().front()->id;
        fast.act(StreamProgress{fast_copy, window});
    }
    OutgoingId slow_copy() { return slow.take_one().id; }
    bool goes_on() { return !producer.take().allowances.empty(); }
    std::optional<std::uint64_t> deadline() { return core.state.next_deadline(core.ct()); }
    /// Time passes as the core asks for it.
    void pass(std::uint64_t milliseconds) {
        const std::uint64_t end = core.now + milliseconds;
        while (deadline() && core.now + *deadline() <= end) {
            core.pass_time(*deadline());
        }
        core.now = end;
    }
};

void a_consumer_that_takes_nothing_is_left_out() {
    Stream s;
    const OutgoingId copy = s.slow_copy();
    s.pass(3000);
    EXPECT(!s.goes_on());
    s.pass(1000);
    EXPECT(s.goes_on());
    Parcel& parcel = s.slow.take();
    EXPECT(parcel.streams.size() == 1);
    EXPECT(parcel.streams[0].id == copy && parcel.streams[0].ending == Ending::aborted);
    EXPECT(s.fast.take().streams.empty());
}

void what_was_begun_counts_as_modified() {
    Stream s;
    s.slow_copy();
    s.pass(4000);
    s.producer.grow(s.in, s.id, window + 1, Ending::complete);
    s.fast.consumer_says(s.fast_copy, state::released, true);
    EXPECT(s.producer.take().incoming_dispositions.front().state.code == state::modified);
    EXPECT(s.core.state.context().outgoing.empty());
}

void what_was_not_begun_counts_as_released() {
    Stream s(0);
    s.pass(4000);
    EXPECT(s.slow.take().streams.empty());
    s.producer.grow(s.in, s.id, window + 1, Ending::complete);
    s.fast.consumer_says(s.fast_copy, state::released, true);
    EXPECT(s.producer.take().incoming_dispositions.front().state.code == state::released);
    s.slow.act(CreditArrived{s.slow_link, 10, false, 0});
    s.slow.take();
    EXPECT(s.slow.work().empty());
}

void a_slow_consumer_that_moves_is_waited_for() {
    Stream s;
    const OutgoingId copy = s.slow_copy();
    for (std::uint64_t bytes = 1; bytes < 6; ++bytes) {
        s.pass(2500);
        s.slow.act(StreamProgress{copy, bytes});
    }
    EXPECT(!s.goes_on());
    EXPECT(s.slow.take().streams.empty());
}

void a_producer_that_pauses_costs_nobody_the_stream() {
    Stream s;
    const OutgoingId copy = s.slow_copy();
    s.slow.act(StreamProgress{copy, window - 10});
    s.producer.take();
    s.pass(60'000);
    EXPECT(s.slow.take().streams.empty());
    // Now there is something to take again, and the time begins anew.
    s.producer.grow(s.in, s.id, 2 * window);
    s.fast.act(StreamProgress{s.fast_copy, 2 * window});
    s.pass(2500);
    EXPECT(s.slow.take().streams.front().ending == Ending::open);
}

void nobody_is_left_out_while_nobody_waits() {
    CoreDriver core(test::settings_with({{"all", Treatment::multicast, 0, 0, -1, false}}));
    Peer producer(core), one(core), two(core);
    one.attach_receiver("all");
    two.attach_receiver("all");
    producer.begin(producer.attach_sender("all"), window);
    for (int i = 0; i < 20; ++i) {
        core.pass_time(1000);
    }
    EXPECT(one.take().streams.empty());
    EXPECT(two.take().streams.empty());
}

void the_core_sleeps_when_there_is_nothing_to_watch() {
    Stream s;
    EXPECT(s.deadline() == StreamStall::interval_ms);
    s.producer.grow(s.in, s.id, window + 1, Ending::complete);
    s.slow.consumer_says(s.slow_copy(), state::accepted, true);
    s.fast.consumer_says(s.fast_copy, state::accepted, true);
    EXPECT(!s.deadline());
}

void a_stream_that_is_complete_needs_no_timer() {
    Stream s;
    s.producer.grow(s.in, s.id, window + 1, Ending::complete);
    s.core.pass_time(1000);
    EXPECT(!s.deadline());
}

void a_stream_to_one_consumer_needs_no_timer() {
    CoreDriver core;
    Peer producer(core), consumer(core);
    consumer.attach_receiver("a");
    producer.begin(producer.attach_sender("a"), window);
    EXPECT(!core.state.next_deadline(core.ct()));
}

void it_looks_at_most_once_a_second() {
    Stream s;
    s.core.pass_time(400);
    EXPECT(s.deadline() == 600U);
    s.core.pass_time(600);
    EXPECT(s.deadline() == 1000U);
    s.core.pass_time(1);
    EXPECT(s.deadline() == 999U);
}

const CMUnitTest tests[] = {
    unit::test<a_consumer_that_takes_nothing_is_left_out>(
        "a consumer that takes nothing is left out"),
    unit::test<what_was_begun_counts_as_modified>("what was begun counts as modified"),
    unit::test<what_was_not_begun_counts_as_released>("what was not begun counts as released"),
    unit::test<a_slow_consumer_that_moves_is_waited_for>(
        "a slow consumer that moves is waited for"),
    unit::test<a_producer_that_pauses_costs_nobody_the_stream>(
        "a producer that pauses costs nobody the stream"),
    unit::test<nobody_is_left_out_while_nobody_waits>("nobody is left out while nobody waits"),
    unit::test<the_core_sleeps_when_there_is_nothing_to_watch>(
        "the core sleeps when there is nothing to watch"),
    unit::test<a_stream_that_is_complete_needs_no_timer>(
        "a stream that is complete needs no timer"),
    unit::test<a_stream_to_one_consumer_needs_no_timer>("a stream to one consumer needs no timer"),
    unit::test<it_looks_at_most_once_a_second>("it looks at most once a second"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
