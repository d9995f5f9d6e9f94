// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/counters.hpp"
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::CoreDriver;
using test::Peer;

void each_outcome_has_its_counter() {
    OutcomeCounters counters;
    counters.count(state::accepted);
    counters.count(state::rejected);
    counters.count(state::released);
    counters.count(state::modified);
    counters.count(state::received);
    EXPECT(counters.accepted == 1);
    EXPECT(counters.rejected == 1);
    EXPECT(counters.released == 1);
    EXPECT(counters.modified == 1);
}

void a_delay_counts_when_it_is_longer_than_the_limit() {
    OutcomeCounters counters;
    counters.count_delay(0);
    counters.count_delay(1'000);
    EXPECT(counters.delayed_1s == 0);
    counters.count_delay(1'001);
    counters.count_delay(10'000);
    EXPECT(counters.delayed_1s == 2);
    EXPECT(counters.delayed_10s == 0);
    counters.count_delay(10'001);
    EXPECT(counters.delayed_1s == 2);
    EXPECT(counters.delayed_10s == 1);
}

void a_settled_message_counts_on_both_its_links_and_in_the_router() {
    CoreDriver core;
    Peer producer{core};
    Peer consumer{core};
    consumer.attach_receiver("a");
    producer.send_settled(producer.attach_sender("a"));
    const Address& address = *core.address("M0a");
    EXPECT(address.producers.front()->counters.outcomes.presettled == 1);
    EXPECT(address.producers.front()->counters.deliveries == 1);
    EXPECT(address.consumers.front()->counters.outcomes.presettled == 1);
    EXPECT(address.consumers.front()->counters.deliveries == 1);
    EXPECT(address.counters.ingress == 1);
    EXPECT(address.counters.egress == 1);
    const RouterCounters& router = core.state.context().counters;
    EXPECT(router.ingress == 1);
    EXPECT(router.egress == 1);
    EXPECT(router.outcomes.presettled == 1);
}

const CMUnitTest tests[] = {
    unit::test<each_outcome_has_its_counter>("each outcome has its counter"),
    unit::test<a_delay_counts_when_it_is_longer_than_the_limit>(
        "a delay counts when it is longer than the limit"),
    unit::test<a_settled_message_counts_on_both_its_links_and_in_the_router>(
        "a settled message counts on both its links and in the router"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
