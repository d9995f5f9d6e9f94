// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/once.hpp"
#include "tests/unit/unit.hpp"

#include <string>

using namespace crosspoint::routing;

namespace {

void complaints_are_made_once_and_not_without_end() {
    Once once;
    EXPECT(once.first_time("a"));
    EXPECT(!once.first_time("a"));
    for (std::size_t i = 0; i < Once::limit; ++i) {
        (void)once.first_time(std::to_string(i));
    }
    EXPECT(!once.first_time("b"));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<complaints_are_made_once_and_not_without_end>("complaints"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
