// SPDX-License-Identifier: Apache-2.0
// Messages that are forwarded while they arrive.
#include "router_core/link/stream.hpp"
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"
#include "crosspoint/core/limits.hpp"

#include <utility>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using message::Ending;
using test::CoreDriver;
using test::Peer;
using test::Receiving;

constexpr std::uint64_t window = limits::stream_window;
constexpr std::uint64_t step = limits::stream_step;

struct Pair {
    CoreDriver core{test::settings_with({{"all", Treatment::multicast, 0, 0, -1, false}})};
    Peer producer{core};
    Peer consumer{core};
    LinkId out;
    LinkId in;

    explicit Pair(Receiving wanted = {}, const char* address = "a")
        : out(consumer.attach_receiver(address, std::move(wanted))),
          in(producer.attach_sender(address)) {
        producer.take();
        consumer.take();
    }
    bool is_empty() const {
        return core.state.context().incoming.empty() && core.state.context().outgoing.empty();
    }
};

void the_consumer_hears_of_every_piece() {
    Pair p;
    const IncomingId id = p.producer.begin(p.in, 200'000);
    const LinkWithWork& work = p.consumer.take_one();
    const OutgoingId copy = work.id;
    EXPECT(work.size == 200'000 && work.ending == Ending::open && work.start);
    p.producer.grow(p.in, id, 300'000);
    p.producer.grow(p.in, id, 400'000, Ending::complete);
    Parcel& parcel = p.consumer.take();
    EXPECT(parcel.streams.size() == 2);
    EXPECT(parcel.streams[0].id == copy);
    EXPECT(parcel.streams[0].size == 300'000 && parcel.streams[0].ending == Ending::open);
    EXPECT(parcel.streams[1].size == 400'000 && parcel.streams[1].ending == Ending::complete);
    p.consumer.consumer_says(copy, state::accepted, true);
    EXPECT(p.producer.take_told().state.code == state::accepted);
    EXPECT(p.is_empty());
}

void the_content_is_held_by_its_readers_alone() {
    Pair p;
    const message::MessagePtr content = test::make_message("x");
    p.producer.begin(p.in, 200'000, false, content);
    EXPECT(!content->head());
    EXPECT(bool(p.consumer.take_one().start));
}

void what_waits_grows_unseen() {
    Pair p({.limit = 0});
    const IncomingId id = p.producer.begin(p.in, 200'000);
    p.producer.grow(p.in, id, 300'000);
    EXPECT(p.consumer.take().streams.empty());
    p.consumer.act(CreditArrived{p.out, 1, false, 0});
    EXPECT(p.consumer.take_one().size == 300'000);
}

void the_allowance_follows_the_consumer_in_steps() {
    Pair p;
    p.producer.begin(p.in, 200'000);
    const OutgoingId copy = p.consumer.take_one().id;
    p.consumer.act(StreamProgress{copy, step - 1});
    EXPECT(p.producer.take().allowances.empty());
    p.consumer.act(StreamProgress{copy, step});
    Parcel& parcel = p.producer.take();
    EXPECT(parcel.allowances.size() == 1);
    EXPECT(parcel.allowances[0].bytes == step + window && !parcel.allowances[0].discard);
}

void the_allowance_follows_the_slowest_consumer() {
    Pair p({}, "all");
    Peer slow(p.core);
    slow.attach_receiver("all");
    p.producer.begin(p.in, window);
    const OutgoingId fast_copy = p.consumer.take_one().id;
    slow.take();
    const OutgoingId slow_copy = slow.work().front()->id;
    p.consumer.act(StreamProgress{fast_copy, window});
    EXPECT(p.producer.take().allowances.empty());
    slow.act(StreamProgress{slow_copy, 2 * step});
    EXPECT(p.producer.take().allowances.front().bytes == 2 * step + window);
}

void the_allowance_is_raised_when_the_slowest_is_gone() {
    Pair p({}, "all");
    Peer slow(p.core);
    const LinkId slow_link = slow.attach_receiver("all", {.limit = 0});
    p.producer.begin(p.in, window);
    p.consumer.act(StreamProgress{p.consumer.take_one().id, window});
    EXPECT(p.producer.take().allowances.empty());
    slow.detach(slow_link);
    EXPECT(p.producer.take().allowances.front().bytes == 2 * window);
}

void the_rest_is_discarded_if_the_consumer_settles_early() {
    Pair p;
    const IncomingId id = p.producer.begin(p.in, 200'000);
    StateDetail why;
    why.condition = "test:why";
    p.consumer.consumer_says(p.consumer.take_one().id, {state::rejected, std::move(why)}, true);
    Parcel& parcel = p.producer.take();
    EXPECT(parcel.incoming_dispositions.empty());
    EXPECT(parcel.allowances.size() == 1 && parcel.allowances[0].discard);
    p.producer.grow(p.in, id, 300'000);
    EXPECT(p.producer.take().incoming_dispositions.empty());
    p.producer.grow(p.in, id, 400'000, Ending::complete);
    const IncomingDisposition& told = p.producer.take_told();
    EXPECT(told.settle && told.state.code == state::rejected);
    EXPECT(told.state.detail->condition == "test:why");
    EXPECT(p.is_empty());
}

void a_state_declared_early_is_told_at_the_end() {
    Pair p;
    const IncomingId id = p.producer.begin(p.in, 200'000);
    const OutgoingId copy = p.consumer.take_one().id;
    p.consumer.consumer_says(copy, state::accepted, false);
    EXPECT(p.producer.take().incoming_dispositions.empty());
    p.producer.grow(p.in, id, 300'000, Ending::complete);
    const IncomingDisposition& told = p.producer.take_told();
    EXPECT(!told.settle && told.state.code == state::accepted);
    p.producer.producer_says(p.in, id, {}, true);
    EXPECT(p.producer.take_told().settle);
    EXPECT(p.is_empty());
}

void an_aborted_message_is_aborted_where_it_has_begun() {
    Pair p;
    const IncomingId id = p.producer.begin(p.in, 200'000);
    const OutgoingId copy = p.consumer.take_one().id;
    p.producer.grow(p.in, id, 250'000, Ending::aborted);
    Parcel& parcel = p.consumer.take();
    EXPECT(parcel.streams.size() == 1);
    EXPECT(parcel.streams[0].id == copy && parcel.streams[0].ending == Ending::aborted);
    const IncomingDisposition& told = p.producer.take_told();
    EXPECT(told.settle && told.state.code == state::none);
    EXPECT(p.is_empty());
}

void an_aborted_message_that_waits_disappears() {
    Pair p({.limit = 0});
    const IncomingId id = p.producer.begin(p.in, 200'000);
    p.producer.grow(p.in, id, 250'000, Ending::aborted);
    p.consumer.act(CreditArrived{p.out, 5, false, 0});
    p.consumer.take();
    EXPECT(p.consumer.work().empty());
    EXPECT(p.producer.take_told().state.code == state::none);
    EXPECT(p.is_empty());
}

void a_message_without_destination_is_swallowed_and_then_released() {
    Pair p;
    p.consumer.detach(p.out);
    const IncomingId id = p.producer.begin(p.in, 200'000);
    Parcel& parcel = p.producer.take();
    EXPECT(parcel.allowances.size() == 1 && parcel.allowances[0].discard);
    EXPECT(parcel.incoming_dispositions.empty());
    p.producer.grow(p.in, id, 300'000, Ending::complete);
    EXPECT(p.producer.take_told().state.code == state::released);
    EXPECT(p.is_empty());
}

void a_settled_stream_ends_by_itself() {
    Pair p;
    const IncomingId id = p.producer.begin(p.in, 200'000, true);
    EXPECT(p.consumer.take_one().settled);
    p.producer.grow(p.in, id, 300'000, Ending::complete);
    EXPECT(p.consumer.take().streams.front().ending == Ending::complete);
    const IncomingDisposition& told = p.producer.take_told();
    EXPECT(told.settle && told.state.code == state::none);
    EXPECT(p.is_empty());
}

void a_settled_stream_that_waits_stays_until_there_is_credit() {
    Pair p({.limit = 0});
    const IncomingId id = p.producer.begin(p.in, 200'000, true);
    p.producer.grow(p.in, id, 300'000, Ending::complete);
    EXPECT(p.producer.take_told().settle);
    p.consumer.act(CreditArrived{p.out, 1, false, 0});
    const LinkWithWork& work = p.consumer.take_one();
    EXPECT(work.settled && work.ending == Ending::complete && work.size == 300'000 && work.start);
    EXPECT(p.is_empty());
}

void a_producer_may_settle_before_the_end() {
    Pair p;
    const IncomingId id = p.producer.begin(p.in, 200'000);
    const OutgoingId copy = p.consumer.take_one().id;
    p.producer.producer_says(p.in, id, {}, true);
    EXPECT(p.consumer.take().outgoing_dispositions.empty());
    p.producer.grow(p.in, id, 300'000, Ending::complete);
    Parcel& parcel = p.consumer.take();
    EXPECT(parcel.outgoing_dispositions.size() == 1);
    EXPECT(parcel.outgoing_dispositions[0].id == copy && parcel.outgoing_dispositions[0].settle);
    EXPECT(p.producer.take_told().settle);
    EXPECT(p.is_empty());
}

const CMUnitTest tests[] = {
    unit::test<the_consumer_hears_of_every_piece>("the consumer hears of every piece"),
    unit::test<the_content_is_held_by_its_readers_alone>(
        "the content is held by its readers alone"),
    unit::test<what_waits_grows_unseen>("what waits grows unseen"),
    unit::test<the_allowance_follows_the_consumer_in_steps>(
        "the allowance follows the consumer in steps"),
    unit::test<the_allowance_follows_the_slowest_consumer>(
        "the allowance follows the slowest consumer"),
    unit::test<the_allowance_is_raised_when_the_slowest_is_gone>(
        "the allowance is raised when the slowest is gone"),
    unit::test<the_rest_is_discarded_if_the_consumer_settles_early>(
        "the rest is discarded if the consumer settles early"),
    unit::test<a_state_declared_early_is_told_at_the_end>(
        "a state declared early is told at the end"),
    unit::test<an_aborted_message_is_aborted_where_it_has_begun>(
        "an aborted message is aborted where it has begun"),
    unit::test<an_aborted_message_that_waits_disappears>(
        "an aborted message that waits disappears"),
    unit::test<a_message_without_destination_is_swallowed_and_then_released>(
        "a message without destination is swallowed and then released"),
    unit::test<a_settled_stream_ends_by_itself>("a settled stream ends by itself"),
    unit::test<a_settled_stream_that_waits_stays_until_there_is_credit>(
        "a settled stream that waits stays until there is credit"),
    unit::test<a_producer_may_settle_before_the_end>("a producer may settle before the end"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
