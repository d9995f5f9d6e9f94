// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/held_attaches.hpp"
#include "tests/unit/unit.hpp"

#include <string>

using namespace crosspoint;
using edge::HeldAttach;
using edge::HeldAttaches;

namespace {

HeldAttach link_of(std::uint64_t connection, std::uint32_t link) {
    core::LinkAttached attached;
    attached.link = {link, 1};
    return {{connection}, std::move(attached)};
}

bool is_link(const HeldAttach& held, std::uint32_t link) {
    return held.attached.link.slot == link;
}

void an_answer_frees_its_own_link_and_only_once() {
    HeldAttaches held;
    const std::string first = held.hold(link_of(1, 0), 100);
    const std::string second = held.hold(link_of(2, 5), 100);
    EXPECT(first != second);
    const auto taken = held.take(second);
    EXPECT(taken && taken->connection.value == 2 && is_link(*taken, 5));
    EXPECT(!held.take(second));
    EXPECT(!held.take("client-1"));
    EXPECT(held.size() == 1);
}

void what_waits_too_long_waits_no_more() {
    HeldAttaches held;
    EXPECT(!held.next_due_ms());
    held.hold(link_of(1, 0), 100);
    held.hold(link_of(1, 1), 600);
    EXPECT(held.next_due_ms() == 100 + edge::lookup_patience_ms);
    EXPECT(held.take_overdue(99 + edge::lookup_patience_ms).empty());
    const auto overdue = held.take_overdue(100 + edge::lookup_patience_ms);
    EXPECT(overdue.size() == 1 && is_link(overdue[0], 0));
    EXPECT(held.next_due_ms() == 600 + edge::lookup_patience_ms);
}

void a_link_that_is_gone_is_forgotten() {
    HeldAttaches held;
    const std::string id = held.hold(link_of(1, 0), 100);
    held.hold(link_of(1, 1), 100);
    held.hold(link_of(2, 0), 100);
    held.forget({1}, {0, 1});
    EXPECT(!held.take(id));
    EXPECT(held.size() == 2);
    EXPECT(held.take_all().size() == 2);
    EXPECT(held.size() == 0 && !held.next_due_ms());
}

void the_oldest_stands_first_whatever_the_count() {
    HeldAttaches held;
    for (int i = 0; i < 300; ++i) {
        held.hold(link_of(1, 7), 5000);
    }
    held.hold(link_of(2, 9), 4000);
    const auto overdue = held.take_overdue(4000 + edge::lookup_patience_ms);
    EXPECT(overdue.size() == 1 && is_link(overdue[0], 9));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<an_answer_frees_its_own_link_and_only_once>("an answer frees its own link"),
        unit::test<what_waits_too_long_waits_no_more>("patience"),
        unit::test<a_link_that_is_gone_is_forgotten>("links that are gone"),
        unit::test<the_oldest_stands_first_whatever_the_count>("order"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
