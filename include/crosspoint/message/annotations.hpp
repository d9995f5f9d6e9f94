// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/message/sections.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace crosspoint::message {

/// What this router tells the next one about a message. Whatever is left empty is not written.
struct RouterAnnotations {
    std::string_view to_override;
    std::int32_t phase = 0; ///< of the address in to_override
    bool stream = false;    ///< the next router is to forward the message before it is complete
    std::string_view ingress;
    std::span<const std::byte> trace; ///< encoded strings, back to back, as Facts::trace has them
    std::uint32_t trace_count = 0;
    std::string_view append_to_trace; ///< this router, after those the message came through
};

/// Appends to `out` the message-annotations section that takes the place of the received one.
///
/// The user's entries come first, in their order and encoding, and then the router's, because older
/// routers read no user entry behind one of theirs. If there is neither, nothing is written: the
/// section is optional. `message_head` are the bytes that `facts` were read from; without `router`
/// (the connection strips outbound) only the user's entries are written.
void write_annotations(std::span<const std::byte> message_head, const Facts& facts,
                       const RouterAnnotations* router, std::string& out);

} // namespace crosspoint::message
