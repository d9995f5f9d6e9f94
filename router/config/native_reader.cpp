// SPDX-License-Identifier: Apache-2.0
#include "router/config/native_reader.hpp"

#include "router/config/map_reader.hpp"
#include "router/config/names.hpp"
#include "router/config/text_cursor.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace crosspoint::config {

namespace {

constexpr std::string_view name_separators = "-_";

bool is_name_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// The name at the start of a line; empty if there is none.
std::string_view leading_name(std::string_view line) {
    const auto end = std::ranges::find_if_not(line, is_name_character);
    return line.substr(0, static_cast<std::size_t>(end - line.begin()));
}

std::string_view without_comment(std::string_view line) {
    return trim(line.substr(0, line.find('#')));
}

/// A # is part of these values, so a comment cannot follow them directly.
bool is_single_word(std::string_view attribute) {
    return attribute == "pattern" || attribute == "bindingKey" || attribute == "hostname";
}

class NativeReader {
public:
    explicit NativeReader(std::string_view text) : cursor_(text, 1) {}

    std::vector<Section> read() {
        while (!cursor_.at_end()) {
            read_line();
        }
        if (section_) {
            throw NestingError(section_->line, "section '" + section_->name + "' is not closed");
        }
        return std::move(sections_);
    }

private:
    /// Up to the end of the line, which is not skipped.
    [[nodiscard]] std::string_view rest_of_line() const {
        const std::string_view rest = cursor_.rest();
        return rest.substr(0, rest.find('\n'));
    }

    void read_line() {
        const std::string_view line = trim(rest_of_line());
        const std::string_view name = leading_name(line);
        const std::string_view after_name = trim(line.substr(name.size()));
        if (without_comment(line).empty()) {
            cursor_.advance(rest_of_line().size());
        } else if (without_comment(line) == "}") {
            end_section();
        } else if (!name.empty() && without_comment(after_name) == "{") {
            begin_section(name);
        } else if (section_ && !name.empty() && after_name.starts_with(':')) {
            read_attribute(name);
        } else if (!section_) {
            cursor_.fail("expected the start of a section, \"name {\"");
        } else {
            cursor_.fail("expected \"attribute: value\" or \"}\"");
        }
        cursor_.skip('\n');
    }

    void begin_section(std::string_view name) {
        if (section_) {
            throw NestingError(cursor_.line(), "section '" + std::string(name) +
                                                   "' begins inside section '" + section_->name +
                                                   "'");
        }
        section_ = Section{camel_case(name, name_separators), cursor_.line(), {}};
        cursor_.advance(rest_of_line().size());
    }

    void end_section() {
        if (!section_) {
            throw NestingError(cursor_.line(), "'}' closes no section");
        }
        sections_.push_back(std::move(*section_));
        section_.reset();
        cursor_.advance(rest_of_line().size());
    }

    void read_attribute(std::string_view written_name) {
        const std::size_t line = cursor_.line();
        std::string name = camel_case(written_name, name_separators);
        cursor_.advance(rest_of_line().find(':') + 1);
        const std::string_view value = trim(rest_of_line());
        if (value.starts_with('{')) {
            cursor_.advance(rest_of_line().find('{'));
            section_->set({std::move(name), Value{read_native_map(cursor_)}, line});
            check_nothing_follows();
            return;
        }
        const bool single_word = is_single_word(name);
        const std::string_view text =
            single_word ? value.substr(0, value.find_first_of(" \t")) : without_comment(value);
        if (text.empty()) {
            cursor_.fail("attribute '" + name + "' has no value");
        }
        try {
            section_->set({std::move(name), Value{unescape(text)}, line});
        } catch (const std::invalid_argument& error) {
            cursor_.fail(error.what());
        }
        cursor_.advance(rest_of_line().size());
    }

    void check_nothing_follows() {
        std::string_view rest = without_comment(rest_of_line());
        if (rest.starts_with(',')) {
            rest = trim(rest.substr(1));
        }
        if (!rest.empty()) {
            cursor_.fail("there is text after the closing brace of a map");
        }
        cursor_.advance(rest_of_line().size());
    }

    TextCursor cursor_;
    std::vector<Section> sections_;
    std::optional<Section> section_;
};

} // namespace

std::vector<Section> read_native(std::string_view text) {
    return NativeReader(text).read();
}

} // namespace crosspoint::config
