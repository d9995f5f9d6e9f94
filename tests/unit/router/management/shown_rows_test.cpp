// SPDX-License-Identifier: Apache-2.0
#include "router/management/shown_rows.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint;
using management::ShownRows;

namespace {

constexpr ShownRows::Clock::time_point start{};

void pages_are_added_up() {
    ShownRows rows;
    EXPECT(rows.before("me", 0, start)->empty());
    *rows.before("me", 0, start) = {"a", "b"};
    EXPECT(rows.before("me", 2, start)->size() == 2);
    rows.before("me", 2, start)->push_back("c");
    EXPECT(rows.before("me", 3, start)->back() == "c");
}

void a_page_may_be_asked_for_again() {
    ShownRows rows;
    *rows.before("me", 0, start) = {"a", "b", "c"};
    EXPECT(rows.before("me", 2, start)->back() == "b");
}

void what_nobody_was_shown_is_not_known() {
    ShownRows rows;
    EXPECT(rows.before("me", 2, start) == nullptr);
    *rows.before("me", 0, start) = {"a", "b"};
    EXPECT(rows.before("you", 2, start) == nullptr);
    EXPECT(rows.before("me", 3, start) == nullptr);
    EXPECT(rows.before("me", 2, start + 2 * ShownRows::patience) == nullptr);
}

void only_so_many_clients_are_remembered() {
    ShownRows rows;
    *rows.before("first", 0, start) = {"a"};
    *rows.before("second", 0, start) = {"a"};
    for (std::size_t i = 2; i < ShownRows::most_clients; ++i) {
        rows.before(std::to_string(i), 0, start);
    }
    EXPECT(rows.before("first", 1, start) != nullptr); // and so it is not the oldest any more
    rows.before("one more", 0, start);
    EXPECT(rows.before("first", 1, start) != nullptr);
    EXPECT(rows.before("second", 1, start) == nullptr);
}

const CMUnitTest tests[] = {
    unit::test<pages_are_added_up>("pages"),
    unit::test<a_page_may_be_asked_for_again>("again"),
    unit::test<what_nobody_was_shown_is_not_known>("not known"),
    unit::test<only_so_many_clients_are_remembered>("so many"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
