// SPDX-License-Identifier: Apache-2.0
#include "router/server/daemonize.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace crosspoint::server {

namespace {

// The first byte of a report.
constexpr char ready = '+';
constexpr char failed = '-';

[[noreturn]] void throw_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

std::string with_errno(const std::string& what) {
    return what + ": " + std::strerror(errno);
}

pid_t fork_or_throw() {
    const pid_t child = fork();
    if (child < 0) {
        throw_errno("cannot fork");
    }
    return child;
}

std::string receive_all(int socket) {
    std::string report;
    std::array<char, 1024> chunk{};
    while (true) {
        const ssize_t size = read(socket, chunk.data(), chunk.size());
        if (size > 0) {
            report.append(chunk.data(), static_cast<std::size_t>(size));
        } else if (size == 0 || errno != EINTR) {
            return report;
        }
    }
}

/// What the launching process does: it leaves as the daemon reports.
[[noreturn]] void wait_for_report(int socket, pid_t child, const std::string& program) {
    const std::string report = receive_all(socket);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (report.starts_with(ready)) {
        _exit(0);
    }
    const std::string text =
        report.empty() ? program + ": The daemon ended before it was ready" : report.substr(1);
    std::fprintf(stderr, "%s\n", text.c_str());
    std::fflush(stderr);
    _exit(1);
}

/// The steps of becoming a daemon return what went wrong; empty if nothing did.
std::string leave_terminal() {
    umask(0);
    if (chdir("/") != 0) {
        return with_errno("Cannot change to directory /");
    }
    const int null = open("/dev/null", O_RDWR);
    if (null < 0) {
        return with_errno("Cannot open /dev/null");
    }
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (dup2(null, stream) < 0) {
            return with_errno("Cannot redirect the standard streams");
        }
    }
    if (null > STDERR_FILENO) {
        close(null);
    }
    return {};
}

std::string write_pid_file(const std::string& path) {
    constexpr mode_t mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH; // umask is 0 by now
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (file < 0) {
        return with_errno("Cannot write pid file " + path);
    }
    const std::string text = std::to_string(getpid()) + "\n";
    const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    std::string problem = written ? "" : with_errno("Cannot write pid file " + path);
    close(file);
    return problem;
}

std::string change_user(const std::string& name) {
    errno = 0;
    const passwd* entry = getpwnam(name.c_str());
    if (entry == nullptr) {
        return errno == 0 ? "Unknown user '" + name + "'"
                          : with_errno("Cannot look up user '" + name + "'");
    }
    return setuid(entry->pw_uid) == 0 ? "" : with_errno("Cannot change to user '" + name + "'");
}

std::string become_daemon(const DaemonOptions& options) {
    std::string problem = leave_terminal();
    if (problem.empty() && options.pid_file) {
        problem = write_pid_file(*options.pid_file);
    }
    if (problem.empty() && options.user) {
        problem = change_user(*options.user);
    }
    return problem;
}

} // namespace

DaemonLaunch DaemonLaunch::detach(const DaemonOptions& options) {
    DaemonOptions absolute = options;
    if (absolute.pid_file) {
        absolute.pid_file = absolute_path(*absolute.pid_file);
    }
    std::array<int, 2> ends{};
    // A socket rather than a pipe: reporting to a launcher that was killed must not raise SIGPIPE.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        throw_errno("cannot make a socket pair");
    }
    std::fflush(nullptr);
    const pid_t child = fork_or_throw();
    if (child != 0) {
        close(ends[1]);
        wait_for_report(ends[0], child, options.program);
    }
    close(ends[0]);
    DaemonLaunch launch(ends[1]);
    if (setsid() < 0) {
        launch.report_failure(options.program + ": " + with_errno("Cannot start a session"));
        _exit(1);
    }
    const pid_t grandchild = fork();
    if (grandchild < 0) {
        launch.report_failure(options.program + ": " + with_errno("Cannot fork"));
        _exit(1);
    }
    if (grandchild > 0) {
        _exit(0);
    }
    if (const std::string problem = become_daemon(absolute); !problem.empty()) {
        launch.report_failure(options.program + ": " + problem);
        _exit(1);
    }
    return launch;
}

DaemonLaunch::DaemonLaunch(DaemonLaunch&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)) {}

DaemonLaunch::~DaemonLaunch() {
    if (socket_ >= 0) {
        close(socket_);
    }
}

void DaemonLaunch::report_ready() {
    report(ready, {});
}

void DaemonLaunch::report_failure(std::string_view text) {
    report(failed, text);
}

void DaemonLaunch::report(char verdict, std::string_view text) {
    if (socket_ < 0) {
        return;
    }
    const std::string message = verdict + std::string(text);
    std::string_view rest = message;
    while (!rest.empty()) {
        const ssize_t sent = send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            break; // nobody is left to be told
        }
        rest.remove_prefix(static_cast<std::size_t>(sent));
    }
    close(std::exchange(socket_, -1));
}

std::string absolute_path(const std::string& path) {
    return std::filesystem::absolute(path).string();
}

} // namespace crosspoint::server
