// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace crosspoint::config {

/// Both ends belong to the range.
struct CodePointRange {
    char32_t first;
    char32_t last;
};

/// All code points of the Unicode categories C (control, format, unassigned ...) and Z (blanks), in
/// ascending order: what a reader of a name cannot see. Generated.
std::span<const CodePointRange> invisible_code_points();

/// One character of a text, as its code point and as its bytes.
struct Character {
    char32_t code_point;
    std::string_view bytes;
};

/// The first character of a text in UTF-8; nothing if the text is empty or not valid UTF-8.
std::optional<Character> first_character(std::string_view text);

/// The first invisible character of a text in UTF-8. Bytes that are not UTF-8 count as such.
std::optional<Character> first_invisible(std::string_view text);

/// How many characters a valid text has.
std::size_t character_count(std::string_view text);

} // namespace crosspoint::config
