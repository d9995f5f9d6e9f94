// SPDX-License-Identifier: Apache-2.0
#include "router/logging/line_format.hpp"
#include "tests/unit/unit.hpp"

#include <cstdlib>
#include <ctime>

using namespace crosspoint;
using namespace crosspoint::logging;

namespace {

/// 2024-03-05 06:07:08.000042 UTC
constexpr EventTime moment{std::chrono::seconds(1709618828) + std::chrono::microseconds(42)};

std::string stamp(const TimestampStyle& style) {
    std::string out;
    append_timestamp(out, moment, style);
    return out;
}

LogEvent event() {
    return {moment, log::Module::router_core, log::Level::notice, "/src/x/router/server/a.cpp",
            17,     "[C12][L34] hello"};
}

std::string line(LineStyle style) {
    std::string out;
    append_line(out, event(), style, {});
    return out;
}

void a_timestamp_is_local_time_with_zone() {
    EXPECT(stamp({}) == "2024-03-05 08:37:08.000042 +0230");
}

void a_timestamp_can_be_in_utc() {
    TimestampStyle style;
    style.utc = true;
    EXPECT(stamp(style) == "2024-03-05 06:07:08.000042 +0000");
}

void the_format_is_the_operators() {
    EXPECT(stamp({"%H.%M", true}) == "06.07");
    EXPECT(stamp({"%%06lu us, %S", true}) == "000042 us, 08");
    EXPECT(stamp({"%%%%06lu", true}) == "%000042");
    EXPECT(stamp({"100%%", true}) == "100%");
    EXPECT(stamp({"%s", true}).size() > 5);
}

void a_format_cannot_do_harm() {
    EXPECT(stamp({"", false}).empty());
    EXPECT(stamp({std::string(10'000, 'x'), false}).empty());
    stamp({"%", false});
    stamp({"%%n %n%%s%%06l", false});
}

void a_line_has_timestamp_module_level_and_text() {
    EXPECT(line({true, false}) ==
           "2024-03-05 08:37:08.000042 +0230 ROUTER_CORE (notice) [C12][L34] hello\n");
}

void a_line_without_timestamp_begins_with_the_module() {
    EXPECT(line({false, false}) == "ROUTER_CORE (notice) [C12][L34] hello\n");
}

void a_line_may_end_with_its_source() {
    EXPECT(line({false, true}) ==
           "ROUTER_CORE (notice) [C12][L34] hello (router/server/a.cpp:17)\n");
}

void an_event_without_source_shows_none() {
    LogEvent unknown = event();
    unknown.file = nullptr;
    std::string out;
    append_line(out, unknown, {false, true}, {});
    EXPECT(out == "ROUTER_CORE (notice) [C12][L34] hello\n");
}

void a_source_is_shown_from_the_tree_on() {
    const auto shown = [](const char* path) { return std::string(source_in_tree(path)); };
    EXPECT(shown("/home/me/router/router_core/link/a.cpp") == "router_core/link/a.cpp");
    EXPECT(shown("/home/me/cp/router/main.cpp") == "router/main.cpp");
    EXPECT(shown("router/main.cpp") == "router/main.cpp");
    EXPECT(shown("other.cpp") == "other.cpp");
}

} // namespace

int main() {
    setenv("TZ", "XYZ-02:30", 1);
    tzset();
    const CMUnitTest tests[] = {
        unit::test<a_timestamp_is_local_time_with_zone>("a timestamp is local time with zone"),
        unit::test<a_timestamp_can_be_in_utc>("a timestamp can be in UTC"),
        unit::test<the_format_is_the_operators>("the format is the operator's"),
        unit::test<a_format_cannot_do_harm>("a format cannot do harm"),
        unit::test<a_line_has_timestamp_module_level_and_text>("a whole line"),
        unit::test<a_line_without_timestamp_begins_with_the_module>("no timestamp"),
        unit::test<a_line_may_end_with_its_source>("a line may end with its source"),
        unit::test<an_event_without_source_shows_none>("an event without source shows none"),
        unit::test<a_source_is_shown_from_the_tree_on>("a source is shown from the tree on"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
