// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/logging/log_event.hpp"

#include <string>

namespace crosspoint::logging {

/// How a moment is written, for all modules alike (`timestampFormat`, `timestampsInUTC` of the
/// router section). A strftime format, in which `%%06lu` stands for the microseconds.
struct TimestampStyle {
    std::string format = "%Y-%m-%d %H:%M:%S.%%06lu %z";
    bool utc = false;
};

/// What a line carries besides module, level and text.
struct LineStyle {
    bool timestamp = true;
    bool source = false;
};

/// Appends nothing if the format yields nothing, or more than anyone wants to read.
void append_timestamp(std::string& out, EventTime time, const TimestampStyle& style);

/// Appends `<timestamp> <MODULE> (<level>) <text> (<file>:<line>)` and a newline.
void append_line(std::string& out, const LogEvent& event, LineStyle line,
                 const TimestampStyle& timestamps);

/// The part of a source path that is the same on every build machine: from router/ or
/// router_core/ on. Points into `path`.
const char* source_in_tree(const char* path);

} // namespace crosspoint::logging
