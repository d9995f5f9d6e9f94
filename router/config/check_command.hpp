// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/command_line.hpp"

#include <string>

namespace crosspoint::config {

/// What `crosspointd --check` does: prints the whole configuration, with the defaults, on standard
/// output; or all that is wrong with it on standard error, in lines of the form "file:line: text".
/// Returns the exit status.
int run_check(const CommandLine& command_line, const std::string& program);

} // namespace crosspoint::config
