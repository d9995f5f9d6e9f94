// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/own_message.hpp"

#include "crosspoint/message/whole_message.hpp"

#include <utility>

namespace crosspoint::core {

DeliveryArrived own_message(std::span<const std::uint8_t> octets) {
    return own_message(message::whole_message(octets), octets.size());
}

DeliveryArrived own_message(message::MessagePtr message, std::uint64_t size) {
    DeliveryArrived made;
    made.message = std::move(message);
    made.size = size;
    made.settled = true;
    return made;
}

std::vector<std::uint8_t> octets_of(const DeliveryArrived& arrived) {
    return message::octets_of(*arrived.message, arrived.size);
}

} // namespace crosspoint::core
