// SPDX-License-Identifier: Apache-2.0
#include "router/logging/log_history.hpp"

#include <algorithm>

namespace crosspoint::logging {

LogHistory::LogHistory(std::size_t capacity) : capacity_(capacity) {
    events_.reserve(capacity);
}

void LogHistory::add(const LogEvent& event) {
    if (events_.size() < capacity_) {
        events_.push_back(event);
        return;
    }
    events_[oldest_] = event;
    oldest_ = (oldest_ + 1) % capacity_;
}

std::vector<LogEvent> LogHistory::last(std::size_t limit) const {
    const std::size_t count = limit == 0 ? events_.size() : std::min(limit, events_.size());
    std::vector<LogEvent> result;
    result.reserve(count);
    for (std::size_t i = events_.size() - count; i < events_.size(); ++i) {
        result.push_back(events_[(oldest_ + i) % events_.size()]);
    }
    return result;
}

} // namespace crosspoint::logging
