// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/settings.hpp"

#include <proton/codec.h>
#include <proton/types.h>

#include <optional>
#include <vector>

namespace crosspoint::io {

/// Reads `failover-server-list` of a peer's Open properties; none if the key is not there. Entries
/// without a host are left out.
std::optional<std::vector<config::FailoverUrl>> read_failover_list(pn_data_t* properties);

} // namespace crosspoint::io
