// SPDX-License-Identifier: Apache-2.0
#include "crosspoint/message/whole_message.hpp"

#include "crosspoint/base/check.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::message {

namespace {

/// With what a buffer needs for itself, a size that allocators have.
constexpr std::size_t usual_size = 64 * 1024 - sizeof(Buffer);

BufferPtr copy_of(std::span<const std::byte> bytes) {
    BufferPtr buffer = BufferPtr::make(static_cast<std::uint32_t>(bytes.size()));
    std::ranges::copy(bytes, buffer->data());
    return buffer;
}

} // namespace

MessagePtr whole_message(std::span<const std::uint8_t> octets) {
    std::span<const std::byte> bytes = std::as_bytes(octets);
    Facts facts;
    const Parsed parsed = parse_sections(bytes, Depth::properties, true, true, facts);
    check(parsed == Parsed::ok, "a message of our own is malformed");

    // What the facts speak of is in one piece.
    std::size_t size = std::max<std::size_t>(usual_size, facts.parsed_end);
    size = std::min(size, bytes.size());
    const BufferPtr head = copy_of(bytes.first(size));
    Buffer* last = head.get();
    for (bytes = bytes.subspan(size); !bytes.empty(); bytes = bytes.subspan(size)) {
        size = std::min(usual_size, bytes.size());
        last->chain(copy_of(bytes.first(size)));
        last = last->next().get();
    }
    return MessagePtr(new Message(head, facts));
}

std::vector<std::uint8_t> octets_of(const Message& message, std::uint64_t size) {
    std::vector<std::uint8_t> all;
    all.reserve(static_cast<std::size_t>(size));
    for (Buffer* at = message.head().get(); at && all.size() < size; at = at->next().get()) {
        const std::size_t here =
            std::min<std::size_t>(at->capacity(), static_cast<std::size_t>(size) - all.size());
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(at->data());
        all.insert(all.end(), bytes, bytes + here);
    }
    return all;
}

} // namespace crosspoint::message
