// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

namespace crosspoint::io {

/// What one worker has done, for others to read.
class Timesheet {
public:
    ~Timesheet();

    /// By the worker's own thread, before anything else.
    void begin();
    void did(std::uint64_t work) {
        work_.store(work_.load(std::memory_order_relaxed) + work, std::memory_order_relaxed);
    }

    // From here on by one thread at a time, whichever it is. Both since the last call.

    [[nodiscard]] std::uint64_t take_work();
    /// For how long it ran, or could have run but had no processor.
    [[nodiscard]] double take_busy_seconds();

private:
    // Only its worker writes it; a line of its own, so that workers do not slow each other down.
    alignas(64) std::atomic<std::uint64_t> work_{0};
    alignas(64) std::atomic<bool> begun_{false};
    clockid_t clock_{}; ///< of the time that the thread ran
    int schedule_ = -1; ///< a file that tells for how long it had to wait for a processor
    std::uint64_t seen_work_ = 0;
    double seen_busy_ = 0;
};

} // namespace crosspoint::io
