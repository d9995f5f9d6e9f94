// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace crosspoint::logging {

/// What an operator set for one module. What is absent is as in the DEFAULT module, also when that
/// one changes later.
struct LogSettings {
    std::optional<std::string> enable;
    std::optional<bool> include_timestamp;
    std::optional<bool> include_source;
    std::optional<std::string> output_file;
    friend bool operator==(const LogSettings&, const LogSettings&) = default;
};

/// Settings that cannot be had. The text is the one that operators and tools know.
class LogConfigError : public std::runtime_error {
public:
    static LogConfigError bad_level(const std::string& token);
    /// `error` is what open(2) has left in errno.
    static LogConfigError cannot_open(const std::string& file, int error);

    /// What the system said; empty if it was not asked.
    [[nodiscard]] const std::string& reason() const { return reason_; }

private:
    explicit LogConfigError(const std::string& text, std::string reason = {})
        : std::runtime_error(text),
          reason_(std::move(reason)) {}

    std::string reason_;
};

} // namespace crosspoint::logging
