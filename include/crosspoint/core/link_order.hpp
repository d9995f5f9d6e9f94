// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/core/terminus.hpp"

#include <cstdint>
#include <string>

namespace crosspoint::core {

enum class Direction : std::uint8_t { incoming, outgoing }; ///< of messages, seen from the router

/// A link that this router opens. When the peer has answered, a LinkAttached with the same number
/// comes back.
struct LinkOrder {
    std::uint32_t number = 0;   ///< never 0
    std::uint64_t identity = 0; ///< the n of "[Ln]"
    Direction direction = Direction::outgoing;
    std::string name;
    Terminus source, target;
    /// Links of one group share a session; 0: the link gets a session of its own, and the session
    /// ends with it. What the peer does not read of one session does not hold up another.
    std::uint32_t session_group = 0;
    bool report_each = false; ///< SendProgress after every delivery, not only now and then
};

} // namespace crosspoint::core
