// SPDX-License-Identifier: Apache-2.0
#include "router/config/write_value.hpp"

#include "router/config/entity.hpp"

#include <array>
#include <cstdio>
#include <string_view>

namespace crosspoint::config {

namespace {

std::string escaped_unit(char c) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "\\u%04x", static_cast<unsigned char>(c));
    return text.data();
}

/// The text with escape sequences for what JSON demands, and for the `special` characters.
std::string escaped(std::string_view text, std::string_view special) {
    std::string result;
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += {'\\', c};
        } else if (c == '\n') {
            result += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20 || special.find(c) != special.npos) {
            result += escaped_unit(c);
        } else {
            result += c;
        }
    }
    return result;
}

std::string quoted(std::string_view text) {
    return '"' + escaped(text, {}) + '"';
}

std::string number(double value) {
    const std::string digits = text_form(Value{value});
    const bool looks_whole = digits.find_first_of(".e") == std::string::npos;
    return looks_whole ? digits + ".0" : digits; // or it would be read as an integer
}

struct JsonForm {
    std::string operator()(const std::string& text) const { return quoted(text); }
    std::string operator()(double value) const { return number(value); }
    std::string operator()(const List& list) const {
        std::string result;
        for (const Value& item : list) {
            result += (result.empty() ? "" : ", ") + json_value(item);
        }
        return "[" + result + "]";
    }
    std::string operator()(const Map& map) const {
        std::string result;
        for (const MapEntry& entry : map) {
            result +=
                (result.empty() ? "" : ", ") + quoted(entry.key) + ": " + json_value(entry.value);
        }
        return "{" + result + "}";
    }
    template <class Scalar>
    std::string operator()(const Scalar& scalar) const {
        return text_form(Value{scalar});
    }
};

/// A value is the rest of its line: what would end it, or be cut off, is escaped.
std::string native_text(const std::string& text, bool single_word) {
    if (text.empty()) {
        return "\"\"";
    }
    std::string result = escaped(text, single_word ? " " : "#");
    if (result.front() == ' ' || result.front() == '{') {
        result.replace(0, 1, escaped_unit(result.front()));
    }
    if (result.back() == ' ') {
        result.replace(result.size() - 1, 1, escaped_unit(' '));
    }
    return result;
}

} // namespace

std::string json_value(const Value& value) {
    return std::visit(JsonForm{}, value.data);
}

std::string native_value(const Value& value, bool single_word) {
    if (const auto* text = value.get_if<std::string>()) {
        return native_text(*text, single_word);
    }
    if (const auto* boolean = value.get_if<bool>()) {
        return *boolean ? "yes" : "no";
    }
    return json_value(value);
}

} // namespace crosspoint::config
