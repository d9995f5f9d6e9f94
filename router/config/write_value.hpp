// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

#include <string>

namespace crosspoint::config {

/// The value as JSON, on one line.
std::string json_value(const Value& value);

/// The value as it stands behind the colon in the native format. `single_word`: the value of an
/// attribute for which is_single_word() is true.
std::string native_value(const Value& value, bool single_word);

} // namespace crosspoint::config
