// SPDX-License-Identifier: Apache-2.0
#include "router/config/map_reader.hpp"

#include "router/config/names.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace crosspoint::config {

namespace {

constexpr std::string_view blanks = " \t\r";

bool is_blank(char c) {
    return blanks.find(c) != std::string_view::npos;
}

/// Whether the text goes on with a key and a colon, and so not with more of the value before it. A
/// colon inside an IPv6 address has no blank after it.
bool begins_with_key(std::string_view text) {
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return false;
    }
    text.remove_prefix(first);
    std::size_t end = 0;
    if (text.front() == '"') {
        end = text.find('"', 1);
        end = end == std::string_view::npos ? end : end + 1;
    } else {
        end = text.find_first_of(" \t\r\n:,{}[]\"");
    }
    if (end == std::string_view::npos || end == 0) {
        return false;
    }
    const auto colon = text.find_first_not_of(blanks, end);
    if (colon == std::string_view::npos || text[colon] != ':') {
        return false;
    }
    const std::string_view after = text.substr(colon + 1, 1);
    return after.empty() || std::string_view(" \t\r\"{[").find(after) != std::string_view::npos;
}

/// Where a text without quotes ends.
std::size_t bare_text_end(std::string_view text) {
    int braces = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool comment = c == '#' && i > 0 && is_blank(text[i - 1]) &&
                             (i + 1 == text.size() || is_blank(text[i + 1]));
        const bool closes = c == '}' && braces == 0;
        const bool next_entry = c == ',' && begins_with_key(text.substr(i + 1));
        if (c == '\n' || comment || closes || next_entry) {
            return i;
        }
        braces += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    return text.size();
}

class MapReader {
public:
    explicit MapReader(TextCursor& cursor) : cursor_(cursor) {}

    Map read_map(int depth) {
        check_depth(depth);
        cursor_.expect('{', "at the start of a map");
        Map map;
        skip_space();
        while (!cursor_.skip('}')) {
            const bool quoted = cursor_.peek() == '"';
            std::string key = quoted ? cursor_.read_string() : read_bare_key();
            skip_space();
            cursor_.expect(':', "after a key");
            skip_blanks_of_line();
            set_entry(map, std::move(key), read_value(depth, !quoted));
            end_item('}');
        }
        return map;
    }

private:
    void check_depth(int depth) const {
        if (depth > max_depth) {
            cursor_.fail("values are nested too deeply");
        }
    }

    List read_list(int depth) {
        check_depth(depth);
        cursor_.expect('[', "at the start of a list");
        List list;
        skip_space();
        while (!cursor_.skip(']')) {
            list.push_back(read_value(depth, false));
            end_item(']');
        }
        return list;
    }

    Value read_value(int depth, bool may_be_bare) {
        switch (cursor_.peek()) {
        case '{':
            return Value{read_map(depth + 1)};
        case '[':
            return Value{read_list(depth + 1)};
        case '"':
            return Value{cursor_.read_string()};
        default:
            return may_be_bare ? read_bare_text() : cursor_.read_scalar();
        }
    }

    std::string read_bare_key() {
        const auto end = cursor_.rest().find_first_of(" \t\r\n:,{}[]\"#");
        std::string key(cursor_.rest().substr(0, end));
        if (key.empty()) {
            cursor_.fail(cursor_.at_end() ? "a map is not closed" : "expected a key in the map");
        }
        cursor_.advance(key.size());
        return key;
    }

    Value read_bare_text() {
        const std::size_t size = bare_text_end(cursor_.rest());
        std::string_view text = trim(cursor_.rest().substr(0, size));
        if (text.ends_with(',')) {
            text = trim(text.substr(0, text.size() - 1));
        }
        if (text.empty()) {
            cursor_.fail("a key of the map has no value");
        }
        Value value;
        try {
            if (!parse_scalar(text, value)) {
                value.data = unescape(text);
            }
        } catch (const std::invalid_argument& error) {
            cursor_.fail(error.what());
        }
        cursor_.advance(size);
        return value;
    }

    /// After an item there must be a comma, the end, or at least a new line.
    void end_item(char close) {
        const std::size_t line = cursor_.line();
        skip_space();
        if (cursor_.skip(',')) {
            skip_space();
        } else if (!cursor_.at_end() && cursor_.peek() != close && cursor_.line() == line) {
            cursor_.fail(std::string("expected ',' or '") + close + "' after a value");
        }
        if (cursor_.at_end()) {
            cursor_.fail(close == '}' ? "a map is not closed" : "a list is not closed");
        }
    }

    void skip_blanks_of_line() {
        while (!cursor_.at_end() && is_blank(cursor_.peek())) {
            cursor_.advance();
        }
        if (cursor_.peek() == '\n') {
            skip_space();
        }
    }

    /// Skips blanks, line ends and comments.
    void skip_space() {
        cursor_.skip_blanks();
        while (cursor_.peek() == '#') {
            const auto end = cursor_.rest().find('\n');
            cursor_.advance(end == std::string_view::npos ? cursor_.rest().size() : end);
            cursor_.skip_blanks();
        }
    }

    TextCursor& cursor_;
};

} // namespace

Map read_native_map(TextCursor& cursor) {
    return MapReader(cursor).read_map(1);
}

} // namespace crosspoint::config
