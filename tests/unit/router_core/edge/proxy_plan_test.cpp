// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/proxy_plan.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint;
using edge::Phases;
using edge::plan_proxies;
using edge::ProxyPlan;

namespace {

void clients_get_the_links_that_they_need() {
    EXPECT(plan_proxies("M0a", {}) == ProxyPlan{});
    EXPECT((plan_proxies("M0a", {.consumers = true}) == ProxyPlan{.receive = true}));
    EXPECT((plan_proxies("M0a", {.producers = true}) == ProxyPlan{.send = true}));
    EXPECT((plan_proxies("M0a", {.producers = true, .has_fallback = true}) ==
            ProxyPlan{.send = true, .send_fallback = true}));
    EXPECT((plan_proxies("M0a", {.consumers = true, .has_fallback = true}) ==
            ProxyPlan{.receive = true}));
}

void services_of_the_edge_are_its_own() {
    EXPECT((plan_proxies("M0a", {.consumers = true, .producers = true, .in_process = true}) ==
            ProxyPlan{}));
}

void only_mobile_addresses_are_shown() {
    EXPECT((plan_proxies("Ltemp.x", {.consumers = true, .producers = true}) == ProxyPlan{}));
    EXPECT((plan_proxies("", {.consumers = true}) == ProxyPlan{}));
}

void phases_are_told_by_waypoints() {
    const Phases waypoint{0, 1};
    EXPECT(edge::receiver_capability('1', waypoint).empty());
    EXPECT(edge::receiver_capability('0', waypoint) == "qd.waypoint.1");
    EXPECT(edge::sender_capability('0', waypoint).empty());
    EXPECT(edge::sender_capability('1', waypoint) == "qd.waypoint.1");
    EXPECT(edge::sender_capability('3', waypoint).empty());
}

void plain_and_fallback_addresses_need_no_waypoint() {
    EXPECT(edge::receiver_capability('0', {}).empty());
    EXPECT(edge::sender_capability('0', {}).empty());
    EXPECT(edge::receiver_capability('F', {}) == "qd.fallback");
    EXPECT(edge::sender_capability('F', {}) == "qd.fallback");
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<clients_get_the_links_that_they_need>("proxies for clients"),
        unit::test<services_of_the_edge_are_its_own>("services"),
        unit::test<only_mobile_addresses_are_shown>("only mobile addresses"),
        unit::test<phases_are_told_by_waypoints>("waypoints"),
        unit::test<plain_and_fallback_addresses_need_no_waypoint>("no waypoints"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
