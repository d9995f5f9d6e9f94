// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace crosspoint::amqp {

using Octets = std::vector<std::uint8_t>;

/// Appends AMQP values in the encodings that peers of the routing protocol send (AMQP 1.0 1.6).
class Writer {
public:
    /// Remembers where a list or map of unknown length began.
    struct Compound {
        std::size_t start = 0;
    };

    void section(std::uint8_t descriptor);
    void null() { octets_.push_back(0x40); }
    void boolean(bool value) { octets_.push_back(value ? 0x41 : 0x42); }
    void string(std::string_view text) { text_value(0xa1, 0xb1, text); }
    void symbol(std::string_view text) { text_value(0xa3, 0xb3, text); }
    /// `int`, or `long` if it does not fit into 32 bits.
    void int_value(std::int64_t value);
    void long_value(std::int64_t value);
    void uint_value(std::uint32_t value);
    void ulong_value(std::uint64_t value);
    /// A value that somebody else has encoded.
    void encoded(std::span<const std::uint8_t> value) {
        octets_.insert(octets_.end(), value.begin(), value.end());
    }
    void empty_list() { octets_.push_back(0x45); }

    /// The 32 bit forms, whatever the size.
    Compound begin_list() { return begin(0xd0); }
    Compound begin_map() { return begin(0xd1); }
    void end(Compound compound, std::size_t count);

    /// The shortest form that holds `elements`, which are `count` encoded values.
    void compact_list(const Writer& elements, std::size_t count);
    void compact_map(const Writer& elements, std::size_t count);

    [[nodiscard]] const Octets& octets() const { return octets_; }
    [[nodiscard]] Octets take() { return std::move(octets_); }

private:
    Compound begin(std::uint8_t code);
    void number(std::uint64_t value, std::size_t width);
    void text_value(std::uint8_t short_code, std::uint8_t long_code, std::string_view text);
    void compact(std::uint8_t short_code, std::uint8_t long_code, const Writer& elements,
                 std::size_t count);

    Octets octets_;
};

} // namespace crosspoint::amqp
