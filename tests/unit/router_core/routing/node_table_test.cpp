// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/node_table.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::routing;
using namespace std::chrono_literals;

namespace {

void who_stays_behind_for_long_is_to_be_asked_again() {
    BehindWatch watch;
    EXPECT(!watch.observe(5, 5, 0s));
    EXPECT(!watch.observe(5, 4, 1s)); // overtaken
    EXPECT(!watch.observe(5, 5, 2s));
    EXPECT(!watch.observe(5, 4, 9s));
    EXPECT(!watch.observe(5, 4, 10s));
    EXPECT(watch.observe(5, 4, 11s));
    EXPECT(!watch.observe(5, 4, 11s));
}

void slots_are_the_lowest_that_are_free() {
    NodeTable nodes(3);
    EXPECT(nodes.create("C")->slot == RouterSlot{1});
    RouterNode* a = nodes.create("A");
    EXPECT(a->slot == RouterSlot{2});
    EXPECT(nodes.create("B")->slot == RouterSlot{3});
    EXPECT(nodes.create("D") == nullptr);
    nodes.erase(*a);
    EXPECT(nodes.find("A") == nullptr && nodes.at(RouterSlot{2}) == nullptr);
    EXPECT(nodes.create("D")->slot == RouterSlot{2});
    std::string order;
    nodes.for_each([&](const RouterNode& node) { order += node.id; });
    EXPECT(order == "BCD");
    EXPECT(nodes.at(RouterSlot{3})->id == "B");
    EXPECT(nodes.at(self_slot) == nullptr && nodes.at(RouterSlot{99}) == nullptr);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<who_stays_behind_for_long_is_to_be_asked_again>("behind"),
        unit::test<slots_are_the_lowest_that_are_free>("slots"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
