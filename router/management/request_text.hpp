// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

#include <string>

namespace crosspoint::management {

struct Request;

/// A value as log lines and error texts show it: {'a': 1, 'b': [True, None]}. Control characters
/// are made visible, what is long is cut, and passwords are masked.
std::string shown(const config::Value& value);
std::string shown(const config::Map& map);

std::string describe_request(const Request& request);

} // namespace crosspoint::management
