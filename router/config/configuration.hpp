// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/entity.hpp"
#include "router/config/settings.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::config {

/// Why the router cannot start with this configuration. what() is the one line for the operator: it
/// names the file, the line and the attribute, says what was found and what is allowed.
class ConfigError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A whole configuration, in the order in which it has to be put into effect: log, router,
/// addresses, connectors, and listeners last, so that nobody gets in before all is in place.
struct Configuration {
    std::vector<LogSettings> logs;
    RouterSettings router;
    std::vector<AddressSettings> addresses;
    std::vector<ConnectorSettings> connectors;
    std::vector<ListenerSettings> listeners;
    /// The sections that all this was made from, for management to show: in the order of the file,
    /// with `router` and `policy` even if the file leaves them out.
    std::vector<Entity> entities;
};

/// Reads and checks a configuration file: JSON if its name ends in ".json", else the native format.
/// Throws ConfigError. What is doubtful but harmless is logged, and the router may start.
Configuration load_configuration(const std::string& path);

/// The same for text already read; `path` decides on the format and is named in errors.
Configuration parse_configuration(std::string_view text, const std::string& path);

} // namespace crosspoint::config
