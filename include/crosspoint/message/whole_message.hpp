// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/message/message.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace crosspoint::message {

/// A message of our own, from all its octets. They are copied into buffers of a moderate size, so
/// that whoever sends a large one can stop in between; and whoever calls this does the copying.
MessagePtr whole_message(std::span<const std::uint8_t> octets);

/// The first `size` octets of a message, which are all there, in one piece.
std::vector<std::uint8_t> octets_of(const Message& message, std::uint64_t size);

} // namespace crosspoint::message
