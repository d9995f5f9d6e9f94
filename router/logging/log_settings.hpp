// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

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
    static LogConfigError cannot_open(const std::string& file);

private:
    using std::runtime_error::runtime_error;
};

} // namespace crosspoint::logging
