// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/message/message.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::message {

/// Whether the trace of a message names that node ("0/" and the id of a router). While the message
/// still has its first buffer.
bool has_passed(const Message& message, std::string_view node);

/// All nodes that the trace names, oldest first.
std::vector<std::string> nodes_passed(const Message& message);

} // namespace crosspoint::message
