// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

namespace {
void log_modules_have_names() {
    EXPECT(crosspoint::log::name(crosspoint::log::Module::main) == "MAIN");
}
} // namespace
int main() {
    const CMUnitTest tests[] = {unit::test<log_modules_have_names>("log modules have names")};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
