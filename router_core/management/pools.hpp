// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/management/core_view.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace crosspoint::core {

/// Memory for things of one kind. The heap's allocator is the pool of most of them: what is freed
/// goes back to it, and is taken from it again.
struct PoolRow {
    std::string_view name;
    std::uint64_t size = 0; ///< of one, in bytes
    std::uint64_t page = 0; ///< so many at a time; 0: each by itself
    std::uint64_t most = 0; ///< for which there was memory at one time
    std::uint64_t free = 0; ///< of these, what has been given back
    std::uint64_t used = 0;
};

/// Sorted by name.
std::vector<PoolRow> pools_of(const CoreView& view);

} // namespace crosspoint::core
