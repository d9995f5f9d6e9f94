// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/logging/log_event.hpp"

#include <cstddef>
#include <vector>

namespace crosspoint::logging {

/// The most recent events, which management shows on request. A full history overwrites its oldest
/// event in place, and so allocates nothing once the texts have found their size. Not locked.
class LogHistory {
public:
    explicit LogHistory(std::size_t capacity);

    void add(const LogEvent& event);

    /// Oldest first. The `limit` most recent ones; 0 asks for all.
    std::vector<LogEvent> last(std::size_t limit = 0) const;

private:
    std::size_t capacity_;
    std::size_t oldest_ = 0;
    std::vector<LogEvent> events_;
};

} // namespace crosspoint::logging
