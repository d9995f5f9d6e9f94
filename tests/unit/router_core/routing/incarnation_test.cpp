// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/incarnation.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::routing;
using namespace std::chrono_literals;
using Verdict = Incarnation::Verdict;

namespace {

void another_instance_is_a_restart() {
    Incarnation incarnation;
    EXPECT(incarnation.observe(0, 0s) == Verdict::same);
    EXPECT(incarnation.accepts(5));
    EXPECT(incarnation.observe(5, 0s) == Verdict::first);
    EXPECT(incarnation.observe(5, 1s) == Verdict::same);
    EXPECT(incarnation.observe(0, 1s) == Verdict::same);
    // Only inequality counts: a lower number is a restart as well.
    EXPECT(incarnation.observe(3, 2s) == Verdict::restarted);
    EXPECT(incarnation.current() == 3);
    EXPECT(incarnation.accepts(3) && incarnation.accepts(0) && !incarnation.accepts(5));
}

void stragglers_of_the_former_process_are_no_restart() {
    Incarnation incarnation;
    (void)incarnation.observe(5, 0s);
    (void)incarnation.observe(6, 1s);
    EXPECT(incarnation.observe(5, 2s) == Verdict::straggler);
    EXPECT(incarnation.observe(6, 2s) == Verdict::same);
    EXPECT(incarnation.observe(5, 11s) == Verdict::restarted);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<another_instance_is_a_restart>("restart"),
        unit::test<stragglers_of_the_former_process_are_no_restart>("stragglers"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
