// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/mutex.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace crosspoint::io {

/// Things to be done later. Any thread may add; whoever is told that time has passed runs them.
class TimerQueue {
public:
    using Clock = std::chrono::steady_clock;

    /// True if this is the next to be due, so that the alarm has to be set anew.
    [[nodiscard]] bool add(Clock::time_point due, std::function<void()> what) EXCLUDES(lock_);

    /// Takes out what is due.
    std::vector<std::function<void()>> take_due(Clock::time_point now) EXCLUDES(lock_);

    std::optional<Clock::time_point> next() EXCLUDES(lock_);
    void clear() EXCLUDES(lock_);

private:
    Mutex lock_;
    std::multimap<Clock::time_point, std::function<void()>> waiting_ GUARDED_BY(lock_);
};

} // namespace crosspoint::io
