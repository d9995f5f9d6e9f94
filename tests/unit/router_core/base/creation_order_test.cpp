// SPDX-License-Identifier: Apache-2.0
#include "router_core/base/creation_order.hpp"
#include "tests/unit/unit.hpp"

#include <memory>
#include <vector>

using namespace crosspoint;

namespace {

struct Thing {
    Thing(CreationOrder<Thing>& order, int n) : number(n) { place.enter(order, *this); }
    int number;
    CreationOrder<Thing>::Place place;
};

using Things = std::vector<std::unique_ptr<Thing>>;

Things make(CreationOrder<Thing>& order, int count) {
    Things things;
    for (int i = 0; i < count; ++i) {
        things.push_back(std::make_unique<Thing>(order, i));
    }
    return things;
}

std::vector<int> numbers_behind(const CreationOrder<Thing>& order, std::uint64_t serial) {
    std::vector<int> numbers;
    order.walk(serial, 1'000'000, [&](const Thing& thing) {
        numbers.push_back(thing.number);
        return true;
    });
    return numbers;
}

void things_are_shown_oldest_first() {
    CreationOrder<Thing> order;
    const Things things = make(order, 3);
    EXPECT((numbers_behind(order, 0) == std::vector{0, 1, 2}));
    EXPECT(order.size() == 3);
}

void what_left_is_not_shown() {
    CreationOrder<Thing> order;
    Things things = make(order, 4);
    things[0].reset();
    things[2].reset();
    EXPECT((numbers_behind(order, 0) == std::vector{1, 3}));
    EXPECT(order.size() == 2);
}

void a_walk_goes_on_where_it_stopped_whatever_happened() {
    CreationOrder<Thing> order;
    Things things = make(order, 200);
    const auto stopped = order.walk(0, 100, [](const Thing&) { return true; });
    EXPECT(stopped.has_value());
    for (int i = 20; i < 180; ++i) {
        things[static_cast<std::size_t>(i)].reset();
    }
    things.push_back(std::make_unique<Thing>(order, 200));
    const std::vector<int> rest = numbers_behind(order, *stopped);
    EXPECT(rest.size() == 21);
    EXPECT(rest.front() == 180);
    EXPECT(rest.back() == 200);
}

void a_walk_stops_when_it_is_told() {
    CreationOrder<Thing> order;
    const Things things = make(order, 3);
    const auto stopped = order.walk(0, 100, [](const Thing& thing) { return thing.number < 1; });
    EXPECT(stopped == things[1]->place.serial());
    EXPECT(!order.walk(*stopped, 100, [](const Thing&) { return true; }));
}

void a_jump_needs_no_walk_if_there_are_no_holes() {
    CreationOrder<Thing> order;
    Things things = make(order, 10);
    EXPECT(numbers_behind(order, *order.jump(7)).front() == 7);
    EXPECT(numbers_behind(order, *order.jump(10)).empty());
    EXPECT(numbers_behind(order, *order.jump(99)).empty());
    EXPECT(order.jump(0) == 0);
    things[3].reset();
    EXPECT(!order.jump(7));
    things.pop_back();
    EXPECT(order.size() == 8);
}

void holes_are_closed_when_there_are_many() {
    CreationOrder<Thing> order;
    Things things = make(order, 1000);
    for (int i = 0; i < 999; ++i) {
        things[static_cast<std::size_t>(i)].reset();
    }
    EXPECT((numbers_behind(order, 0) == std::vector{999}));
    things.clear();
    EXPECT(order.size() == 0);
    EXPECT(order.jump(5).has_value());
}

const CMUnitTest tests[] = {
    unit::test<things_are_shown_oldest_first>("oldest first"),
    unit::test<what_left_is_not_shown>("what left is not shown"),
    unit::test<a_walk_goes_on_where_it_stopped_whatever_happened>("a walk goes on"),
    unit::test<a_walk_stops_when_it_is_told>("a walk stops"),
    unit::test<a_jump_needs_no_walk_if_there_are_no_holes>("jump"),
    unit::test<holes_are_closed_when_there_are_many>("holes are closed"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
