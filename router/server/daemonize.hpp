// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace crosspoint::server {

struct DaemonOptions {
    std::string program = {}; ///< how it was called, for messages
    std::optional<std::string> pid_file;
    std::optional<std::string> user;
};

/// Takes the process into the background, and tells whoever started it how that went.
///
/// The process that was started stays until the router is fully configured or has failed, so that
/// its exit status can be trusted by scripts and service managers. Only the daemon gets a
/// DaemonLaunch; it owes a report. A daemon that dies without one has failed.
class DaemonLaunch {
public:
    /// Forks twice and returns in the daemon: no terminal, standard streams on /dev/null, working
    /// directory "/", umask 0. Then the pid file is written, and the user changed (the groups are
    /// not). The process that called waits for the report and exits: 0 if the router is ready, or
    /// else 1 with the report on its stderr. To be called before any thread is started; throws
    /// std::system_error if it cannot even fork.
    static DaemonLaunch detach(const DaemonOptions& options);

    DaemonLaunch(DaemonLaunch&& other) noexcept;
    DaemonLaunch& operator=(DaemonLaunch&&) = delete;
    DaemonLaunch(const DaemonLaunch&) = delete;
    DaemonLaunch& operator=(const DaemonLaunch&) = delete;
    ~DaemonLaunch();

    /// The first report counts; later ones do nothing.
    void report_ready();
    /// `text` is the line that the launching process prints.
    void report_failure(std::string_view text);

private:
    explicit DaemonLaunch(int socket) : socket_(socket) {}
    void report(char verdict, std::string_view text);

    int socket_;
};

/// A path that still means the same after the working directory has changed.
std::string absolute_path(const std::string& path);

} // namespace crosspoint::server
