// SPDX-License-Identifier: Apache-2.0
#include "router/server/timer_queue.hpp"

#include <utility>

namespace crosspoint::io {

bool TimerQueue::add(Clock::time_point due, std::function<void()> what) {
    Lock guard(lock_);
    const auto added = waiting_.emplace(due, std::move(what));
    return added == waiting_.begin();
}

std::vector<std::function<void()>> TimerQueue::take_due(Clock::time_point now) {
    std::vector<std::function<void()>> due;
    Lock guard(lock_);
    while (!waiting_.empty() && waiting_.begin()->first <= now) {
        due.push_back(std::move(waiting_.begin()->second));
        waiting_.erase(waiting_.begin());
    }
    return due;
}

std::optional<TimerQueue::Clock::time_point> TimerQueue::next() {
    Lock guard(lock_);
    return waiting_.empty() ? std::nullopt : std::optional(waiting_.begin()->first);
}

void TimerQueue::clear() {
    std::multimap<Clock::time_point, std::function<void()>> dropped;
    Lock guard(lock_);
    dropped.swap(waiting_);
}

} // namespace crosspoint::io
