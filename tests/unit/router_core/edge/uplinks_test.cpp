// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/uplinks.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint;
using edge::Uplinks;

namespace {

const ConnectionId first{1};
const ConnectionId second{2};
const ConnectionId third{3};

void the_first_to_open_is_used() {
    Uplinks uplinks;
    EXPECT(!uplinks.active());
    EXPECT(uplinks.opened(first));
    EXPECT(!uplinks.opened(second));
    EXPECT(uplinks.active() == first);
}

void the_oldest_takes_over() {
    Uplinks uplinks;
    (void)uplinks.opened(first);
    (void)uplinks.opened(second);
    (void)uplinks.opened(third);
    EXPECT(uplinks.lost(first));
    EXPECT(uplinks.active() == second);
    EXPECT(!uplinks.opened(first));
    EXPECT(uplinks.lost(second));
    EXPECT(uplinks.active() == third);
}

void losing_one_that_stands_by_changes_nothing() {
    Uplinks uplinks;
    (void)uplinks.opened(first);
    (void)uplinks.opened(second);
    EXPECT(!uplinks.lost(second));
    EXPECT(!uplinks.lost(third));
    EXPECT(uplinks.active() == first);
}

void without_any_the_next_to_open_is_used() {
    Uplinks uplinks;
    (void)uplinks.opened(first);
    EXPECT(uplinks.lost(first));
    EXPECT(!uplinks.active());
    EXPECT(uplinks.opened(second));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<the_first_to_open_is_used>("the first is used"),
        unit::test<the_oldest_takes_over>("the oldest takes over"),
        unit::test<losing_one_that_stands_by_changes_nothing>("losing a standby"),
        unit::test<without_any_the_next_to_open_is_used>("none left"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
