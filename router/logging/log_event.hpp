// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/log.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace crosspoint::logging {

using EventTime = std::chrono::system_clock::time_point;

/// One thing that was logged, with the time at which it happened: the line that an operator reads
/// is made of it later, on the writer's thread.
struct LogEvent {
    EventTime time;
    log::Module module = log::Module::default_;
    log::Level level = log::Level::info;
    const char* file = nullptr; ///< A literal of the compiler's, so never freed.
    int line = 0;
    std::string text;
};

constexpr std::size_t index_of(log::Module module) {
    return static_cast<std::size_t>(module);
}
constexpr std::size_t index_of(log::Level level) {
    return static_cast<std::size_t>(level);
}

} // namespace crosspoint::logging
