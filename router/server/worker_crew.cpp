// SPDX-License-Identifier: Apache-2.0
#include "router/server/worker_crew.hpp"

#include "crosspoint/base/log.hpp"

namespace crosspoint::io {

namespace {

constexpr std::chrono::milliseconds period{Staffing::period_ms};

} // namespace

WorkerCrew::WorkerCrew(unsigned workers)
    : timesheets_(workers),
      staffing_(workers),
      period_began_(Clock::now()) {
    period_ends_ = (period_began_ + period).time_since_epoch().count();
}

void WorkerCrew::join(unsigned number) {
    timesheets_[number].begin();
}

void WorkerCrew::between_batches(unsigned number, std::uint64_t actions) {
    timesheets_[number].did(actions);
    const auto now = Clock::now();
    Clock::rep ends = period_ends_.load(std::memory_order_relaxed);
    const bool over = now.time_since_epoch().count() >= ends;
    // Whoever moves the end has to do the sums.
    if (over && period_ends_.compare_exchange_strong(
                    ends, Clock::time_point::max().time_since_epoch().count())) {
        end_period(now);
    }
    if (number >= on_duty_.load(std::memory_order_relaxed)) {
        wait_in_reserve(number);
    }
}

void WorkerCrew::end_period(Clock::time_point now) {
    Staffing::Period over;
    for (Timesheet& sheet : timesheets_) {
        over.busy_seconds += sheet.take_busy_seconds();
        over.work += sheet.take_work();
    }
    unsigned before = 0;
    unsigned after = 0;
    {
        Lock guard(lock_);
        over.seconds = std::chrono::duration<double>(now - period_began_).count();
        period_began_ = now;
        before = staffing_.on_duty();
        staffing_.learn(over);
        after = staffing_.on_duty();
        if (!dismissed_) {
            on_duty_.store(after, std::memory_order_relaxed);
        }
    }
    if (after > before) {
        called_.notify_all();
    }
    if (after != before) {
        log::write(log::Module::server, log::Level::debug, "Workers on duty: %u of %zu", after,
                   timesheets_.size());
    }
    period_ends_.store((now + period).time_since_epoch().count());
}

void WorkerCrew::wait_in_reserve(unsigned number) {
    Lock guard(lock_);
    while (number >= on_duty_.load(std::memory_order_relaxed)) {
        called_.wait(lock_);
    }
}

void WorkerCrew::dismiss() {
    {
        Lock guard(lock_);
        dismissed_ = true;
        on_duty_.store(static_cast<unsigned>(timesheets_.size()), std::memory_order_relaxed);
    }
    called_.notify_all();
}

} // namespace crosspoint::io
