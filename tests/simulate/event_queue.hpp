// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/check.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace simulate {

/// Events on virtual time, one bucket for each millisecond of the near future. Events of the same
/// millisecond happen in the order in which they were added, so a run can be repeated.
template <class Event>
class EventQueue {
public:
    static constexpr std::int64_t horizon = 16384;

    [[nodiscard]] std::int64_t now() const { return now_; }

    void add(std::int64_t time, Event event) {
        crosspoint::check(time >= now_ && time < now_ + horizon, "event within the horizon");
        buckets_[bucket(time)].push_back(std::move(event));
    }
    /// Lets time run until `end`. Handling an event may add others, also for the same time.
    template <class Handler>
    void run_until(std::int64_t end, Handler handle) {
        for (; now_ < end; ++now_, position_ = 0) {
            auto& due = buckets_[bucket(now_)];
            for (; position_ < due.size(); ++position_) {
                Event event = std::move(due[position_]);
                handle(std::move(event));
            }
            due.clear();
        }
    }

private:
    static std::size_t bucket(std::int64_t time) {
        return static_cast<std::size_t>(time % horizon);
    }

    std::vector<std::vector<Event>> buckets_ = std::vector<std::vector<Event>>(horizon);
    std::int64_t now_ = 0;
    std::size_t position_ = 0;
};

} // namespace simulate
