// SPDX-License-Identifier: Apache-2.0
#include "router/config/code_points.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace crosspoint::config {

namespace {

/// What the first byte of a character in UTF-8 says about it (RFC 3629).
struct Shape {
    std::size_t size;
    char32_t bits;
    char32_t smallest; ///< anything less was not written in its shortest form
};

std::optional<Shape> shape(unsigned char lead) {
    if (lead < 0x80) {
        return Shape{1, lead, 0};
    }
    if ((lead & 0xe0U) == 0xc0) {
        return Shape{2, lead & 0x1fU, 0x80};
    }
    if ((lead & 0xf0U) == 0xe0) {
        return Shape{3, lead & 0x0fU, 0x800};
    }
    if ((lead & 0xf8U) == 0xf0) {
        return Shape{4, lead & 0x07U, 0x10000};
    }
    return std::nullopt;
}

bool is_invisible(char32_t code_point) {
    const auto ranges = invisible_code_points();
    const auto after = std::ranges::upper_bound(ranges, code_point, {}, &CodePointRange::first);
    return after != ranges.begin() && code_point <= std::prev(after)->last;
}

} // namespace

std::optional<Character> first_character(std::string_view text) {
    if (text.empty()) {
        return std::nullopt;
    }
    const auto lead = shape(static_cast<unsigned char>(text.front()));
    if (!lead || text.size() < lead->size) {
        return std::nullopt;
    }
    char32_t code_point = lead->bits;
    for (std::size_t i = 1; i < lead->size; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xc0U) != 0x80) {
            return std::nullopt;
        }
        code_point = (code_point << 6) | (byte & 0x3fU);
    }
    const bool surrogate = code_point >= 0xd800 && code_point <= 0xdfff;
    if (code_point < lead->smallest || code_point > 0x10ffff || surrogate) {
        return std::nullopt;
    }
    return Character{code_point, text.substr(0, lead->size)};
}

std::optional<Character> first_invisible(std::string_view text) {
    while (!text.empty()) {
        const auto character = first_character(text);
        if (!character) {
            return Character{0xfffd, text.substr(0, 1)};
        }
        if (is_invisible(character->code_point)) {
            return character;
        }
        text.remove_prefix(character->bytes.size());
    }
    return std::nullopt;
}

std::size_t character_count(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80; }));
}

} // namespace crosspoint::config
