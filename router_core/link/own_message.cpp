// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/own_message.hpp"

#include "crosspoint/message/whole_message.hpp"

#include <algorithm>
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
    std::vector<std::uint8_t> all;
    all.reserve(arrived.size);
    for (message::Buffer* at = arrived.message->head().get(); at; at = at->next().get()) {
        const std::size_t here = std::min<std::size_t>(at->capacity(), arrived.size - all.size());
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(at->data());
        all.insert(all.end(), bytes, bytes + here);
    }
    return all;
}

} // namespace crosspoint::core
