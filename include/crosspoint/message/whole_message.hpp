// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/message/message.hpp"

#include <cstdint>
#include <span>

namespace crosspoint::message {

/// A message of our own, from all its octets. They are copied into buffers of a moderate size, so
/// that whoever sends a large one can stop in between; and whoever calls this does the copying.
MessagePtr whole_message(std::span<const std::uint8_t> octets);

} // namespace crosspoint::message
