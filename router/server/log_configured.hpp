// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/settings.hpp"

#include <optional>
#include <string>

namespace crosspoint::io {

/// Tells the log of a configured listener or connector, in the words that tools look for. `kind` is
/// "Listener" or "Connector".
void log_configured(const char* kind, const std::string& address,
                    std::optional<config::AddressFamily> family, config::Role role);

} // namespace crosspoint::io
