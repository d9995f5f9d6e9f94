// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

#include <string>
#include <string_view>

namespace crosspoint::config {

/// A place in a text that is being read, and the small things that every format has in common:
/// counting lines, and the strings, numbers and words of JSON (RFC 8259).
class TextCursor {
public:
    TextCursor(std::string_view text, std::size_t line) : text_(text), line_(line) {}

    [[nodiscard]] bool at_end() const { return position_ == text_.size(); }
    /// The next character; NUL at the end.
    [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[position_]; }
    [[nodiscard]] std::string_view rest() const { return text_.substr(position_); }
    [[nodiscard]] std::size_t position() const { return position_; }
    [[nodiscard]] std::size_t line() const { return line_; }
    void advance(std::size_t count = 1);

    /// Skips blanks and line ends.
    void skip_blanks();
    /// Skips the character if it is next.
    bool skip(char c);
    void expect(char c, const char* where);

    /// A quoted string; the quote is next.
    std::string read_string();
    /// The next word if it is a number, true, false or null as JSON knows them.
    Value read_scalar();

    [[noreturn]] void fail(const std::string& what) const;

private:
    std::string_view text_;
    std::size_t position_ = 0;
    std::size_t line_;
};

/// Deeper nesting is refused, so that no text can use up the stack.
inline constexpr int max_depth = 32;

/// Replaces the escape sequences of a JSON string. Throws std::invalid_argument if one is wrong, or
/// if there is a quote or a control character.
std::string unescape(std::string_view text);

/// A JSON number, true, false or null. False if the word is none of them, or too large a number.
bool parse_scalar(std::string_view word, Value& value);

} // namespace crosspoint::config
