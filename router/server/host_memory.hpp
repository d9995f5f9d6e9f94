// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/heap_figures.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace crosspoint::server {

/// Bytes of the process, in memory or not; nothing if the system does not say.
std::optional<std::uint64_t> process_memory();

/// What jemalloc says of itself; nothing if the router does not run with it.
std::vector<management::HeapFigure> heap_figures();

/// Logs how much memory the process has and how much there is.
void log_memory();

} // namespace crosspoint::server
