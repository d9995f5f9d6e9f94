// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/core/delivery_state.hpp"

#include <cstddef>

namespace crosspoint::io {

// A state cannot be split over frames, and the peer that is to hear of it may take smaller frames
// than the one that declared it. What is too large for it is left out or shortened, rather than
// that its connection fails.

/// As encoded, without what any state needs.
std::size_t size_of(const core::StateDetail& detail);

/// At most `room` octets. Maps and unknown fields go as a whole, and before the end of a
/// description does.
core::StateDetail shortened(const core::StateDetail& detail, std::size_t room);

} // namespace crosspoint::io
