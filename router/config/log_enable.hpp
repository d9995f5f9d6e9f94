// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace crosspoint::config {

/// The first word of a log section's `enable` that is no level; nothing if all are. Levels may be
/// shortened, may be followed by +, and are divided by commas, blanks, colons or semicolons.
std::optional<std::string> find_bad_level(std::string_view enable);

} // namespace crosspoint::config
