// SPDX-License-Identifier: Apache-2.0
#include "router/config/checked_configuration.hpp"
#include "tests/unit/router/config/parse.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace crosspoint::config;

namespace {

std::vector<std::size_t> lines_with_faults(std::string_view text, const char* path = "f.conf") {
    const unit::LogCatcher quiet;
    std::vector<std::size_t> lines;
    for (const Fault& fault : check_configuration(text, path).faults) {
        lines.push_back(fault.line);
    }
    std::ranges::sort(lines);
    return lines;
}

using Lines = std::vector<std::size_t>;

void every_fault_of_the_text_is_found() {
    EXPECT(lines_with_faults("router {\n x\n id: a\"b\n mode:\n}\n") == (Lines{2, 3, 4}));
    // What belongs to a section that was not understood is not a fault of its own.
    EXPECT(lines_with_faults("listener [\n port: 0\n}\nlog {\n module\n}\n") == (Lines{1, 5}));
    EXPECT(lines_with_faults("listener\n port: 0\nrouter {\n x\n}\n") == (Lines{1, 4}));
    EXPECT(lines_with_faults("router {\n id: a\n} ?\nlog {\n}\n") == (Lines{3, 4}));
    // Nobody knows where a broken map ends.
    EXPECT(lines_with_faults("listener {\n openProperties: {\n \"a\" 1\n }\n x\n}\n") ==
           (Lines{3}));
    EXPECT(lines_with_faults("router {\n x\nlistener {\n}\n y\n}\n") == (Lines{2, 3}));
    EXPECT(lines_with_faults("[\n[\"router\", {\"id\": }]\n, x]\n", "f.json") == (Lines{2}));
}

void there_is_an_end_to_the_faults_of_a_text() {
    std::string text = "router {\n";
    for (int i = 0; i < 1000; ++i) {
        text += "x\n";
    }
    EXPECT(lines_with_faults(text + "}\n").size() == 50);
}

void every_fault_of_the_sections_is_found() {
    EXPECT(lines_with_faults("router {\n"
                             " mode: standalon\n"
                             " nonsense: 1\n"
                             " workerThreads: 0\n"
                             "}\n"
                             "listner {\n}\n"
                             "listener {\n"
                             " port: 70000\n"
                             " sslProfile: x\n"
                             "}\n"
                             "log {\n"
                             " enable: loud\n"
                             " module: SERVER\n"
                             "}\n"
                             "router {\n}\n") == (Lines{2, 3, 4, 6, 9, 10, 13, 16}));
    EXPECT(lines_with_faults("log {\n enable: x\n}\n") == (Lines{1}));
}

void a_mode_that_is_wrong_makes_no_roles_wrong() {
    EXPECT(lines_with_faults("router {\n mode: x\n}\nlistener {\n role: edge\n cost: 0\n}\n")[0] ==
           2);
    const unit::LogCatcher quiet;
    const auto checked =
        check_configuration("router {\n mode: x\n}\nlistener {\n role: edge\n}\n", "f.conf");
    EXPECT(std::ranges::none_of(checked.faults, [](const Fault& fault) {
        return fault.text.find("role='standalone'") != std::string::npos;
    }));
}

void the_first_fault_is_the_one_that_the_router_tells() {
    EXPECT(unit::fails_with("log {\n module: SERVER\n enable: loud\n}\nrouter {\n x: 1\n}\n",
                            "Unknown attribute 'x'"));
    EXPECT(unit::fails_with("router {\n\n x\n y\n}\n", "syntax (line 3)"));
}

void router_and_policy_are_there_without_a_section() {
    const auto checked = check_configuration("# nothing\n", "f.conf");
    EXPECT(checked.faults.empty() && checked.entities.size() == 2);
    EXPECT(checked.entities[0].schema().section == "router");
    EXPECT(checked.entities[1].schema().section == "policy");
    EXPECT(checked.entities[1].integer("maxConnections") == 65535);
}

void what_shows_the_state_is_left_out() {
    const unit::LogCatcher log;
    const auto checked =
        check_configuration("router {\n linkCount: many\n area: 7\n id: A\n}\n", "f.conf");
    EXPECT(checked.faults.empty());
    EXPECT(!checked.entities[0].integer("linkCount"));
    EXPECT(checked.entities[0].text("area") == "0");
    EXPECT(log.has("AGENT (warning) Attribute 'linkCount' of entity 'router' cannot be configured: "
                   "ignored (line 2)"));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<every_fault_of_the_text_is_found>("faults of the text"),
        unit::test<there_is_an_end_to_the_faults_of_a_text>("an end to the faults"),
        unit::test<every_fault_of_the_sections_is_found>("faults of the sections"),
        unit::test<a_mode_that_is_wrong_makes_no_roles_wrong>("a wrong mode"),
        unit::test<the_first_fault_is_the_one_that_the_router_tells>("the first fault"),
        unit::test<router_and_policy_are_there_without_a_section>("singletons"),
        unit::test<what_shows_the_state_is_left_out>("state"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
