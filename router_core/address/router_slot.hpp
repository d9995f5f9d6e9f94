// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace crosspoint::routing {

/// The number of a router in this router's tables: lowest free from 1, 0 is this router itself.
/// Private to this router, and given to another one after the first is forgotten.
struct RouterSlot {
    std::uint32_t value = 0;
    friend auto operator<=>(RouterSlot, RouterSlot) = default; // NOLINT(modernize-use-nullptr)
};

inline constexpr RouterSlot self_slot{0};

} // namespace crosspoint::routing
