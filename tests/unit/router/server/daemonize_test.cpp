// SPDX-License-Identifier: Apache-2.0
#include "router/server/daemonize.hpp"
#include "tests/unit/unit.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace crosspoint::server;

namespace {

struct Outcome {
    int status = -1;
    std::string stderr_text;
};

/// Runs `daemon_life` as a daemon, and returns what the process that launched it did. The launcher
/// is a child, because it exits.
template <class Life>
Outcome launch(const DaemonOptions& options, Life daemon_life) {
    std::array<int, 2> ends{};
    unit::expect(pipe(ends.data()) == 0, "pipe");
    const pid_t launcher = fork();
    unit::expect(launcher >= 0, "fork");
    if (launcher == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        DaemonLaunch launched = DaemonLaunch::detach(options);
        daemon_life(launched);
        _exit(0);
    }
    close(ends[1]);
    Outcome outcome;
    std::array<char, 256> chunk{};
    for (ssize_t size = 0; (size = read(ends[0], chunk.data(), chunk.size())) > 0;) {
        outcome.stderr_text.append(chunk.data(), static_cast<std::size_t>(size));
    }
    close(ends[0]);
    int status = 0;
    waitpid(launcher, &status, 0);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

/// An empty file that is gone at the end.
class TemporaryFile {
public:
    TemporaryFile() {
        const int file = mkstemp(path_.data());
        unit::expect(file >= 0, "mkstemp");
        close(file);
    }
    ~TemporaryFile() { unlink(path_.c_str()); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_ = "/tmp/crosspoint.XXXXXX";
};

std::string current_directory() {
    std::array<char, 4096> path{};
    return getcwd(path.data(), path.size()) == nullptr ? "" : path.data();
}

std::string contents(const std::string& path) {
    std::array<char, 64> text{};
    std::FILE* file = std::fopen(path.c_str(), "r");
    if (file == nullptr) {
        return {};
    }
    const std::size_t size = std::fread(text.data(), 1, text.size(), file);
    std::fclose(file);
    return {text.data(), size};
}

void a_ready_daemon_lets_its_launcher_go() {
    const Outcome outcome = launch({}, [](DaemonLaunch& launched) {
        launched.report_ready();
        launched.report_failure("too late");
    });
    EXPECT(outcome.status == 0);
    EXPECT(outcome.stderr_text.empty());
}

void a_failure_is_printed_by_the_launcher() {
    const Outcome outcome =
        launch({}, [](DaemonLaunch& launched) { launched.report_failure("prog: no such file"); });
    EXPECT(outcome.status == 1);
    EXPECT(outcome.stderr_text == "prog: no such file\n");
}

void a_daemon_that_dies_has_failed() {
    const Outcome outcome =
        launch({.program = "prog", .pid_file = {}, .user = {}}, [](DaemonLaunch&) { _exit(3); });
    EXPECT(outcome.status == 1);
    EXPECT(outcome.stderr_text == "prog: The daemon ended before it was ready\n");
}

void a_daemon_has_left_everything_behind() {
    const Outcome outcome = launch({}, [](DaemonLaunch& launched) {
        struct stat standard_output {};
        struct stat null {};
        const bool silent = fstat(STDOUT_FILENO, &standard_output) == 0 &&
                            stat("/dev/null", &null) == 0 &&
                            standard_output.st_rdev == null.st_rdev;
        const bool no_leader = getsid(0) != getpid();
        if (silent && no_leader && current_directory() == "/" && umask(0) == 0) {
            launched.report_ready();
        }
    });
    EXPECT(outcome.status == 0);
}

void the_pid_file_names_the_daemon() {
    const TemporaryFile file;
    const std::string& pid_file = file.path();
    const Outcome outcome = launch({.pid_file = pid_file, .user = {}}, [&](DaemonLaunch& launched) {
        if (contents(pid_file) == std::to_string(getpid()) + "\n") {
            launched.report_ready();
        }
    });
    EXPECT(outcome.status == 0);
    EXPECT(!contents(pid_file).empty());
}

void what_the_system_refuses_is_told() {
    const auto life = [](DaemonLaunch& launched) { launched.report_ready(); };
    const Outcome no_directory =
        launch({.program = "prog", .pid_file = "/nonexistent/pid", .user = {}}, life);
    EXPECT(no_directory.status == 1);
    EXPECT(no_directory.stderr_text ==
           "prog: Cannot write pid file /nonexistent/pid: No such file or directory\n");
    const Outcome no_user = launch({.pid_file = {}, .user = "no-such-user"}, life);
    EXPECT(no_user.status == 1);
    EXPECT(no_user.stderr_text.find("no-such-user") != std::string::npos);
}

void paths_are_resolved_against_the_current_directory() {
    EXPECT(absolute_path("/etc/x") == "/etc/x");
    EXPECT(absolute_path("x") == current_directory() + "/x");
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_ready_daemon_lets_its_launcher_go>("ready"),
        unit::test<a_failure_is_printed_by_the_launcher>("failure"),
        unit::test<a_daemon_that_dies_has_failed>("death"),
        unit::test<a_daemon_has_left_everything_behind>("left everything behind"),
        unit::test<the_pid_file_names_the_daemon>("pid file"),
        unit::test<what_the_system_refuses_is_told>("refused"),
        unit::test<paths_are_resolved_against_the_current_directory>("absolute paths"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
