// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/value_text.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <ctime>
#include <string_view>

namespace crosspoint::io {

using message::AmqpCursor;
using message::AmqpValue;
using message::Taken;
namespace code = message::code;

namespace {

constexpr int max_depth = 16;
constexpr std::string_view digits = "0123456789abcdef";

void append_octet(std::uint8_t octet, std::string& out) {
    out += digits[octet >> 4U];
    out += digits[octet & 0xfU];
}

template <class Number>
void append_number(Number number, std::string& out) {
    std::array<char, 32> text{};
    const auto result = std::to_chars(text.data(), text.data() + text.size(), number);
    out.append(text.data(), result.ptr);
}

/// Content of `octets` width as a signed number.
std::int64_t with_sign(std::uint64_t content, std::uint32_t octets) {
    const unsigned unused = 64 - 8 * octets;
    return static_cast<std::int64_t>(content << unused) >> unused;
}

void append_time(std::int64_t milliseconds, std::string& out) {
    constexpr std::int64_t per_second = 1000;
    std::int64_t fraction = milliseconds % per_second;
    std::time_t seconds = milliseconds / per_second;
    if (fraction < 0) {
        fraction += per_second;
        --seconds;
    }
    std::tm local{};
    localtime_r(&seconds, &local);
    const auto add = [&](const char* format) {
        std::array<char, 64> text{};
        out.append(text.data(), std::strftime(text.data(), text.size(), format, &local));
    };
    out += '"';
    add("%Y-%m-%d %H:%M:%S.");
    for (const int unit : {100, 10, 1}) {
        out += static_cast<char>('0' + fraction / unit % 10);
    }
    add(" %z");
    out += '"';
}

} // namespace

void ValueText::append(const AmqpValue& value, int depth) {
    if (depth > max_depth) {
        out_ += "...";
    } else if (value.code == code::described) {
        append_described(value, depth);
    } else if (value.is_list() || value.is_map()) {
        append_compound(value, depth);
    } else {
        append_primitive(value);
    }
}

void ValueText::append_primitive(const AmqpValue& value) {
    const std::uint64_t content =
        value.size() > 8 ? 0 : AmqpCursor(bytes_, value.begin, value.end).number(value);
    switch (value.code) {
    case 0x40:
        out_ += "null";
        break;
    case code::boolean_true:
    case 0x42:
        out_ += value.code == code::boolean_true ? "true" : "false";
        break;
    case code::boolean:
        out_ += content != 0 ? "true" : "false";
        break;
    case 0x73: // char
        out_ += "U+";
        append_hex(value);
        break;
    case 0x74: // decimals, as they are encoded
    case 0x84:
    case 0x94:
        out_ += "0x";
        append_hex(value);
        break;
    case 0x98:
        append_uuid(value);
        break;
    case 0xa0: // binary
    case 0xb0:
        out_ += 'b';
        append_quoted(value);
        break;
    case code::sym8:
    case code::sym32:
        out_ += ':';
        append_quoted(value);
        break;
    case code::str8:
    case code::str32:
        append_quoted(value);
        break;
    case 0xe0: // arrays, which no property may be
    case 0xf0:
        out_ += "[...]";
        break;
    default:
        append_numeric(value, content);
    }
}

void ValueText::append_numeric(const AmqpValue& value, std::uint64_t content) {
    switch (value.code) {
    case 0x43: // uint and ulong of no content are zero
    case 0x44:
    case code::ubyte:
    case 0x52: // smalluint
    case code::smallulong:
    case 0x60: // ushort
    case 0x70: // uint
    case code::ulong:
        append_number(content, out_);
        break;
    case 0x51: // byte
    case code::smallint:
    case 0x55: // smalllong
    case 0x61: // short
    case code::int32:
    case 0x81: // long
        append_number(with_sign(content, value.size()), out_);
        break;
    case 0x72: // float
        append_number(std::bit_cast<float>(static_cast<std::uint32_t>(content)), out_);
        break;
    case 0x82: // double
        append_number(std::bit_cast<double>(content), out_);
        break;
    case 0x83:
        append_time(with_sign(content, value.size()), out_);
        break;
    default:
        out_ += '?';
    }
}

void ValueText::append_quoted(const AmqpValue& value) {
    out_ += '"';
    for (const std::byte byte : bytes_.subspan(value.begin, value.size())) {
        if (full()) {
            break;
        }
        const auto octet = std::to_integer<std::uint8_t>(byte);
        if (octet >= ' ' && octet <= '~') {
            out_ += static_cast<char>(octet);
        } else {
            out_ += '\\';
            append_octet(octet, out_);
        }
    }
    out_ += '"';
}

void ValueText::append_compound(const AmqpValue& value, int depth) {
    const bool map = value.is_map();
    out_ += map ? '{' : '[';
    AmqpCursor elements(bytes_, value.begin, value.end);
    std::uint32_t count = 0;
    if (elements.enter(value, count)) {
        for (std::uint32_t i = 0; i < count && !full(); ++i) {
            if (i > 0) {
                out_ += map && i % 2 == 1 ? "=" : ", ";
            }
            AmqpValue element;
            if (elements.take(element) != Taken::whole) {
                out_ += '?';
                break;
            }
            append(element, depth + 1);
        }
    }
    out_ += map ? '}' : ']';
}

void ValueText::append_described(const AmqpValue& value, int depth) {
    AmqpCursor parts(bytes_, value.begin, value.end);
    AmqpValue descriptor;
    AmqpValue proper;
    if (parts.take(descriptor) != Taken::whole || parts.take(proper) != Taken::whole) {
        out_ += '?';
        return;
    }
    out_ += '@';
    append(descriptor, depth + 1);
    out_ += ' ';
    append(proper, depth + 1);
}

void ValueText::append_hex(const AmqpValue& value) {
    for (const std::byte byte : bytes_.subspan(value.begin, value.size())) {
        append_octet(std::to_integer<std::uint8_t>(byte), out_);
    }
}

void ValueText::append_uuid(const AmqpValue& value) {
    out_ += '"';
    std::uint32_t octets = 0;
    for (const std::byte byte : bytes_.subspan(value.begin, value.size())) {
        append_octet(std::to_integer<std::uint8_t>(byte), out_);
        ++octets;
        if (octets >= 4 && octets <= 10 && octets % 2 == 0) {
            out_ += '-';
        }
    }
    out_ += '"';
}

} // namespace crosspoint::io
