// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/configuration.hpp"

#include "crosspoint/core/settings.hpp"

namespace crosspoint::server {

/// What the core is started with. Throws if the system has no random numbers.
core::CoreSettings core_settings(const config::Configuration& configuration);

/// "Interior", for example: how the log names it.
const char* mode_name(config::RouterMode mode);

} // namespace crosspoint::server
