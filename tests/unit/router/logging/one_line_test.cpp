// SPDX-License-Identifier: Apache-2.0
#include "router/logging/one_line.hpp"
#include "tests/unit/unit.hpp"

#include <string_view>

using namespace std::string_view_literals;
using crosspoint::logging::one_line;

namespace {

void visible_text_stays_as_it_is() {
    EXPECT(one_line("").empty());
    EXPECT(one_line("[C1] a \\n b ~ \u00e4 \u20ac") == "[C1] a \\n b ~ \u00e4 \u20ac");
}

void a_newline_does_not_begin_a_line() {
    EXPECT(one_line("a\nSERVER (critical) forged\r\n") == "a\\nSERVER (critical) forged\\r\\n");
}

void control_characters_become_visible() {
    EXPECT(one_line("\x1b[2J\t\x7f\0\x01"sv) == "\\x1b[2J\\t\\x7f\\x00\\x01");
}

void control_characters_beyond_ascii_become_visible() {
    EXPECT(one_line("\u0080\u0085\u009f\u00a0") == "\\xc2\\x80\\xc2\\x85\\xc2\\x9f\u00a0");
    EXPECT(one_line("\xc2") == "\xc2");
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<visible_text_stays_as_it_is>("visible text stays as it is"),
        unit::test<a_newline_does_not_begin_a_line>("a newline does not begin a line"),
        unit::test<control_characters_become_visible>("control characters become visible"),
        unit::test<control_characters_beyond_ascii_become_visible>("beyond ASCII"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
