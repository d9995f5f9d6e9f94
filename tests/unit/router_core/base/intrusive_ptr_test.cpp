// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/unit.hpp"

#include "crosspoint/base/intrusive_ptr.hpp"

#include <utility>

namespace {

using crosspoint::Counted;
using crosspoint::IntrusivePtr;

int alive = 0;

struct Thing : Counted {
    Thing() { ++alive; }
    ~Thing() { --alive; }
};
using ThingPtr = IntrusivePtr<Thing>;

void the_last_reference_frees_the_object() {
    ThingPtr first(new Thing);
    EXPECT(alive == 1);
    {
        const ThingPtr second = first;
        first = ThingPtr();
        EXPECT(alive == 1);
        EXPECT(!first);
        EXPECT(second.get() != nullptr);
    }
    EXPECT(alive == 0);
}

void a_move_leaves_nothing_behind() {
    ThingPtr from(new Thing);
    Thing* const object = from.get();
    const ThingPtr to = std::move(from);
    EXPECT(to.get() == object);
    EXPECT(alive == 1);
}

void assigning_frees_what_was_held() {
    {
        ThingPtr one(new Thing);
        one = ThingPtr(new Thing);
        EXPECT(alive == 1);
    }
    EXPECT(alive == 0);
}

void assigning_itself_keeps_the_object() {
    {
        ThingPtr one(new Thing);
        const ThingPtr& same = one;
        one = same;
        EXPECT(alive == 1);
        EXPECT(bool(one));
    }
    EXPECT(alive == 0);
}

const CMUnitTest tests[] = {
    unit::test<the_last_reference_frees_the_object>("the last reference frees the object"),
    unit::test<a_move_leaves_nothing_behind>("a move leaves nothing behind"),
    unit::test<assigning_frees_what_was_held>("assigning frees what was held"),
    unit::test<assigning_itself_keeps_the_object>("assigning itself keeps the object"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
