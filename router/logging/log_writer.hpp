// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/logging/line_format.hpp"
#include "router/logging/log_event.hpp"
#include "router/logging/log_queue.hpp"
#include "router/logging/log_settings.hpp"

#include "crosspoint/base/log.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace crosspoint::logging {

/// The log of the process: takes every event that passed the filter, and writes it on a thread of
/// its own, so that no other thread ever waits for a disk, a terminal or a log daemon.
///
/// Until start() there is no such thread, and a line is written by whoever logs it: a daemon may
/// fork in between, and nothing is lost if it ends early. After stop() lines go straight to stderr.
/// One exists at a time, and outlives all threads that log.
class LogWriter final : public log::Sink {
public:
    /// Called once, when a log file can no longer be written, with a text for the operator that
    /// stderr has already been told. Runs on the thread that found out, so it only asks the process
    /// to end; it must not call stop().
    using OnFailure = std::function<void(const std::string& what)>;

    explicit LogWriter(OnFailure on_failure, LogQueue::Limits limits = LogQueue::Limits{});
    ~LogWriter();
    LogWriter(const LogWriter&) = delete;
    LogWriter& operator=(const LogWriter&) = delete;

    /// Starts the thread, once. Not before the last fork.
    void start();

    /// Writes what is queued and ends the thread. After `limit` the rest is given up, so that the
    /// process can end although an output hangs.
    void stop(std::chrono::milliseconds limit = std::chrono::seconds(5));

    /// Waits until all that was logged before is written; false if that takes longer than `limit`.
    bool flush(std::chrono::milliseconds limit = std::chrono::seconds(5));

    /// Any thread, at any time. Replaces all that is set for the module; throws LogConfigError, and
    /// then nothing has changed. Lines that still wait to be written follow the new settings.
    void configure(log::Module module, LogSettings settings);
    void configure(TimestampStyle timestamps);
    LogSettings settings(log::Module module) const;

    /// Opens the log files anew by name, after they were moved away. A file that cannot be opened
    /// is reported in the log, and the old one stays in use.
    void reopen();

    /// The most recent events, oldest first; at most 1000, or `limit` if that is not 0.
    std::vector<LogEvent> recent(std::size_t limit = 0) const;
    LogCounts counts() const;

    void write(log::Module module, log::Level level, std::string_view text, const char* file,
               int line) override;

private:
    class Shared;

    /// Shared with the thread, which is left behind if it hangs in a system call at the end.
    std::shared_ptr<Shared> shared_;
    std::thread thread_;
};

} // namespace crosspoint::logging
