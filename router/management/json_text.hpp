// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

#include <string>

namespace crosspoint::management {

/// JSON with a line for each member, each level indented by so many blanks.
std::string indented_json(const config::Value& value, std::size_t indent);

} // namespace crosspoint::management
