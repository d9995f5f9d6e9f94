// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/settings.hpp"

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/thread.hpp"

#include <proton/types.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// The lines of the log module MESSAGE that show each message, for connections whose listener or
/// connector has messageLoggingComponents.
namespace crosspoint::io {

/// `Message{to="a", subject="b"}`: those of the `components` that the message has, in their order.
///
/// `bytes` are a message's, from its first on; they need not be all. Shows what can be understood
/// of them, whatever they are. A very long text is cut, so that the end of the line, which says
/// where the message went, is not.
std::string describe_message(std::span<const std::byte> bytes,
                             config::MessageComponents components);

/// Writes the line that `what` was received or sent on the link.
void trace_message(ConnectionTurn& turn, ConnectionId connection, pn_link_t* link,
                   std::string_view what);

} // namespace crosspoint::io
