// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/logging/line_format.hpp"

#include "crosspoint/base/log.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crosspoint::logging {

/// Whole lines on their way to one output. They lie in one piece, so that a file takes all of them
/// in one system call; where each ends is noted for outputs that take them one by one.
class Block {
public:
    void add(const LogEvent& event, LineStyle line, const TimestampStyle& timestamps);
    void clear();

    std::string_view text() const { return text_; }

    /// Calls `take(level, line)` for every line, each without its newline.
    template <class Take>
    void for_each_line(Take take) const {
        std::size_t begin = 0;
        for (const auto& [level, end] : ends_) {
            take(level, std::string_view(text_).substr(begin, end - 1 - begin));
            begin = end;
        }
    }

private:
    std::string text_;
    std::vector<std::pair<log::Level, std::size_t>> ends_;
};

/// A place that log lines go to. It has no state that a write would change, so any thread may
/// write; modules that name the same output share one.
class Output {
public:
    explicit Output(std::string name) : name_(std::move(name)) {}
    virtual ~Output() = default;
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    /// May block. Returns 0, or the errno that says why the lines are not where they should be.
    [[nodiscard]] virtual int write(const Block& block) = 0;

    /// Lines need no timestamp, because the receiver adds its own.
    virtual bool adds_timestamp() const { return false; }

    /// There is a file behind, which may have been moved away.
    virtual bool reopens() const { return false; }

    const std::string& name() const { return name_; }

private:
    const std::string name_;
};

/// `stderr`, `stdout`, `syslog`, or a path. Throws LogConfigError if the file cannot be opened.
std::shared_ptr<Output> open_output(const std::string& name);

/// The last resort, where nothing else can be done about a failure.
void write_to_stderr(std::string_view text);

} // namespace crosspoint::logging
