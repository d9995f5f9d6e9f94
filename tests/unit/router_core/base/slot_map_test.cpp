// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/unit.hpp"

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/slot_map.hpp"

#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace {

using crosspoint::SlotMap;
using ThingId = crosspoint::SlotId<struct ThingTag>;
template <class T>
using Map = SlotMap<T, ThingId, 4>;

void a_thing_is_found_by_its_id() {
    Map<int> map;
    const auto [id, value] = map.emplace(7);
    EXPECT(bool(id));
    EXPECT(map.find(id) == &value);
    EXPECT(*map.find(id) == 7);
    EXPECT(map.size() == 1);
}

void a_zeroed_id_finds_nothing() {
    Map<int> map;
    map.emplace(7);
    EXPECT(map.find({}) == nullptr);
    EXPECT(!map.erase({}));
}

void an_old_id_finds_nothing_though_the_slot_is_used_again() {
    Map<int> map;
    const ThingId old = map.emplace(1).first;
    EXPECT(map.erase(old));
    const ThingId fresh = map.emplace(2).first;
    EXPECT(fresh.slot == old.slot);
    EXPECT(map.find(old) == nullptr);
    EXPECT(!map.erase(old));
    EXPECT(*map.find(fresh) == 2);
}

void an_id_of_a_page_given_back_finds_nothing() {
    Map<int> map;
    std::vector<ThingId> ids;
    ids.reserve(12);
    for (int i = 0; i < 12; ++i) {
        ids.push_back(map.emplace(i).first);
    }
    for (const ThingId id : ids) {
        EXPECT(map.erase(id));
    }
    EXPECT(map.empty());
    for (int i = 0; i < 12; ++i) {
        map.emplace(100 + i);
    }
    for (const ThingId id : ids) {
        EXPECT(map.find(id) == nullptr);
    }
}

void things_do_not_move() {
    Map<int> map;
    const auto [id, value] = map.emplace(1);
    int* const place = &value;
    for (int i = 0; i < 100; ++i) {
        map.emplace(i);
    }
    EXPECT(map.find(id) == place);
}

void the_lowest_pages_are_filled_first() {
    Map<int> map;
    std::vector<ThingId> ids;
    ids.reserve(12);
    for (int i = 0; i < 12; ++i) {
        ids.push_back(map.emplace(i).first);
    }
    map.erase(ids[10]);
    map.erase(ids[1]);
    EXPECT(map.emplace(50).first.slot == 1);
    EXPECT(map.emplace(51).first.slot == 10);
    EXPECT(map.emplace(52).first.slot == 12);
}

void an_erased_thing_is_destroyed_at_once() {
    Map<std::shared_ptr<int>> map;
    auto thing = std::make_shared<int>(1);
    const ThingId id = map.emplace(thing).first;
    EXPECT(thing.use_count() == 2);
    map.erase(id);
    EXPECT(thing.use_count() == 1);
}

void each_thing_is_visited_once() {
    Map<int> map;
    std::vector<ThingId> ids;
    ids.reserve(10);
    for (int i = 0; i < 10; ++i) {
        ids.push_back(map.emplace(i).first);
    }
    for (const int gone : {4, 5, 6, 7, 9}) {
        map.erase(ids[static_cast<std::size_t>(gone)]);
    }
    std::multiset<int> seen;
    map.for_each([&](int i) { seen.insert(i); });
    EXPECT((seen == std::multiset<int>{0, 1, 2, 3, 8}));
}

const CMUnitTest tests[] = {
    unit::test<a_thing_is_found_by_its_id>("a thing is found by its id"),
    unit::test<a_zeroed_id_finds_nothing>("a zeroed id finds nothing"),
    unit::test<an_old_id_finds_nothing_though_the_slot_is_used_again>(
        "an old id finds nothing though the slot is used again"),
    unit::test<an_id_of_a_page_given_back_finds_nothing>(
        "an id of a page given back finds nothing"),
    unit::test<things_do_not_move>("things do not move"),
    unit::test<the_lowest_pages_are_filled_first>("the lowest pages are filled first"),
    unit::test<an_erased_thing_is_destroyed_at_once>("an erased thing is destroyed at once"),
    unit::test<each_thing_is_visited_once>("each thing is visited once"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
