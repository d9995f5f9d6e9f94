// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/logging/log_event.hpp"
#include "router/logging/log_history.hpp"

#include "crosspoint/base/mutex.hpp"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace crosspoint::logging {

/// How many events of each level a module has logged.
using LogCounts = std::array<std::array<std::uint64_t, log::level_count>, log::module_count>;

/// The mailbox between all threads that log and the one that writes.
///
/// Bounded, because a worker must neither wait for a slow disk nor fill the memory while others
/// do: what does not fit is counted instead, and the writer says so in the log. History and
/// counters stand under the same lock, so that an event costs one lock in all and is seen by
/// management as soon as it was logged, written or not.
class LogQueue {
public:
    struct Limits {
        std::size_t lines = 8192;
        std::size_t bytes = std::size_t{8} << 20;
    };
    enum class Posted : std::uint8_t {
        queued,
        dropped,
        not_open, ///< No writer takes from the queue yet: the caller writes the line itself.
        closed,   ///< No writer takes from the queue any more.
    };
    struct Batch {
        std::vector<LogEvent> events;
        std::array<std::uint64_t, log::module_count> dropped{}; ///< After the events, by module.
    };

    LogQueue() : LogQueue(Limits{}) {}
    explicit LogQueue(Limits limits) : limits_(limits) {}

    /// Takes the event if it is queued, and else leaves it as it is.
    [[nodiscard]] Posted post(LogEvent& event) EXCLUDES(lock_);
    [[nodiscard]] Posted post(LogEvent&& event) EXCLUDES(lock_) { return post(event); }

    /// Waits for events. To ask for more is to say that the batch before is written. False once
    /// the queue is closed and nothing is left.
    [[nodiscard]] bool take_all(Batch& batch) EXCLUDES(lock_);

    /// From not_open to open, and from there to closed; there is no way back.
    void open() EXCLUDES(lock_);
    void close() EXCLUDES(lock_);

    /// Waits until all that is queued now is written; false if that takes longer than `limit`.
    [[nodiscard]] bool wait_written(std::chrono::milliseconds limit) EXCLUDES(lock_);

    std::vector<LogEvent> recent(std::size_t limit) const EXCLUDES(lock_);
    LogCounts counts() const EXCLUDES(lock_);

private:
    enum class State : std::uint8_t { not_open, open, closed };

    const Limits limits_;
    mutable Mutex lock_;
    std::condition_variable_any arrived_;
    std::condition_variable_any written_;
    State state_ GUARDED_BY(lock_) = State::not_open;
    bool taker_sleeps_ GUARDED_BY(lock_) = false;
    Batch pending_ GUARDED_BY(lock_);
    std::size_t pending_bytes_ GUARDED_BY(lock_) = 0;
    std::uint64_t taken_count_ GUARDED_BY(lock_) = 0;
    std::uint64_t written_count_ GUARDED_BY(lock_) = 0;
    LogHistory history_ GUARDED_BY(lock_){1000};
    LogCounts counts_ GUARDED_BY(lock_){};
};

} // namespace crosspoint::logging
