// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/backlog.hpp"
#include "tests/unit/unit.hpp"

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

namespace {

using namespace crosspoint::core;

std::vector<OutgoingDelivery*> order_of(const Backlog& backlog) {
    std::vector<OutgoingDelivery*> order;
    for (OutgoingDelivery* at = backlog.front(); at; at = at->hook.next) {
        order.push_back(at);
    }
    return order;
}

/// Deliveries come and go in any order, and what waits is what a stable sort would make of it.
void it_is_sorted_whatever_comes_and_goes(unsigned different_priorities) {
    std::mt19937 chance(different_priorities);
    std::deque<OutgoingDelivery> all;
    std::vector<OutgoingDelivery*> waiting; // by arrival
    Backlog backlog;
    for (int step = 0; step < 2000; ++step) {
        if (waiting.empty() || chance() % 5 < 3) {
            OutgoingDelivery& one = all.emplace_back();
            one.priority = static_cast<std::uint8_t>(9 - chance() % different_priorities);
            backlog.add(one);
            waiting.push_back(&one);
        } else {
            const bool from_the_front = chance() % 2 == 0;
            OutgoingDelivery* gone =
                from_the_front ? backlog.front() : waiting[chance() % waiting.size()];
            backlog.remove(*gone);
            std::erase(waiting, gone);
        }
        if (step % 20 == 0) {
            std::vector<OutgoingDelivery*> sorted = waiting;
            std::ranges::stable_sort(
                sorted, [](auto* left, auto* right) { return left->priority > right->priority; });
            EXPECT(order_of(backlog) == sorted);
        }
        EXPECT(backlog.size() == waiting.size());
    }
}

void with_one_priority() {
    it_is_sorted_whatever_comes_and_goes(1);
}

void with_two_priorities() {
    it_is_sorted_whatever_comes_and_goes(2);
}

void with_all_priorities() {
    it_is_sorted_whatever_comes_and_goes(10);
}

const CMUnitTest tests[] = {
    unit::test<with_one_priority>("with one priority"),
    unit::test<with_two_priorities>("with two priorities"),
    unit::test<with_all_priorities>("with all priorities"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
