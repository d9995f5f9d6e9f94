// SPDX-License-Identifier: Apache-2.0
#include "router/config/command_line.hpp"
#include "tests/unit/unit.hpp"

#include <string>
#include <vector>

using namespace crosspoint::config;

namespace {

CommandLineResult run(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "crosspointd");
    return parse_command_line(arguments);
}

bool is_refused(const std::vector<const char*>& arguments, const std::string& message) {
    const CommandLineResult result = run(arguments);
    return !result.command_line && result.exit_code == 1 && result.to_stderr == message &&
           result.to_stdout.starts_with("Usage: crosspointd");
}

void options_are_understood_long_and_short() {
    const CommandLine line =
        *run({"-c", "a.conf", "-I", "/x", "-d", "-P", "pid", "-U", "me", "-T"}).command_line;
    EXPECT(line.config_path == "a.conf" && line.daemon && line.test_hooks);
    EXPECT(line.pid_file == "pid" && line.user == "me");
    const CommandLine with_names = *run({"--config=b.conf", "--include", "/x", "--daemon",
                                         "--pidfile", "p", "--user=u", "--test-hooks"})
                                        .command_line;
    EXPECT(with_names.config_path == "b.conf" && with_names.daemon && with_names.test_hooks);
    EXPECT(with_names.pid_file == "p" && with_names.user == "u");
    EXPECT(run({"-dTca.conf"}).command_line->config_path == "a.conf");
    EXPECT(run({"--conf", "c"}).command_line->config_path == "c");
    EXPECT(run({"-c", ""}).command_line->config_path.empty());
}

void what_has_no_effect_is_told() {
    const CommandLineResult result = run({"-P", "pid", "-c", "c"});
    EXPECT(result.command_line && result.command_line->pid_file == "pid");
    EXPECT(result.to_stderr ==
           "crosspointd: --pidfile and --user have no effect without --daemon\n");
    EXPECT(run({"-dP", "pid"}).to_stderr.empty());
}

void every_option_has_its_own_help() {
    const std::string help = run({"-h"}).to_stdout;
    EXPECT(help.find("--include=PATH      Accepted for compatibility, and ignored\n") !=
           std::string::npos);
}

void nothing_given_means_the_defaults() {
    const CommandLine line = *run({}).command_line;
    EXPECT(line.config_path.ends_with(".conf"));
    EXPECT(!line.daemon && !line.test_hooks && !line.pid_file && !line.user);
}

void version_and_help_leave_with_zero() {
    const CommandLineResult version = run({"-v"});
    EXPECT(!version.command_line && version.exit_code == 0);
    EXPECT(version.to_stdout == CROSSPOINT_VERSION "\n" && version.to_stderr.empty());
    EXPECT(run({"--version"}).to_stdout == version.to_stdout);
    for (const char* help : {"-h", "--help"}) {
        const CommandLineResult result = run({help});
        EXPECT(!result.command_line && result.exit_code == 0 && result.to_stderr.empty());
        EXPECT(result.to_stdout.find("-c, --config=PATH") != std::string::npos);
        EXPECT(result.to_stdout.find("/crosspoint/crosspoint.conf") != std::string::npos);
        EXPECT(result.to_stdout.find("/qpid-dispatch/qdrouterd.conf") != std::string::npos);
    }
}

void what_is_not_understood_is_refused_with_the_usage() {
    EXPECT(is_refused({"--nonsense"}, "crosspointd: unrecognized option '--nonsense'\n"));
    EXPECT(is_refused({"--verson"}, "crosspointd: unrecognized option '--verson'; did you mean "
                                    "'--version'?\n"));
    EXPECT(is_refused({"--c", "x"}, "crosspointd: option '--c' is ambiguous: it begins '--config' "
                                    "'--check'\n"));
    EXPECT(is_refused({"-x"}, "crosspointd: invalid option -- 'x'\n"));
    EXPECT(is_refused({"-c"}, "crosspointd: option '-c' needs an argument PATH\n"));
    EXPECT(is_refused({"--user"}, "crosspointd: option '--user' needs an argument NAME\n"));
    EXPECT(
        is_refused({"--daemon=1"}, "crosspointd: option '--daemon' does not allow an argument\n"));
    EXPECT(is_refused({"a", "-d", "b"}, "Unexpected arguments: a b\n\n"));
    EXPECT(is_refused({"--", "-d"}, "Unexpected arguments: -d\n\n"));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<options_are_understood_long_and_short>("options"),
        unit::test<what_has_no_effect_is_told>("no effect"),
        unit::test<every_option_has_its_own_help>("help of options"),
        unit::test<nothing_given_means_the_defaults>("defaults"),
        unit::test<version_and_help_leave_with_zero>("version and help"),
        unit::test<what_is_not_understood_is_refused_with_the_usage>("refused"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
