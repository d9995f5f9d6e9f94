// SPDX-License-Identifier: Apache-2.0
#include "router/config/settings.hpp"
#include "tests/unit/router/config/parse.hpp"

using namespace crosspoint::config;
using unit::fails_with;
using unit::parse;

namespace {

std::string address(const std::string& lines) {
    return "address {\n" + lines + "\n}\n";
}
AddressSettings one_address(const std::string& lines) {
    return parse(address(lines)).addresses.at(0);
}

/// The warning with which the address is left out.
bool is_ignored(const std::string& lines, std::string_view warning) {
    const unit::LogCatcher log;
    return parse(lines).addresses.empty() && log.has(warning);
}

void an_address_is_a_prefix_or_a_pattern() {
    const AddressSettings prefix = one_address("prefix: /a.b/\nname: n\ndistribution: closest");
    EXPECT(prefix.pattern == "a.b" && prefix.is_prefix && prefix.name == "n");
    EXPECT(prefix.distribution == Distribution::closest);
    EXPECT(prefix.priority == -1 && !prefix.fallback);
    EXPECT(prefix.ingress_phase == 0 && prefix.egress_phase == 0);
    const AddressSettings pattern = one_address("pattern: .*/b/#\npriority: 9");
    EXPECT(pattern.pattern == "*/b/#" && !pattern.is_prefix && pattern.priority == 9);
}

void a_waypoint_sets_the_phases() {
    EXPECT(one_address("prefix: a\nwaypoint: yes").egress_phase == 1);
    const AddressSettings both = one_address("prefix: a\ningressPhase: 2\negressPhase: 3");
    EXPECT(both.ingress_phase == 2 && both.egress_phase == 3);
    EXPECT(one_address("prefix: a\nenableFallback: yes").fallback);
}

void an_address_that_makes_no_sense_is_ignored() {
    EXPECT(
        is_ignored(address("prefix: a\npattern: b"),
                   "ROUTER (warning) Cannot set both 'prefix' and 'pattern': ignoring configured "
                   "address a, b"));
    EXPECT(is_ignored(address("distribution: closest"),
                      "ROUTER (warning) Must set either 'prefix' or 'pattern' attribute: ignoring "
                      "configured address"));
    EXPECT(is_ignored(address("prefix: ./"), "Prefix invalid - no tokens"));
    EXPECT(is_ignored(address("prefix: a\ningressPhase: 1"), "Phase values must be"));
    EXPECT(is_ignored(address("prefix: a\nwaypoint: yes\nenableFallback: yes"),
                      "Fallback cannot be specified with waypoint"));
}

void an_address_that_is_there_already_is_ignored() {
    const unit::LogCatcher log;
    EXPECT(parse(address("prefix: a.b") + address("pattern: a/b/#")).addresses.size() == 1);
    EXPECT(log.has("ROUTER (warning) Already exists: ignoring configured address a/b/#"));
    EXPECT(parse(address("prefix: a.b") + address("pattern: a/b")).addresses.size() == 2);
}

void address_numbers_are_limited() {
    EXPECT(fails_with(address("prefix: a\npriority: 10"), "(line 3; allowed: 0 to 9)"));
    EXPECT(fails_with(address("prefix: a\ningressPhase: -1\negressPhase: 0"), "out of range"));
    EXPECT(fails_with(address("prefix: a\ndistribution: nearest"), "Invalid value for enum["));
}

void a_log_section_says_only_what_it_says() {
    const auto logs = parse("log {\n module: ROUTER_CORE\n enable: TRACE , Error info\n}\n"
                            "log {\n module: DEFAULT\n includeTimestamp: no\n includeSource: yes\n"
                            " outputFile: /var/log/x\n}\n")
                          .logs;
    EXPECT(logs[0].module == crosspoint::log::Module::router_core);
    EXPECT(logs[0].enable == "TRACE , Error info");
    EXPECT(!logs[0].include_timestamp && !logs[0].include_source && !logs[0].output_file);
    EXPECT(logs[1].module == crosspoint::log::Module::default_);
    EXPECT(logs[1].include_timestamp == false && logs[1].include_source == true);
    EXPECT(logs[1].output_file == "/var/log/x" && !logs[1].enable);
}

void levels_are_checked() {
    EXPECT(
        fails_with("log {\n module: DEFAULT\n enable: foo\n}\n",
                   "Python: CError: Configuration: 'foo' is not a valid log level. Should be one "
                   "of {none, trace, debug, info, notice, warning, error, critical}. "
                   "(test.conf, line 3;"));
    EXPECT(fails_with("log {\n module: MAIN\n}\n", "Invalid value for enum["));
}

/// Each was once compared with all before it, which took minutes.
void tens_of_thousands_of_addresses_are_no_trouble() {
    std::string text;
    for (int i = 0; i < 30000; ++i) {
        text += "address {\n prefix: a" + std::to_string(i) + "\n}\n";
    }
    EXPECT(unit::parse(text).addresses.size() == 30000);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<an_address_is_a_prefix_or_a_pattern>("prefix or pattern"),
        unit::test<a_waypoint_sets_the_phases>("waypoint"),
        unit::test<an_address_that_makes_no_sense_is_ignored>("ignored addresses"),
        unit::test<an_address_that_is_there_already_is_ignored>("addresses given twice"),
        unit::test<address_numbers_are_limited>("address numbers"),
        unit::test<a_log_section_says_only_what_it_says>("log sections"),
        unit::test<levels_are_checked>("levels"),
        unit::test<tens_of_thousands_of_addresses_are_no_trouble>("tens of thousands"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
