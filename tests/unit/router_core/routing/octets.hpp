// SPDX-License-Identifier: Apache-2.0
#pragma once

// Messages as they are written in captures: pairs of hex digits, and text in quotes. The size of a
// compound value may be left to be counted: "c1 [ 02 a1 01 'k' 54 01 ]"; what is still open at the
// end of the text ends there.

#include "crosspoint/amqp/writer.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace unit {

using crosspoint::amqp::Octets;

/// Writes the size of the compound value whose constructor stands at `code`.
inline void close_compound(Octets& result, std::size_t code) {
    const std::size_t width = result[code] < 0xd0 ? 1 : 4;
    const std::size_t size = result.size() - code - 1 - width;
    for (std::size_t i = 0; i < width; ++i) {
        result[code + width - i] = static_cast<std::uint8_t>(size >> (8 * i));
    }
}

inline Octets octets(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    Octets result;
    std::vector<std::size_t> open;
    bool quoted = false;
    std::size_t high = std::string_view::npos;
    for (const char c : text) {
        if (c == '\'') {
            quoted = !quoted;
        } else if (quoted) {
            result.push_back(static_cast<std::uint8_t>(c));
        } else if (c == '[') {
            open.push_back(result.size() - 1);
            result.resize(result.size() + (result.back() < 0xd0 ? 1 : 4));
        } else if (c == ']') {
            close_compound(result, open.back());
            open.pop_back();
        } else if (const std::size_t digit = digits.find(c); digit != std::string_view::npos) {
            if (high == std::string_view::npos) {
                high = digit;
            } else {
                result.push_back(static_cast<std::uint8_t>(high << 4 | digit));
                high = std::string_view::npos;
            }
        }
    }
    for (; !open.empty(); open.pop_back()) {
        close_compound(result, open.back());
    }
    return result;
}

} // namespace unit
