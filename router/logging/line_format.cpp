// SPDX-License-Identifier: Apache-2.0
#include "router/logging/line_format.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <string_view>

namespace crosspoint::logging {

namespace {

constexpr std::string_view microseconds_mark = "%%06lu";
constexpr std::size_t max_timestamp = 256;

/// Conversions are two characters, so that the mark is not found inside `%%` followed by it.
std::string with_microseconds(std::string_view format, long microseconds) {
    std::array<char, 24> digits{};
    std::snprintf(digits.data(), digits.size(), "%06ld", microseconds);
    std::string result;
    result.reserve(format.size() + digits.size());
    while (!format.empty()) {
        if (format.starts_with(microseconds_mark)) {
            result += digits.data();
            format.remove_prefix(microseconds_mark.size());
            continue;
        }
        const std::size_t size = format.front() == '%' ? 2 : 1;
        result += format.substr(0, size);
        format.remove_prefix(std::min(size, format.size()));
    }
    return result;
}

} // namespace

void append_timestamp(std::string& out, EventTime time, const TimestampStyle& style) {
    using std::chrono::floor;
    using std::chrono::microseconds;
    using std::chrono::seconds;
    const auto second = floor<seconds>(time);
    const std::time_t since_epoch = std::chrono::system_clock::to_time_t(second);
    std::tm parts{};
    if (style.utc) {
        gmtime_r(&since_epoch, &parts);
    } else {
        localtime_r(&since_epoch, &parts);
    }
    const auto rest = floor<microseconds>(time - second);
    const std::string format = with_microseconds(style.format, static_cast<long>(rest.count()));
    std::array<char, max_timestamp> text;
    out.append(text.data(), std::strftime(text.data(), text.size(), format.c_str(), &parts));
}

void append_line(std::string& out, const LogEvent& event, LineStyle line,
                 const TimestampStyle& timestamps) {
    if (line.timestamp) {
        append_timestamp(out, event.time, timestamps);
        out += ' ';
    }
    out += log::name(event.module);
    out += " (";
    out += log::name(event.level);
    out += ") ";
    out += event.text;
    if (line.source && event.file) {
        out += " (";
        out += source_in_tree(event.file);
        out += ':';
        out += std::to_string(event.line);
        out += ')';
    }
    out += '\n';
}

const char* source_in_tree(const char* path) {
    const std::string_view whole(path);
    std::size_t start = 0;
    for (const std::string_view root : {"/router/", "/router_core/"}) {
        const auto found = whole.rfind(root);
        if (found != std::string_view::npos) {
            start = std::max(start, found + 1);
        }
    }
    return path + start;
}

} // namespace crosspoint::logging
