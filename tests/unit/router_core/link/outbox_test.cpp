// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/tokens.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/core/outbox.hpp"

#include <memory>
#include <utility>

namespace {

using namespace crosspoint;
using core::Outbox;
using core::Parcel;
using core::ParcelPtr;

struct Bell final : core::Waker {
    int rung = 0;
    void wake() override { ++rung; }
};

struct Fixture {
    CoreThreadForTest core;
    ConnectionTurnForTest worker;
    Bell bell;
    Outbox outbox{bell};

    ParcelPtr add(std::uint64_t serial, std::uint32_t credit = 1) {
        auto parcel = std::make_unique<Parcel>();
        parcel->serial = serial;
        parcel->credit.push_back({LinkId{0, 1}, credit, false});
        return outbox.add(core.token, std::move(parcel));
    }
};

void the_worker_is_woken_once_until_it_takes() {
    Fixture f;
    EXPECT(f.add(1) == nullptr);
    EXPECT(f.bell.rung == 1);
    EXPECT(f.add(2) != nullptr);
    EXPECT(f.bell.rung == 1);
    EXPECT(f.outbox.take(f.worker.token) != nullptr);
    EXPECT(f.add(3) == nullptr);
    EXPECT(f.bell.rung == 2);
}

void parcels_that_wait_become_one() {
    Fixture f;
    f.add(1, 10);
    f.add(2, 20);
    const ParcelPtr parcel = f.outbox.take(f.worker.token);
    EXPECT(parcel->serial == 2);
    EXPECT(parcel->credit.size() == 2);
    EXPECT(parcel->credit[0].credit == 10);
    EXPECT(parcel->credit[1].credit == 20);
    EXPECT(f.outbox.take(f.worker.token) == nullptr);
}

void nobody_is_woken_once_it_is_closed() {
    Fixture f;
    f.outbox.close(f.worker.token);
    f.add(1);
    EXPECT(f.bell.rung == 0);
    EXPECT(f.outbox.take(f.worker.token) != nullptr);
}

/// One of each kind.
Parcel full(std::uint64_t serial) {
    Parcel p;
    const LinkId link{static_cast<std::uint32_t>(serial), 1};
    p.serial = serial;
    p.answers.push_back({link, std::nullopt, ""});
    p.incoming_dispositions.push_back({link, {}, core::state::accepted, true});
    p.credit.push_back({link, 1, false});
    p.allowances.push_back({link, {}, 1, false});
    for (auto& links : p.links_with_work) {
        links.emplace_back();
        links.back().link = link;
    }
    p.streams.push_back({link, {}, 1, message::Ending::open});
    p.outgoing_dispositions.push_back({link, {}, core::state::accepted, true});
    p.drained.push_back({link, 1});
    p.detaches.push_back({link, std::nullopt});
    return p;
}

template <class Items>
bool in_order(const Items& items) {
    return items.size() == 2 && items[0].link.slot == 1 && items[1].link.slot == 2;
}

void appending_keeps_every_part_in_order() {
    Parcel first = full(1);
    first.append(full(2));
    EXPECT(first.serial == 2);
    EXPECT(in_order(first.answers));
    EXPECT(in_order(first.incoming_dispositions));
    EXPECT(in_order(first.credit));
    EXPECT(in_order(first.allowances));
    for (const auto& links : first.links_with_work) {
        EXPECT(in_order(links));
    }
    EXPECT(in_order(first.streams));
    EXPECT(in_order(first.outgoing_dispositions));
    EXPECT(in_order(first.drained));
    EXPECT(in_order(first.detaches));
    EXPECT(!first.close);
}

void a_later_close_stays() {
    Parcel first;
    Parcel second;
    second.close = AmqpError{condition::connection_forced, "enough"};
    first.append(std::move(second));
    EXPECT(first.close.has_value());
    first.append(Parcel());
    EXPECT(first.close->description == "enough");
}

void a_drop_stays_and_the_last_word_on_tracing_counts() {
    Parcel first;
    Parcel second;
    second.drop = true;
    second.trace_frames = true;
    first.append(std::move(second));
    EXPECT(first.drop && first.trace_frames == true);
    first.append(Parcel());
    EXPECT(first.drop && first.trace_frames == true);
    Parcel third;
    third.trace_frames = false;
    first.append(std::move(third));
    EXPECT(first.drop && first.trace_frames == false);
}

void a_cleared_parcel_is_empty() {
    Parcel parcel = full(1);
    parcel.drop = true;
    parcel.trace_frames = false;
    parcel.close = AmqpError{condition::connection_forced, ""};
    parcel.clear();
    EXPECT(parcel.serial == 0);
    EXPECT(parcel.answers.empty() && parcel.incoming_dispositions.empty());
    EXPECT(parcel.credit.empty() && parcel.allowances.empty() && parcel.streams.empty());
    for (const auto& links : parcel.links_with_work) {
        EXPECT(links.empty());
    }
    EXPECT(parcel.outgoing_dispositions.empty() && parcel.drained.empty());
    EXPECT(parcel.detaches.empty() && !parcel.close);
    EXPECT(!parcel.drop && !parcel.trace_frames);
}

void a_large_vector_is_given_back_by_clearing() {
    Parcel parcel;
    parcel.credit.resize(100'000);
    parcel.drained.resize(10);
    parcel.clear();
    EXPECT(parcel.credit.capacity() == 0);
    EXPECT(parcel.drained.capacity() >= 10);
}

const CMUnitTest tests[] = {
    unit::test<the_worker_is_woken_once_until_it_takes>("the worker is woken once until it takes"),
    unit::test<parcels_that_wait_become_one>("parcels that wait become one"),
    unit::test<nobody_is_woken_once_it_is_closed>("nobody is woken once it is closed"),
    unit::test<appending_keeps_every_part_in_order>("appending keeps every part in order"),
    unit::test<a_later_close_stays>("a later close stays"),
    unit::test<a_drop_stays_and_the_last_word_on_tracing_counts>(
        "a drop stays, and the last word on tracing counts"),
    unit::test<a_cleared_parcel_is_empty>("a cleared parcel is empty"),
    unit::test<a_large_vector_is_given_back_by_clearing>(
        "a large vector is given back by clearing"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
