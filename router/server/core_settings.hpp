// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/configuration.hpp"

#include "crosspoint/core/settings.hpp"

namespace crosspoint::server {

/// What the core is started with; with `test_hooks` tests need not wait long for what happens now
/// and then. Throws if the system has no random numbers.
core::CoreSettings core_settings(const config::Configuration& configuration, bool test_hooks);

/// "Interior", for example: how the log names it.
const char* mode_name(config::RouterMode mode);

} // namespace crosspoint::server
