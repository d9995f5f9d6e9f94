// SPDX-License-Identifier: Apache-2.0
#include "router_core/base/list.hpp"
#include "tests/unit/unit.hpp"

#include <array>
#include <string>

namespace {

using crosspoint::List;
using crosspoint::ListHook;

struct Item {
    char name = '?';
    ListHook<Item> hook;
    ListHook<Item> other;
};

struct Items {
    std::array<Item, 4> all{Item{'a', {}, {}}, Item{'b', {}, {}}, Item{'c', {}, {}},
                            Item{'d', {}, {}}};
    Item& a = all[0];
    Item& b = all[1];
    Item& c = all[2];
    Item& d = all[3];
};

/// Forwards, and backwards behind a bar.
std::string text(const List<Item>& list) {
    std::string forwards, backwards;
    for (const Item* at = list.front(); at; at = List<Item>::next(*at)) {
        forwards += at->name;
    }
    for (const Item* at = list.back(); at; at = at->hook.previous) {
        backwards += at->name;
    }
    return forwards + "|" + backwards;
}

void elements_keep_the_order_in_which_they_came() {
    Items i;
    List<Item> list;
    EXPECT(list.empty());
    list.push_back(i.a);
    list.push_back(i.b);
    list.push_back(i.c);
    EXPECT(text(list) == "abc|cba");
    EXPECT(list.size() == 3);
}

void an_element_can_be_put_anywhere() {
    Items i;
    List<Item> list;
    list.push_back(i.b);
    list.insert_after(nullptr, i.a);
    list.insert_after(&i.b, i.d);
    list.insert_after(&i.b, i.c);
    EXPECT(text(list) == "abcd|dcba");
}

void an_element_can_be_taken_out_anywhere() {
    Items i;
    List<Item> list;
    for (Item& item : i.all) {
        list.push_back(item);
    }
    list.remove(i.b);
    EXPECT(text(list) == "acd|dca");
    list.remove(i.d);
    EXPECT(text(list) == "ac|ca");
    list.remove(i.a);
    EXPECT(text(list) == "c|c");
    list.remove(i.c);
    EXPECT(text(list) == "|");
    EXPECT(list.size() == 0);
    list.push_back(i.b);
    EXPECT(text(list) == "b|b");
}

void the_first_is_popped_first() {
    Items i;
    List<Item> list;
    list.push_back(i.a);
    list.push_back(i.b);
    EXPECT(list.pop_front() == &i.a);
    EXPECT(!i.a.hook.listed);
    EXPECT(list.pop_front() == &i.b);
    EXPECT(list.pop_front() == nullptr);
}

void an_element_can_be_in_one_list_for_each_hook() {
    Items i;
    List<Item> first;
    List<Item, &Item::other> second;
    first.push_back(i.a);
    second.push_back(i.a);
    first.remove(i.a);
    EXPECT(second.front() == &i.a);
    EXPECT(first.empty());
}

const CMUnitTest tests[] = {
    unit::test<elements_keep_the_order_in_which_they_came>(
        "elements keep the order in which they came"),
    unit::test<an_element_can_be_put_anywhere>("an element can be put anywhere"),
    unit::test<an_element_can_be_taken_out_anywhere>("an element can be taken out anywhere"),
    unit::test<the_first_is_popped_first>("the first is popped first"),
    unit::test<an_element_can_be_in_one_list_for_each_hook>(
        "an element can be in one list for each hook"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
