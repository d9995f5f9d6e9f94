// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/heartbeat.hpp"
#include "tests/unit/router_core/routing/octets.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::edge;
using unit::octets;

namespace {

void a_heartbeat_is_a_number() {
    EXPECT(encode_heartbeat(0) == octets("00 53 77 54 00"));
    EXPECT(encode_heartbeat(300) == octets("00 53 77 71 0000012c"));
}

void silence_is_noticed_after_the_patience() {
    HeartbeatWatch watch(1000);
    EXPECT(!watch.is_silent(1000 + heartbeat_patience_ms));
    EXPECT(watch.is_silent(watch.deadline_ms()));
    watch.beat(5000);
    EXPECT(!watch.is_silent(5000 + heartbeat_patience_ms));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_heartbeat_is_a_number>("a heartbeat on the wire"),
        unit::test<silence_is_noticed_after_the_patience>("silence"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
