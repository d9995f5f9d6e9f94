// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/own_message.hpp"

#include "crosspoint/base/check.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::core {

DeliveryArrived own_message(std::span<const std::uint8_t> octets) {
    const auto size = static_cast<std::uint32_t>(octets.size());
    message::BufferPtr buffer = message::BufferPtr::make(size);
    std::copy_n(reinterpret_cast<const std::byte*>(octets.data()), size, buffer->data());
    message::Facts facts;
    const auto parsed = message::parse_sections({buffer->data(), size}, message::Depth::properties,
                                                true, true, facts);
    check(parsed == message::Parsed::ok, "a message of our own is malformed");
    DeliveryArrived made;
    made.message = message::MessagePtr(new message::Message(std::move(buffer), facts));
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
