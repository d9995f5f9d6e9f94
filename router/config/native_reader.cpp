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
/// The one value that is quoted, because it could not be written otherwise.
constexpr std::string_view empty_text = "\"\"";

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

class NativeReader {
public:
    NativeReader(std::string_view text, const OnSyntaxError& report)
        : cursor_(text, 1),
          report_(report) {}

    std::vector<Section> read() {
        try {
            read_lines();
        } catch (const NestingError& error) {
            report_(error);
        } catch (const SyntaxError& error) {
            report_(error);
        }
        return std::move(sections_);
    }

private:
    /// Up to the end of the line, which is not skipped.
    [[nodiscard]] std::string_view rest_of_line() const {
        const std::string_view rest = cursor_.rest();
        return rest.substr(0, rest.find('\n'));
    }

    void read_lines() {
        while (!cursor_.at_end()) {
            read_line_or_report();
        }
        if (section_ && errors_ == 0) { // else the brace may be in a line that was not understood
            throw NestingError(section_->line, "section '" + section_->name + "' is not closed");
        }
    }

    void read_line_or_report() {
        const std::size_t line = cursor_.line();
        try {
            read_line();
        } catch (const NestingError&) {
            throw;
        } catch (const SyntaxError& error) {
            if (in_map_ || ++errors_ == most_errors) {
                throw;
            }
            if (!skipping_) {
                report_(error);
            }
            skipping_ = !section_;
            if (cursor_.line() == line) {
                cursor_.advance(rest_of_line().size());
                cursor_.skip('\n');
            }
        }
    }

    void read_line() {
        const std::string_view line = trim(rest_of_line());
        const std::string_view name = leading_name(line);
        const std::string_view after_name = trim(line.substr(name.size()));
        if (without_comment(line).empty()) {
            cursor_.advance(rest_of_line().size());
        } else if (without_comment(line) == "}" && skipping_) {
            skipping_ = false;
            cursor_.advance(rest_of_line().size());
        } else if (without_comment(line) == "}") {
            end_section();
        } else if (!name.empty() && without_comment(after_name) == "{") {
            begin_section(name);
        } else if (section_ && !name.empty() && after_name.starts_with(':')) {
            read_attribute(name);
        } else if (!section_) {
            cursor_.fail("expected the start of a section, \"name {\", with nothing behind the "
                         "brace");
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
        skipping_ = false;
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
            in_map_ = true;
            section_->set({std::move(name), Value{read_native_map(cursor_)}, line});
            in_map_ = false;
            check_nothing_follows();
            return;
        }
        const bool single_word = is_single_word(name);
        const std::string_view text =
            single_word ? value.substr(0, value.find_first_of(" \t")) : without_comment(value);
        if (text.empty()) {
            cursor_.fail("attribute '" + name + "' has no value; an empty one is written \"\"");
        }
        try {
            section_->set({std::move(name), Value{text == empty_text ? "" : unescape(text)}, line});
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

    /// More would not help, and finding them would take long.
    static constexpr int most_errors = 50;

    TextCursor cursor_;
    const OnSyntaxError& report_;
    std::vector<Section> sections_;
    std::optional<Section> section_;
    int errors_ = 0;
    bool in_map_ = false;
    /// The start of a section was not understood: what belongs to it is left out.
    bool skipping_ = false;
};

} // namespace

bool is_single_word(std::string_view attribute) {
    return attribute == "pattern" || attribute == "bindingKey" || attribute == "hostname";
}

std::vector<Section> read_native(std::string_view text, const OnSyntaxError& report) {
    return NativeReader(text, report).read();
}

std::vector<Section> read_native(std::string_view text) {
    return read_native(text, [](const SyntaxError& error) {
        if (const auto* nesting = dynamic_cast<const NestingError*>(&error)) {
            throw NestingError(*nesting);
        }
        throw SyntaxError(error);
    });
}

} // namespace crosspoint::config
