// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace crosspoint::message {

/// Constructors of the AMQP type system (AMQP 1.0 1.6) that the router looks at or writes.
namespace code {
inline constexpr std::uint8_t described = 0x00;
inline constexpr std::uint8_t boolean_true = 0x41;
inline constexpr std::uint8_t boolean = 0x56;
inline constexpr std::uint8_t ubyte = 0x50;
inline constexpr std::uint8_t smallulong = 0x53;
inline constexpr std::uint8_t ulong = 0x80;
inline constexpr std::uint8_t smallint = 0x54;
inline constexpr std::uint8_t int32 = 0x71;
inline constexpr std::uint8_t str8 = 0xa1;
inline constexpr std::uint8_t str32 = 0xb1;
inline constexpr std::uint8_t sym8 = 0xa3;
inline constexpr std::uint8_t sym32 = 0xb3;
inline constexpr std::uint8_t list0 = 0x45;
inline constexpr std::uint8_t list8 = 0xc0;
inline constexpr std::uint8_t list32 = 0xd0;
inline constexpr std::uint8_t map8 = 0xc1;
inline constexpr std::uint8_t map32 = 0xd1;
} // namespace code

/// One encoded value: its constructor, and where its content lies (behind the size octets, if it
/// has any; a compound's content starts with its count). A described value is not taken apart: its
/// content is all that follows the leading zero.
struct AmqpValue {
    std::uint8_t code = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    [[nodiscard]] std::uint32_t size() const noexcept { return end - begin; }
    // The short and the long form of a variable-width type differ in one bit.
    [[nodiscard]] bool is_string() const noexcept { return (code | 0x10) == code::str32; }
    [[nodiscard]] bool is_symbol() const noexcept { return (code | 0x10) == code::sym32; }
    [[nodiscard]] bool is_map() const noexcept { return (code | 0x10) == code::map32; }
    [[nodiscard]] bool is_list() const noexcept {
        return (code | 0x10) == code::list32 || code == code::list0;
    }
};

enum class Taken : std::uint8_t {
    whole,   ///< a value was taken
    cut_off, ///< the bytes end within it
    invalid, ///< no value can begin with these bytes
};

/// Walks over encoded values between two offsets and never reads outside them. What it skips it
/// skips by the size the encoding states, so nesting costs neither time nor stack.
class AmqpCursor {
public:
    /// Values between `begin` and `end`, which must lie within `bytes`.
    AmqpCursor(std::span<const std::byte> bytes, std::uint32_t begin, std::uint32_t end) noexcept
        : data_(bytes.data()),
          position_(begin),
          end_(end) {}

    [[nodiscard]] std::uint32_t position() const noexcept { return position_; }
    [[nodiscard]] std::uint32_t remaining() const noexcept { return end_ - position_; }
    [[nodiscard]] bool at_end() const noexcept { return position_ == end_; }
    /// `offset` < remaining().
    [[nodiscard]] std::uint8_t peek(std::uint32_t offset) const noexcept {
        return at(position_ + offset);
    }
    /// `count` <= remaining().
    void skip(std::uint32_t count) noexcept { position_ += count; }

    /// Takes the next value. The position is only of use if the answer is `whole`.
    [[nodiscard]] Taken take(AmqpValue& value) noexcept {
        if (at_end()) {
            return Taken::cut_off;
        }
        return at(position_) == code::described ? take_described(value) : take_primitive(value);
    }

    /// Content of a value that was taken from the same bytes.
    [[nodiscard]] std::string_view text(const AmqpValue& value) const noexcept {
        return {reinterpret_cast<const char*>(data_) + value.begin, value.size()};
    }
    /// Content read as an unsigned number in network order; its last eight octets count.
    [[nodiscard]] std::uint64_t number(const AmqpValue& value) const noexcept {
        return big_endian(value.begin, value.size());
    }

    /// Steps into a list or a map that was taken from the same bytes: its elements are then between
    /// the cursor's ends. False if there is no room for the count.
    [[nodiscard]] bool enter(const AmqpValue& compound, std::uint32_t& count) noexcept {
        std::uint32_t count_octets = 0;
        if (compound.code != code::list0) {
            count_octets = (compound.code & 0x10U) != 0 ? 4 : 1;
        }
        if (compound.size() < count_octets) {
            return false;
        }
        count = static_cast<std::uint32_t>(big_endian(compound.begin, count_octets));
        position_ = compound.begin + count_octets;
        end_ = compound.end;
        return true;
    }

private:
    /// A described value may have a described descriptor, and so on: nobody does that, and whoever
    /// does it for more than this is refused.
    static constexpr std::uint32_t max_described = 8;

    /// By the upper half of the constructor, which alone says how to skip a value (AMQP 1.0 1.2):
    /// the width of the size field, and that of the content of types that have none.
    static constexpr std::uint8_t none = 0xff;
    static constexpr std::array<std::uint8_t, 16> size_widths{none, none, none, none, 0, 0, 0, 0,
                                                              0,    0,    1,    4,    1, 4, 1, 4};
    static constexpr std::array<std::uint8_t, 16> fixed_widths{0, 0,  0, 0, 0, 1, 2, 4,
                                                               8, 16, 0, 0, 0, 0, 0, 0};

    [[nodiscard]] std::uint8_t at(std::uint32_t offset) const noexcept {
        return std::to_integer<std::uint8_t>(data_[offset]);
    }

    [[nodiscard]] std::uint64_t big_endian(std::uint32_t offset,
                                           std::uint32_t octets) const noexcept {
        std::uint64_t result = 0;
        for (std::uint32_t i = 0; i < octets; ++i) {
            result = (result << 8) | at(offset + i);
        }
        return result;
    }

    [[nodiscard]] Taken take_primitive(AmqpValue& value) noexcept {
        value.code = at(position_);
        const std::uint32_t size_width = size_widths[value.code >> 4];
        if (size_width == none) {
            return Taken::invalid;
        }
        const std::uint32_t behind_code = remaining() - 1;
        if (behind_code < size_width) {
            return Taken::cut_off;
        }
        std::uint32_t content = fixed_widths[value.code >> 4];
        if (size_width != 0) {
            content = size_width == 1 ? at(position_ + 1)
                                      : static_cast<std::uint32_t>(big_endian(position_ + 1, 4));
        }
        if (behind_code - size_width < content) {
            return Taken::cut_off;
        }
        value.begin = position_ + 1 + size_width;
        value.end = value.begin + content;
        position_ = value.end;
        return Taken::whole;
    }

    [[nodiscard]] Taken take_described(AmqpValue& value) noexcept {
        const std::uint32_t begin = position_ + 1;
        // Every zero stands for one value and brings two: descriptor and value proper.
        std::uint32_t owed = 1;
        do {
            if (at_end()) {
                return Taken::cut_off;
            }
            if (at(position_) == code::described) {
                if (++owed > max_described) {
                    return Taken::invalid;
                }
                ++position_;
            } else {
                if (const Taken taken = take_primitive(value); taken != Taken::whole) {
                    return taken;
                }
                --owed;
            }
        } while (owed != 0);
        value = {code::described, begin, position_};
        return Taken::whole;
    }

    const std::byte* data_;
    std::uint32_t position_;
    std::uint32_t end_;
};

} // namespace crosspoint::message
