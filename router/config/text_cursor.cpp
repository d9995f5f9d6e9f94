// SPDX-License-Identifier: Apache-2.0
#include "router/config/text_cursor.hpp"

#include "router/config/names.hpp"
#include "router/config/section.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace crosspoint::config {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Four hexadecimal digits from the front of `text`.
char32_t take_hex(std::string_view& text) {
    unsigned code = 0;
    const char* end = text.data() + std::min<std::size_t>(4, text.size());
    const auto [stop, error] = std::from_chars(text.data(), end, code, 16);
    if (error != std::errc{} || stop != text.data() + 4) {
        throw std::invalid_argument("\\u needs four hexadecimal digits");
    }
    text.remove_prefix(4);
    return code;
}

void append_utf8(std::string& out, char32_t code) {
    const auto byte = [&](char32_t value) { out += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xc0 | (code >> 6));
        byte(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        byte(0xe0 | (code >> 12));
        byte(0x80 | ((code >> 6) & 0x3f));
        byte(0x80 | (code & 0x3f));
    } else {
        byte(0xf0 | (code >> 18));
        byte(0x80 | ((code >> 12) & 0x3f));
        byte(0x80 | ((code >> 6) & 0x3f));
        byte(0x80 | (code & 0x3f));
    }
}

/// What follows "\u": one code unit, or two for a code point beyond the first 65536.
char32_t take_code_point(std::string_view& text) {
    const char32_t high = take_hex(text);
    if (high < 0xd800 || high > 0xdfff) {
        return high;
    }
    if (high <= 0xdbff && text.starts_with("\\u")) {
        text.remove_prefix(2);
        const char32_t low = take_hex(text);
        if (low >= 0xdc00 && low <= 0xdfff) {
            return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
        }
    }
    throw std::invalid_argument("half of a surrogate pair");
}

void append_escape(std::string& out, std::string_view& text) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const char letter = text.empty() ? '\0' : text.front();
    if (letter == 'u') {
        text.remove_prefix(1);
        append_utf8(out, take_code_point(text));
        return;
    }
    const auto found = letters.find(letter);
    if (text.empty() || found == std::string_view::npos) {
        throw std::invalid_argument("unknown escape sequence '\\" + printable(text.substr(0, 1)) +
                                    "' (a backslash is written \\\\)");
    }
    out += meanings[found];
    text.remove_prefix(1);
}

/// The grammar of RFC 8259 section 6, which is narrower than what the library would take.
bool is_number(std::string_view word) {
    const auto skip_digits = [&] {
        const auto end = std::ranges::find_if_not(word, is_digit);
        const auto count = static_cast<std::size_t>(end - word.begin());
        word.remove_prefix(count);
        return count > 0;
    };
    if (word.starts_with('-')) {
        word.remove_prefix(1);
    }
    const bool leading_zero = word.size() > 1 && word[0] == '0' && is_digit(word[1]);
    if (leading_zero || !skip_digits()) {
        return false;
    }
    if (word.starts_with('.')) {
        word.remove_prefix(1);
        if (!skip_digits()) {
            return false;
        }
    }
    if (word.starts_with('e') || word.starts_with('E')) {
        word.remove_prefix(1);
        if (word.starts_with('+') || word.starts_with('-')) {
            word.remove_prefix(1);
        }
        if (!skip_digits()) {
            return false;
        }
    }
    return word.empty();
}

} // namespace

std::string unescape(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        if (c == '\\') {
            append_escape(result, text);
        } else if (c == '"') {
            throw std::invalid_argument("a quote must be written \\\"");
        } else if (static_cast<unsigned char>(c) < 0x20 && c != '\t') {
            throw std::invalid_argument("control character in text");
        } else {
            result += c;
        }
    }
    return result;
}

bool parse_scalar(std::string_view word, Value& value) {
    if (word == "true" || word == "false") {
        value.data = word == "true";
        return true;
    }
    if (word == "null") {
        value.data = std::monostate{};
        return true;
    }
    if (!is_number(word)) {
        return false;
    }
    std::int64_t integer = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, integer);
    if (error == std::errc{} && stop == end) {
        value.data = integer;
    } else {
        const double number = std::strtod(std::string(word).c_str(), nullptr);
        if (!std::isfinite(number)) {
            return false;
        }
        value.data = number;
    }
    return true;
}

void TextCursor::advance(std::size_t count) {
    const auto skipped = text_.substr(position_, count);
    line_ += static_cast<std::size_t>(std::ranges::count(skipped, '\n'));
    position_ += skipped.size();
}

void TextCursor::skip_blanks() {
    const auto next = rest().find_first_not_of(" \t\r\n");
    advance(next == std::string_view::npos ? rest().size() : next);
}

bool TextCursor::skip(char c) {
    if (at_end() || peek() != c) {
        return false;
    }
    advance();
    return true;
}

void TextCursor::expect(char c, const char* where) {
    if (!skip(c)) {
        const std::string found =
            at_end() ? "the end of the text" : "'" + printable(rest().substr(0, 1)) + "'";
        fail(std::string("expected '") + c + "' " + where + ", found " + found);
    }
}

std::string TextCursor::read_string() {
    expect('"', "before a string");
    const std::string_view text = rest();
    std::size_t end = 0;
    while (end < text.size() && text[end] != '"' && text[end] != '\n') {
        end += text[end] == '\\' ? 2 : 1;
    }
    if (end >= text.size() || text[end] != '"') {
        fail("a string is not closed");
    }
    std::string result;
    try {
        result = unescape(text.substr(0, end));
    } catch (const std::invalid_argument& error) {
        fail(error.what());
    }
    advance(end + 1);
    return result;
}

Value TextCursor::read_scalar() {
    const auto stop = rest().find_first_of(" \t\r\n,:{}[]\"");
    const std::string_view word = rest().substr(0, stop);
    Value value;
    if (!parse_scalar(word, value)) {
        const std::string found = word.empty() ? printable(rest().substr(0, 1)) : printable(word);
        fail(at_end() ? "the text ends where a value is expected"
                      : "expected a value, found '" + found + "'");
    }
    advance(word.size());
    return value;
}

void TextCursor::fail(const std::string& what) const {
    throw SyntaxError(line_, what);
}

} // namespace crosspoint::config
