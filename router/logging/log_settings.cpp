// SPDX-License-Identifier: Apache-2.0
#include "router/logging/log_settings.hpp"

#include <system_error>

namespace crosspoint::logging {

LogConfigError LogConfigError::bad_level(const std::string& token) {
    return LogConfigError("CError: Configuration: '" + token +
                          "' is not a valid log level. Should be one of {none, trace, debug, info, "
                          "notice, warning, error, critical}.");
}

LogConfigError LogConfigError::cannot_open(const std::string& file, int error) {
    return LogConfigError("CError: Configuration: Failed to open log file '" + file + "'",
                          std::error_code(error, std::generic_category()).message());
}

} // namespace crosspoint::logging
