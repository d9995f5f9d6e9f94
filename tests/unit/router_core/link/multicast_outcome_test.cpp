// SPDX-License-Identifier: Apache-2.0
// How the outcomes of many copies become one.
#include "router_core/link/settlement.hpp"
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <array>
#include <utility>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::CoreDriver;
using test::Peer;

/// A message that two consumers have.
struct Multicast {
    CoreDriver core{test::settings_with({{"all", Treatment::multicast, 0, 0, -1, false}})};
    Peer producer{core};
    Peer left{core};
    Peer right{core};
    LinkId left_link = left.attach_receiver("all");
    LinkId right_link = right.attach_receiver("all");
    LinkId in = producer.attach_sender("all");
    IncomingId id;
    OutgoingId left_copy, right_copy;

    Multicast() {
        producer.take();
        id = producer.send(in);
        left_copy = left.take_one().id;
        right_copy = right.take_one().id;
    }
    bool heard_nothing() { return producer.take().incoming_dispositions.empty(); }
};

std::uint64_t outcome_of(std::uint64_t left, std::uint64_t right) {
    Multicast m;
    m.left.consumer_says(m.left_copy, left, true);
    EXPECT(m.heard_nothing());
    m.right.consumer_says(m.right_copy, right, true);
    const IncomingDisposition& told = m.producer.take_told();
    EXPECT(told.settle);
    EXPECT(m.core.state.context().incoming.empty());
    return told.state.code;
}

void the_precedence_is_rejected_accepted_modified_released() {
    constexpr std::array order{state::rejected, state::accepted, state::modified, state::released};
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t k = i; k < order.size(); ++k) {
            EXPECT(combine(order[i], order[k]) == order[i]);
            EXPECT(combine(order[k], order[i]) == order[i]);
            EXPECT(outcome_of(order[k], order[i]) == order[i]);
        }
    }
}

void declared_counts_as_rejected() {
    EXPECT(outcome_of(state::declared, state::accepted) == state::rejected);
}

void a_settlement_without_an_outcome_counts_as_modified() {
    EXPECT(outcome_of(state::none, state::released) == state::modified);
    EXPECT(outcome_of(state::received, state::released) == state::modified);
}

void details_are_not_carried() {
    Multicast m;
    StateDetail detail;
    detail.condition = "test:why";
    m.left.consumer_says(m.left_copy, {state::rejected, std::move(detail)}, true);
    m.right.consumer_says(m.right_copy, state::accepted, true);
    const IncomingDisposition& told = m.producer.take_told();
    EXPECT(told.state.code == state::rejected);
    EXPECT(!told.state.detail);
}

void states_that_end_nothing_are_ignored() {
    Multicast m;
    m.left.consumer_says(m.left_copy, state::received, false);
    m.right.consumer_says(m.right_copy, state::received, false);
    EXPECT(m.heard_nothing());
}

void the_outcome_is_told_when_all_have_one_and_settled_when_all_are() {
    Multicast m;
    m.left.consumer_says(m.left_copy, state::accepted, false);
    EXPECT(m.heard_nothing());
    m.right.consumer_says(m.right_copy, state::released, false);
    const IncomingDisposition& first = m.producer.take_told();
    EXPECT(first.state.code == state::accepted && !first.settle);
    m.left.consumer_says(m.left_copy, state::accepted, true);
    EXPECT(m.heard_nothing());
    m.right.consumer_says(m.right_copy, state::released, true);
    const IncomingDisposition& last = m.producer.take_told();
    EXPECT(last.state.code == state::accepted && last.settle);
}

void an_outcome_once_given_does_not_change() {
    Multicast m;
    m.left.consumer_says(m.left_copy, state::released, false);
    m.left.consumer_says(m.left_copy, state::rejected, true);
    m.right.consumer_says(m.right_copy, state::modified, true);
    EXPECT(m.producer.take_told().state.code == state::modified);
}

void a_copy_lost_unsettled_counts_as_modified() {
    Multicast m;
    m.left.detach(m.left_link);
    m.right.consumer_says(m.right_copy, state::released, true);
    EXPECT(m.producer.take_told().state.code == state::modified);
}

void a_copy_lost_while_it_waits_counts_as_released() {
    Multicast m;
    m.left.detach(m.left_link, {m.left_copy});
    m.right.detach(m.right_link, {m.right_copy});
    EXPECT(m.producer.take_told().state.code == state::released);
}

void the_producers_settlement_settles_all_copies() {
    Multicast m;
    m.producer.producer_says(m.in, m.id, {}, true);
    for (Peer* peer : {&m.left, &m.right}) {
        Parcel& parcel = peer->take();
        EXPECT(parcel.outgoing_dispositions.size() == 1);
        EXPECT(parcel.outgoing_dispositions[0].settle);
    }
    EXPECT(m.producer.take_told().settle);
    EXPECT(m.core.state.context().outgoing.empty());
}

const CMUnitTest tests[] = {
    unit::test<the_precedence_is_rejected_accepted_modified_released>(
        "the precedence is rejected, accepted, modified, released"),
    unit::test<declared_counts_as_rejected>("declared counts as rejected"),
    unit::test<a_settlement_without_an_outcome_counts_as_modified>(
        "a settlement without an outcome counts as modified"),
    unit::test<details_are_not_carried>("details are not carried"),
    unit::test<states_that_end_nothing_are_ignored>("states that end nothing are ignored"),
    unit::test<the_outcome_is_told_when_all_have_one_and_settled_when_all_are>(
        "the outcome is told when all have one and settled when all are"),
    unit::test<an_outcome_once_given_does_not_change>("an outcome once given does not change"),
    unit::test<a_copy_lost_unsettled_counts_as_modified>(
        "a copy lost unsettled counts as modified"),
    unit::test<a_copy_lost_while_it_waits_counts_as_released>(
        "a copy lost while it waits counts as released"),
    unit::test<the_producers_settlement_settles_all_copies>(
        "the producer's settlement settles all copies"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
