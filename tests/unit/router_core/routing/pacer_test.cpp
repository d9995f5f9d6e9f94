// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/pacer.hpp"
#include "tests/unit/unit.hpp"

#include <vector>

using namespace crosspoint::routing;
using namespace std::chrono_literals;

namespace {

void work_comes_soon_after_a_quiet_time() {
    Pacer pacer({20ms, 200ms, 1000ms});
    EXPECT(!pacer.due() && !pacer.take(5s));
    pacer.request(10s);
    pacer.request(10s + 15ms);
    EXPECT(pacer.due() == 10s + 20ms);
    EXPECT(!pacer.take(10s + 19ms));
    EXPECT(pacer.take(10s + 20ms));
    EXPECT(!pacer.take(10s + 21ms));
}

void steps_grow_while_changes_keep_coming() {
    Pacer pacer({20ms, 200ms, 1000ms});
    Instant now = 10s;
    std::vector<Duration> gaps;
    Instant last{0};
    for (int i = 0; i < 6; ++i) {
        pacer.request(now);
        now = *pacer.due();
        EXPECT(pacer.take(now));
        gaps.push_back(now - last);
        last = now;
    }
    EXPECT((std::vector(gaps.begin() + 1, gaps.end()) ==
            std::vector<Duration>{200ms, 400ms, 800ms, 1000ms, 1000ms}));
    pacer.request(now + 3s);
    EXPECT(pacer.due() == now + 3s + 20ms);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<work_comes_soon_after_a_quiet_time>("soon"),
        unit::test<steps_grow_while_changes_keep_coming>("growing steps"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
