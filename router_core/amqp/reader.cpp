// SPDX-License-Identifier: Apache-2.0
#include "crosspoint/amqp/reader.hpp"

#include <bit>
#include <limits>

namespace crosspoint::amqp {

namespace {

std::uint64_t big_endian(std::span<const std::uint8_t> octets) {
    std::uint64_t value = 0;
    for (const std::uint8_t octet : octets) {
        value = value << 8 | octet;
    }
    return value;
}

std::string_view characters(std::span<const std::uint8_t> octets) {
    return {reinterpret_cast<const char*>(octets.data()), octets.size()};
}

// The upper half of a constructor says how long the value is (AMQP 1.0 1.2).
struct Width {
    std::size_t fixed = 0;
    std::size_t size_octets = 0;
};

std::optional<Width> width_of(std::uint8_t code) {
    switch (code >> 4) {
    case 0x4:
        return Width{0, 0};
    case 0x5:
        return Width{1, 0};
    case 0x6:
        return Width{2, 0};
    case 0x7:
        return Width{4, 0};
    case 0x8:
        return Width{8, 0};
    case 0x9:
        return Width{16, 0};
    case 0xa:
    case 0xc:
    case 0xe:
        return Width{0, 1};
    case 0xb:
    case 0xd:
    case 0xf:
        return Width{0, 4};
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<std::string_view> Value::text() const {
    const bool symbol = code_ == 0xa3 || code_ == 0xb3;
    return symbol ? std::optional(characters(body_)) : string();
}

std::optional<std::string_view> Value::string() const {
    if (code_ != 0xa1 && code_ != 0xb1) {
        return std::nullopt;
    }
    return characters(body_);
}

std::uint64_t Value::number() const {
    return big_endian(body_);
}

std::optional<std::int64_t> Value::integer() const {
    switch (code_) {
    case 0x43: // uint0
    case 0x44: // ulong0
        return 0;
    case 0x50: // ubyte
    case 0x52: // smalluint
    case 0x53: // smallulong
    case 0x60: // ushort
    case 0x70: // uint
        return static_cast<std::int64_t>(number());
    case 0x80: { // ulong
        const std::uint64_t value = number();
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return std::nullopt;
        }
        return static_cast<std::int64_t>(value);
    }
    case 0x51: // byte
    case 0x54: // smallint
    case 0x55: // smalllong
        return static_cast<std::int8_t>(number());
    case 0x61: // short
        return static_cast<std::int16_t>(number());
    case 0x71: // int
        return static_cast<std::int32_t>(number());
    case 0x81: // long
        return static_cast<std::int64_t>(number());
    default:
        return std::nullopt;
    }
}

std::optional<bool> Value::boolean() const {
    switch (code_) {
    case 0x41:
        return true;
    case 0x42:
        return false;
    case 0x56:
        return body_[0] != 0;
    default:
        return std::nullopt;
    }
}

std::optional<double> Value::floating() const {
    if (code_ == 0x72) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(number()));
    }
    return code_ == 0x82 ? std::optional(std::bit_cast<double>(number())) : std::nullopt;
}

std::optional<std::span<const std::uint8_t>> Value::binary() const {
    return code_ == 0xa0 || code_ == 0xb0 ? std::optional(body_) : std::nullopt;
}

std::optional<std::uint64_t> Value::ulong() const {
    const bool is_one = code_ == 0x44 || code_ == 0x53 || code_ == 0x80;
    return is_one ? std::optional(number()) : std::nullopt;
}

std::optional<std::int64_t> Value::timestamp() const {
    return code_ == 0x83 ? std::optional(static_cast<std::int64_t>(number())) : std::nullopt;
}

std::optional<std::uint32_t> Value::character() const {
    return code_ == 0x73 ? std::optional(static_cast<std::uint32_t>(number())) : std::nullopt;
}

std::optional<std::span<const std::uint8_t>> Value::uuid() const {
    return code_ == 0x98 ? std::optional(body_) : std::nullopt;
}

std::optional<std::span<const std::uint8_t>> Value::decimal() const {
    const bool is_one = code_ == 0x74 || code_ == 0x84 || code_ == 0x94;
    return is_one ? std::optional(body_) : std::nullopt;
}

std::optional<ArrayElements> Value::array() const {
    const std::size_t width = code_ == 0xe0 ? 1 : 4;
    if ((code_ != 0xe0 && code_ != 0xf0) || body_.size() < width) {
        return std::nullopt;
    }
    const auto count = static_cast<std::size_t>(big_endian(body_.first(width)));
    Reader constructor(body_.subspan(width));
    // A descriptor stands before the constructor once, for all.
    const auto first = constructor.element_code();
    if (!first) {
        return std::nullopt;
    }
    // Elements that take no room can be claimed without end.
    if (count > body_.size()) {
        return std::nullopt;
    }
    return ArrayElements(*first, count, constructor.rest());
}

std::optional<Value> ArrayElements::next() {
    const auto width = width_of(code_);
    if (left_ == 0 || !width || rest_.size() < width->size_octets) {
        return std::nullopt;
    }
    --left_;
    std::size_t size = width->fixed;
    if (width->size_octets != 0) {
        size = static_cast<std::size_t>(big_endian(rest_.first(width->size_octets)));
        rest_ = rest_.subspan(width->size_octets);
    }
    if (size > rest_.size()) {
        return std::nullopt;
    }
    const Value element(code_, rest_.first(size));
    rest_ = rest_.subspan(size);
    return element;
}

std::span<const std::uint8_t> Value::encoded() const {
    const std::size_t before = 1 + width_of(code_).value_or(Width{}).size_octets;
    return {body_.data() - before, before + body_.size()};
}

std::optional<Elements> Value::compound(std::uint8_t short_code, std::uint8_t long_code) const {
    const std::size_t width = code_ == short_code ? 1 : 4;
    if ((code_ != short_code && code_ != long_code) || body_.size() < width) {
        return std::nullopt;
    }
    return Elements(static_cast<std::size_t>(big_endian(body_.first(width))), body_.subspan(width));
}

std::optional<Elements> Value::list() const {
    return code_ == 0x45 ? Elements(0, {}) : compound(0xc0, 0xd0);
}

std::optional<Elements> Value::map() const {
    const auto elements = compound(0xc1, 0xd1);
    return elements && elements->count() % 2 == 0 ? elements : std::nullopt;
}

std::optional<std::span<const std::uint8_t>> Reader::take(std::size_t size) {
    if (size > rest_.size()) {
        return std::nullopt;
    }
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
}

std::optional<Value> Reader::primitive() {
    const auto code = take(1);
    const auto width = code ? width_of(code->front()) : std::nullopt;
    if (!width) {
        return std::nullopt;
    }
    std::size_t size = width->fixed;
    if (width->size_octets != 0) {
        const auto announced = take(width->size_octets);
        if (!announced) {
            return std::nullopt;
        }
        size = static_cast<std::size_t>(big_endian(*announced));
    }
    const auto body = take(size);
    if (!body) {
        return std::nullopt;
    }
    return Value(code->front(), *body);
}

std::optional<Value> Reader::next() {
    while (!rest_.empty() && rest_.front() == 0x00) {
        rest_ = rest_.subspan(1);
        if (!primitive()) {
            return std::nullopt;
        }
    }
    return primitive();
}

std::optional<std::uint8_t> Reader::element_code() {
    while (!rest_.empty() && rest_.front() == 0x00) {
        rest_ = rest_.subspan(1);
        if (!primitive()) {
            return std::nullopt;
        }
    }
    const auto code = take(1);
    return code ? std::optional(code->front()) : std::nullopt;
}

std::optional<std::uint64_t> Reader::descriptor() {
    const auto mark = take(1);
    if (!mark || mark->front() != 0x00) {
        return std::nullopt;
    }
    const auto value = primitive();
    const auto number = value ? value->integer() : std::nullopt;
    return number ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

std::optional<Value> Elements::next() {
    if (left_ == 0) {
        return std::nullopt;
    }
    --left_;
    return reader_.next();
}

} // namespace crosspoint::amqp
