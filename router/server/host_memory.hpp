// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace crosspoint::server {

/// Bytes of the process, in memory or not; nothing if the system does not say.
std::optional<std::uint64_t> process_memory();

/// Logs how much memory the process has and how much there is.
void log_memory();

} // namespace crosspoint::server
