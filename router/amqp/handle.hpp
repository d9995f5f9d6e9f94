// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/id.hpp"

#include <cstdint>

namespace crosspoint::io {

/// The context of a delivery that is ours, but of which nobody wants to hear any more. So those of
/// an outgoing link that have no context at all are none of ours.
inline void* nobody_asks() {
    return reinterpret_cast<void*>(~std::uint64_t{0});
}

/// A SlotId as the one word of context that Proton keeps for us with a delivery. Null for none.
template <class Tag>
void* to_context(SlotId<Tag> id) {
    const std::uint64_t word = (std::uint64_t{id.generation} << 32U) | id.slot;
    return reinterpret_cast<void*>(word);
}

template <class IdType>
IdType from_context(void* context) {
    if (context == nobody_asks()) {
        return {};
    }
    const auto word = reinterpret_cast<std::uint64_t>(context);
    return {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32U)};
}

} // namespace crosspoint::io
