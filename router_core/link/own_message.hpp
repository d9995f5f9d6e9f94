// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/core/actions.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace crosspoint::core {

/// A message that the core itself sends, settled: as if it had arrived on a link.
DeliveryArrived own_message(std::span<const std::uint8_t> octets);
DeliveryArrived own_message(message::MessagePtr message, std::uint64_t size);

/// All bytes of a complete message in one piece.
std::vector<std::uint8_t> octets_of(const DeliveryArrived& arrived);

} // namespace crosspoint::core
