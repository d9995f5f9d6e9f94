// SPDX-License-Identifier: Apache-2.0
#include "router/logging/enable_syntax.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::logging;
using Kind = Enable::Kind;

namespace {

constexpr unsigned trace = 1;
constexpr unsigned debug = 2;
constexpr unsigned info = 4;
constexpr unsigned notice = 8;
constexpr unsigned warning = 16;
constexpr unsigned error = 32;
constexpr unsigned critical = 64;

bool means(std::string_view text, unsigned mask) {
    const Enable enable = parse_enable(text);
    return enable.kind == Kind::levels && enable.mask == mask;
}

bool inherits(std::string_view text) {
    return parse_enable(text).kind == Kind::inherit;
}

bool refuses(std::string_view text, std::string_view token) {
    const Enable enable = parse_enable(text);
    return enable.kind == Kind::invalid && enable.bad_token == token;
}

void a_level_enables_itself_alone() {
    EXPECT(means("trace", trace));
    EXPECT(means("critical", critical));
}

void a_plus_enables_all_above_too() {
    EXPECT(means("trace+", trace | debug | info | notice | warning | error | critical));
    EXPECT(means("info+", info | notice | warning | error | critical));
    EXPECT(means("critical+", critical));
}

void levels_add_up_over_any_separator() {
    EXPECT(means("TRACE , Error info", trace | error | info));
    EXPECT(means("debug;notice:warning+", debug | notice | warning | error | critical));
    EXPECT(means(" :;, debug , ", debug));
}

void case_does_not_matter() {
    EXPECT(means("WaRnInG+", warning | error | critical));
}

void a_prefix_is_enough() {
    EXPECT(means("warn+", warning | error | critical));
    EXPECT(means("deb", debug));
    EXPECT(means("not", notice));
    EXPECT(means("c", critical));
}

void an_ambiguous_prefix_is_default_or_none() {
    EXPECT(inherits("d"));
    EXPECT(inherits("de"));
    EXPECT(means("n", 0));
    EXPECT(means("no", 0));
}

void none_or_nothing_enables_nothing() {
    EXPECT(means("none", 0));
    EXPECT(means("", 0));
    EXPECT(means(" , ", 0));
    EXPECT(means("none, error", error));
}

void default_inherits() {
    EXPECT(inherits("default"));
    EXPECT(inherits("error default"));
}

void another_word_is_refused_by_name() {
    EXPECT(refuses("foo", "foo"));
    EXPECT(refuses("info, debugger+, foo", "debugger+"));
    EXPECT(refuses("+", "+"));
    EXPECT(refuses("info++", "info++"));
    EXPECT(refuses("info\n", "info\n"));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_level_enables_itself_alone>("a level enables itself alone"),
        unit::test<a_plus_enables_all_above_too>("a plus enables all above too"),
        unit::test<levels_add_up_over_any_separator>("levels add up over any separator"),
        unit::test<case_does_not_matter>("case does not matter"),
        unit::test<a_prefix_is_enough>("a prefix is enough"),
        unit::test<an_ambiguous_prefix_is_default_or_none>("an ambiguous prefix"),
        unit::test<none_or_nothing_enables_nothing>("none or nothing enables nothing"),
        unit::test<default_inherits>("default inherits"),
        unit::test<another_word_is_refused_by_name>("another word is refused by name"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
