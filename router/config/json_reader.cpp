// SPDX-License-Identifier: Apache-2.0
#include "router/config/json_reader.hpp"

#include "router/config/names.hpp"
#include "router/config/text_cursor.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace crosspoint::config {

namespace {

constexpr std::string_view name_separators = "-_. ";

/// Blanks instead of comments, so that places in the text stay where they are.
std::string without_comments(std::string_view text) {
    std::string result(text);
    auto line = result.begin();
    while (line != result.end()) {
        const auto end = std::find(line, result.end(), '\n');
        const auto first = std::find_if(line, end, [](char c) { return c != ' ' && c != '\t'; });
        if (first != end && *first == '#') {
            std::fill(first, end, ' ');
        }
        line = end == result.end() ? end : end + 1;
    }
    return result;
}

/// JSON to the letter (RFC 8259), one function for each kind of value.
class JsonReader {
public:
    explicit JsonReader(TextCursor& cursor) : cursor_(cursor) {}

    Value read_value(int depth) {
        if (cursor_.peek() == '{') {
            return Value{read_map(depth)};
        }
        if (cursor_.peek() == '[') {
            return Value{read_list(depth)};
        }
        if (cursor_.peek() == '"') {
            return Value{cursor_.read_string()};
        }
        return cursor_.read_scalar();
    }

    /// Calls `read_item` for each item up to the closing bracket.
    template <class ReadItem>
    void read_items(char open, char close, const char* where, ReadItem read_item) {
        cursor_.expect(open, where);
        cursor_.skip_blanks();
        if (cursor_.skip(close)) {
            return;
        }
        while (true) {
            cursor_.skip_blanks();
            read_item();
            cursor_.skip_blanks();
            if (cursor_.skip(close)) {
                return;
            }
            cursor_.expect(',', "or the end of the list or map");
            cursor_.skip_blanks();
            if (!cursor_.at_end() && cursor_.peek() == close) {
                cursor_.fail(std::string("the comma before '") + close + "' is one too many");
            }
        }
    }

    std::string read_key() {
        if (!cursor_.at_end() && cursor_.peek() != '"') {
            cursor_.fail("expected a name in quotes, found '" +
                         printable(cursor_.rest().substr(0, 1)) + "'");
        }
        std::string key = cursor_.read_string();
        cursor_.skip_blanks();
        cursor_.expect(':', "after a name");
        cursor_.skip_blanks();
        return key;
    }

private:
    void check_depth(int depth) const {
        if (depth > max_depth) {
            cursor_.fail("values are nested too deeply");
        }
    }

    List read_list(int depth) {
        check_depth(depth);
        List list;
        read_items('[', ']', "at the start of a list",
                   [&] { list.push_back(read_value(depth + 1)); });
        return list;
    }

    Map read_map(int depth) {
        check_depth(depth);
        Map map;
        read_items('{', '}', "at the start of a map", [&] {
            std::string key = read_key();
            set_entry(map, std::move(key), read_value(depth + 1));
        });
        return map;
    }

    TextCursor& cursor_;
};

Section read_section(TextCursor& cursor, JsonReader& json) {
    Section section;
    cursor.expect('[', "at the start of a section, which is [\"name\", {attributes}]");
    cursor.skip_blanks();
    section.line = cursor.line();
    section.name = camel_case(cursor.read_string(), name_separators);
    cursor.skip_blanks();
    cursor.expect(',', "after the name of a section");
    cursor.skip_blanks();
    json.read_items('{', '}', "before the attributes of a section", [&] {
        const std::size_t line = cursor.line();
        std::string name = camel_case(json.read_key(), name_separators);
        section.set({std::move(name), json.read_value(1), line});
    });
    cursor.skip_blanks();
    cursor.expect(']', "after the attributes of a section");
    return section;
}

} // namespace

std::vector<Section> read_json(std::string_view text) {
    const std::string plain = without_comments(text);
    TextCursor cursor(plain, 1);
    JsonReader json(cursor);
    std::vector<Section> sections;
    cursor.skip_blanks();
    if (cursor.at_end()) {
        return sections;
    }
    json.read_items('[', ']', "at the start of the list of sections",
                    [&] { sections.push_back(read_section(cursor, json)); });
    cursor.skip_blanks();
    if (!cursor.at_end()) {
        cursor.fail("there is text after the list of sections");
    }
    return sections;
}

} // namespace crosspoint::config
