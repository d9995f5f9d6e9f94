// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace crosspoint {

/// A number that identifies one thing of one kind; ids of different kinds do not mix.
template <class Tag>
struct Id {
    std::uint64_t value = 0;
    friend auto operator<=>(Id, Id) = default; // NOLINT(modernize-use-nullptr)
    explicit operator bool() const noexcept { return value != 0; }
};

/// Counts up from 1 for the life of the process, never used twice: the n of "[Cn]" in the log.
using ConnectionId = Id<struct ConnectionTag>;

/// Slot plus generation: says where the thing lives, and notices when it lives there no more. The
/// generation starts at 1, so a zeroed SlotId finds nothing.
template <class Tag>
struct SlotId {
    std::uint32_t slot = 0;
    std::uint32_t generation = 0;
    friend auto operator<=>(SlotId, SlotId) = default; // NOLINT(modernize-use-nullptr)
    explicit operator bool() const noexcept { return generation != 0; }
};

/// A link of one connection. Given out by the worker that sees the link first.
using LinkId = SlotId<struct LinkTag>;
/// A delivery that came in on one link. Given out by the worker that reads it.
using IncomingId = SlotId<struct IncomingTag>;
/// A delivery that goes out, unique in the whole router. Given out by the core.
using OutgoingId = SlotId<struct OutgoingTag>;

} // namespace crosspoint

template <class Tag>
struct std::hash<crosspoint::Id<Tag>> {
    std::size_t operator()(crosspoint::Id<Tag> id) const noexcept {
        return std::hash<std::uint64_t>{}(id.value);
    }
};
