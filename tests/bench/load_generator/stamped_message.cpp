// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/stamped_message.hpp"

#include "tests/bench/load_generator/client.hpp"

#include <proton/codec.h>
#include <proton/message.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace crosspoint::bench {

namespace {
// Found again in the encoding to learn where the body begins.
constexpr std::array<char, sizeof(std::uint64_t)> mark{1, 2, 3, 4, 5, 6, 7, 8};
constexpr std::size_t room_for_sections = 1024;
} // namespace

StampedMessage::StampedMessage(std::size_t body_size, const std::string& to) {
    std::vector<char> body(std::max(body_size, mark.size()), 'x');
    std::copy(mark.begin(), mark.end(), body.begin());

    pn_message_t* message = pn_message();
    if (!to.empty()) {
        pn_message_set_address(message, to.c_str());
    }
    pn_message_set_inferred(message, true);
    pn_data_put_binary(pn_message_body(message), pn_bytes(body.size(), body.data()));
    std::size_t size = body.size() + room_for_sections;
    bytes_.resize(size);
    const int failure = pn_message_encode(message, bytes_.data(), &size);
    pn_message_free(message);
    if (failure != 0) {
        fail("cannot encode the message");
    }
    bytes_.resize(size);

    const auto at = std::search(bytes_.begin(), bytes_.end(), mark.begin(), mark.end());
    stamp_offset_ = static_cast<std::size_t>(at - bytes_.begin());
}

void StampedMessage::stamp(std::uint64_t nanoseconds) {
    std::memcpy(bytes_.data() + stamp_offset_, &nanoseconds, sizeof nanoseconds);
}

} // namespace crosspoint::bench
