// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

#include "crosspoint/core/settings.hpp"

#include <optional>
#include <string>

namespace crosspoint::management {

/// The rule for addresses that a client describes. Throws Refusal.
core::AddressRule address_rule(std::optional<std::string> name, const config::Map& body);

} // namespace crosspoint::management
