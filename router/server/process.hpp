// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace crosspoint::server {

/// The whole life of the router process, from the command line to the exit code.
int run(std::span<const char* const> arguments);

} // namespace crosspoint::server
