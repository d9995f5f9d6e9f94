// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/section.hpp"

#include <string_view>
#include <vector>

namespace crosspoint::config {

/// Reads a configuration in JSON: a list with ["section", {attributes}] for each section. Lines
/// that begin with # are left out. Throws SyntaxError.
std::vector<Section> read_json(std::string_view text);

} // namespace crosspoint::config
