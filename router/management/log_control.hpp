// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/logging/log_event.hpp"
#include "router/logging/log_queue.hpp"
#include "router/logging/log_settings.hpp"

#include <cstddef>
#include <vector>

namespace crosspoint::management {

/// The log of the process, as management shows and changes it.
class LogControl {
public:
    virtual ~LogControl() = default;
    /// Throws logging::LogConfigError, and then nothing has changed.
    virtual void configure(log::Module module, const logging::LogSettings& settings) = 0;
    [[nodiscard]] virtual logging::LogSettings settings(log::Module module) const = 0;
    /// Oldest first; the `limit` most recent ones, 0 asks for all.
    [[nodiscard]] virtual std::vector<logging::LogEvent> recent(std::size_t limit) const = 0;
    [[nodiscard]] virtual logging::LogCounts counts() const = 0;
};

} // namespace crosspoint::management
