// SPDX-License-Identifier: Apache-2.0
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

Receiving spare() {
    return {.capabilities = {"qd.fallback"}};
}

struct Fallback {
    CoreDriver core{test::settings_with({{"a", Treatment::balanced, 0, 0, -1, true},
                                         {"all", Treatment::multicast, 0, 0, -1, true},
                                         {"plain", Treatment::balanced, 0, 0, -1, false}})};
    Peer producer{core};
    Peer primary{core};
    Peer second{core};
};

std::size_t received(Peer& peer) {
    peer.take();
    return peer.work().size();
}

void the_fallback_takes_what_finds_nobody() {
    Fallback f;
    f.second.attach_receiver("a", spare());
    const LinkId in = f.producer.attach_sender("a");
    f.producer.take();
    f.producer.send(in);
    f.second.consumer_says(f.second.take_one().id, state::accepted, true);
    EXPECT(f.producer.take_told().state.code == state::accepted);
    EXPECT(f.core.state.context().counters.redirected_to_fallback == 1);
    EXPECT(f.core.address("M0a")->counters.redirected_to_fallback == 1);
    EXPECT(f.core.address("M0a")->counters.egress == 0);
    EXPECT(f.core.address("M0a")->fallback->counters.egress == 1);
}

void the_primary_consumer_goes_first() {
    Fallback f;
    f.second.attach_receiver("a", spare());
    f.primary.attach_receiver("a");
    f.producer.send(f.producer.attach_sender("a"));
    EXPECT(received(f.primary) == 1);
    EXPECT(received(f.second) == 0);
}

void a_released_message_does_not_go_to_the_fallback() {
    Fallback f;
    f.second.attach_receiver("a", spare());
    f.primary.attach_receiver("a");
    const LinkId in = f.producer.attach_sender("a");
    f.producer.take();
    f.producer.send(in);
    f.primary.consumer_says(f.primary.take_one().id, state::released, true);
    EXPECT(f.producer.take_told().state.code == state::released);
    EXPECT(received(f.second) == 0);
}

void a_sender_gets_credit_if_only_the_fallback_is_there() {
    Fallback f;
    f.producer.attach_sender("a");
    EXPECT(f.producer.take().credit.empty());
    f.second.attach_receiver("a", spare());
    EXPECT(f.producer.take().credit.size() == 1);
    Peer later(f.core);
    later.attach_sender("a");
    EXPECT(later.take().credit.size() == 1);
}

void what_comes_from_a_fallback_link_goes_to_the_fallback_alone() {
    Fallback f;
    f.second.attach_receiver("a", spare());
    f.primary.attach_receiver("a");
    f.producer.send(f.producer.attach_sender("a", {"qd.fallback"}));
    EXPECT(received(f.second) == 1);
    EXPECT(received(f.primary) == 0);
}

void without_the_rule_there_is_no_fallback() {
    Fallback f;
    f.second.attach_receiver("plain", spare());
    f.producer.attach_sender("plain");
    EXPECT(f.producer.take().credit.empty());
}

void the_fallback_of_a_multicast_carries_the_whole_outcome() {
    Fallback f;
    f.second.attach_receiver("all", spare());
    const LinkId in = f.producer.attach_sender("all");
    f.producer.take();
    f.producer.send(in);
    StateDetail why;
    why.condition = "test:why";
    f.second.consumer_says(f.second.take_one().id, {state::rejected, std::move(why)}, true);
    EXPECT(f.producer.take_told().state.detail->condition == "test:why");
}

void a_tenants_fallback_is_its_own() {
    CoreDriver core(test::settings_with({{"t/a", Treatment::balanced, 0, 0, -1, true}}));
    ConnectionInfo tenant;
    tenant.tenant = "t/";
    Peer producer(core, tenant), inside(core, tenant), outside(core);
    outside.attach_receiver("a", spare());
    const LinkId in = producer.attach_sender("a");
    EXPECT(producer.take().credit.empty());
    inside.attach_receiver("a", spare());
    EXPECT(producer.take().credit.size() == 1);
    producer.send(in);
    EXPECT(received(inside) == 1);
    EXPECT(received(outside) == 0);
}

void records_go_when_nobody_uses_them() {
    Fallback f;
    const LinkId in = f.producer.attach_sender("a");
    const LinkId out = f.second.attach_receiver("a", spare());
    EXPECT(f.core.state.addresses().size() == 2);
    f.second.detach(out);
    EXPECT(f.core.state.addresses().size() == 2);
    f.producer.detach(in);
    EXPECT(f.core.state.addresses().size() == 0);
}

void a_later_phase_does_not_take_the_fallback_away() {
    Fallback f;
    const LinkId in = f.producer.attach_sender("a");
    f.primary.detach(f.primary.attach_sender("a", {"qd.waypoint.2"}));
    f.second.attach_receiver("a", spare());
    f.producer.send(in);
    EXPECT(received(f.second) == 1);
}

const CMUnitTest tests[] = {
    unit::test<the_fallback_takes_what_finds_nobody>("the fallback takes what finds nobody"),
    unit::test<the_primary_consumer_goes_first>("the primary consumer goes first"),
    unit::test<a_released_message_does_not_go_to_the_fallback>(
        "a released message does not go to the fallback"),
    unit::test<a_sender_gets_credit_if_only_the_fallback_is_there>(
        "a sender gets credit if only the fallback is there"),
    unit::test<what_comes_from_a_fallback_link_goes_to_the_fallback_alone>(
        "what comes from a fallback link goes to the fallback alone"),
    unit::test<without_the_rule_there_is_no_fallback>("without the rule there is no fallback"),
    unit::test<the_fallback_of_a_multicast_carries_the_whole_outcome>(
        "the fallback of a multicast carries the whole outcome"),
    unit::test<a_tenants_fallback_is_its_own>("a tenant's fallback is its own"),
    unit::test<records_go_when_nobody_uses_them>("records go when nobody uses them"),
    unit::test<a_later_phase_does_not_take_the_fallback_away>(
        "a later phase does not take the fallback away"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
