// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/configuration.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace unit {

/// Collects what is logged while it lives, as "MODULE (level) text".
class LogCatcher final : public crosspoint::log::Sink {
public:
    LogCatcher() { crosspoint::log::set_sink(this); }
    ~LogCatcher() { crosspoint::log::set_sink(nullptr); }
    LogCatcher(const LogCatcher&) = delete;
    LogCatcher& operator=(const LogCatcher&) = delete;

    void write(crosspoint::log::Module module, crosspoint::log::Level level, std::string_view text,
               const char*, int) override {
        lines_.push_back(std::string(name(module)) + " (" + std::string(name(level)) + ") " +
                         std::string(text));
    }

    [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
    [[nodiscard]] bool has(std::string_view line) const {
        for (const std::string& logged : lines_) {
            if (logged.find(line) != std::string::npos) {
                return true;
            }
        }
        return false;
    }

private:
    std::vector<std::string> lines_;
};

inline crosspoint::config::Configuration parse(std::string_view text,
                                               const std::string& path = "test.conf") {
    return crosspoint::config::parse_configuration(text, path);
}

/// The error that the text leads to; empty if it is a good configuration.
inline std::string error_of(std::string_view text, const std::string& path = "test.conf") {
    const LogCatcher quiet;
    try {
        parse(text, path);
    } catch (const crosspoint::config::ConfigError& error) {
        return error.what();
    }
    return {};
}

/// Whether the text leads to an error, in a single line, that has `part` in it.
inline bool fails_with(std::string_view text, std::string_view part,
                       const std::string& path = "test.conf") {
    const std::string error = error_of(text, path);
    const bool ok = error.find(part) != std::string::npos && error.find('\n') == std::string::npos;
    if (!ok) {
        std::fprintf(stderr, "expected: %s\nfound:    %s\n", std::string(part).c_str(),
                     error.c_str());
    }
    return ok;
}

} // namespace unit
