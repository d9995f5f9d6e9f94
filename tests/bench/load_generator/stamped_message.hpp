// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace crosspoint::bench {

/// A message encoded once and sent many times. Its binary body starts with the time of sending, at
/// a known place of the encoding, so that a new time costs eight bytes and no encoding.
class StampedMessage {
public:
    /// An empty `to` leaves the message without an address of its own.
    StampedMessage(std::size_t body_size, const std::string& to);

    void stamp(std::uint64_t nanoseconds);

    [[nodiscard]] const std::vector<char>& bytes() const { return bytes_; }

    /// Where the time stands, in bytes from the start of the encoding.
    [[nodiscard]] std::size_t stamp_offset() const { return stamp_offset_; }

private:
    std::vector<char> bytes_;
    std::size_t stamp_offset_ = 0;
};

} // namespace crosspoint::bench
