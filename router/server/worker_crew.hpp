// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/server/staffing.hpp"
#include "router/server/timesheet.hpp"

#include "crosspoint/base/mutex.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <vector>

namespace crosspoint::io {

/// The workers as a group: keeps those in reserve waiting that are not needed, and measures what
/// those on duty do, so that Staffing can decide how many are. Worker 0 is always on duty.
class WorkerCrew {
public:
    explicit WorkerCrew(unsigned workers);

    /// First of all by the thread that is worker `number`.
    void join(unsigned number);

    /// By the worker between two event batches, of which the last gave the core so many actions.
    /// Returns when it is to go on.
    void between_batches(unsigned number, std::uint64_t actions) EXCLUDES(lock_);

    /// All are on duty from now on, so that all hear that they are to end.
    void dismiss() EXCLUDES(lock_);

private:
    using Clock = std::chrono::steady_clock;

    void end_period(Clock::time_point now) EXCLUDES(lock_);
    void wait_in_reserve(unsigned number) EXCLUDES(lock_);

    std::vector<Timesheet> timesheets_; ///< by number of worker
    std::atomic<unsigned> on_duty_{1};
    std::atomic<Clock::rep> period_ends_{0};

    Mutex lock_;
    std::condition_variable_any called_;
    Staffing staffing_ GUARDED_BY(lock_);
    Clock::time_point period_began_ GUARDED_BY(lock_);
    bool dismissed_ GUARDED_BY(lock_) = false;
};

} // namespace crosspoint::io
