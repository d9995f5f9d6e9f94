// SPDX-License-Identifier: Apache-2.0
#include "router/config/coerce.hpp"

#include "router/config/entity.hpp"
#include "router/config/names.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

namespace crosspoint::config {

namespace {

bool is_container(const Value& value) {
    return value.get_if<List>() != nullptr || value.get_if<Map>() != nullptr;
}

struct ReadInteger {
    std::int64_t value = 0;
    std::errc error{};
};

ReadInteger read_integer(std::string_view text) {
    text = trim(text);
    if (text.starts_with('+') && !text.starts_with("+-")) {
        text.remove_prefix(1);
    }
    ReadInteger read;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, read.value);
    read.error = stop == end ? error : std::errc::invalid_argument;
    return read;
}

/// JSON has numbers, not integers: 1e3 is one of a thousand.
std::optional<std::int64_t> whole(double number) {
    constexpr double exact = 9007199254740992; // 2^53
    const bool is_whole = std::trunc(number) == number && std::abs(number) <= exact;
    return is_whole ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
}

std::optional<std::int64_t> as_integer(const Value& value) {
    if (const auto* number = value.get_if<double>()) {
        return whole(*number);
    }
    if (const auto* text = value.get_if<std::string>()) {
        const ReadInteger read = read_integer(*text);
        return read.error == std::errc{} ? std::optional(read.value) : std::nullopt;
    }
    if (const auto* boolean = value.get_if<bool>()) {
        return *boolean ? 1 : 0;
    }
    const auto* integer = value.get_if<std::int64_t>();
    return integer == nullptr ? std::nullopt : std::optional(*integer);
}

std::string limits(const AttributeSchema& attribute) {
    if (attribute.maximum == std::numeric_limits<std::int64_t>::max()) {
        return "allowed: at least " + std::to_string(attribute.minimum);
    }
    return "allowed: " + std::to_string(attribute.minimum) + " to " +
           std::to_string(attribute.maximum);
}

Value to_text(const AttributeSchema& attribute, const Value& value) {
    if (is_container(value)) {
        throw CoercionError("Invalid value for attribute '" + std::string(attribute.name) +
                            "': found " + text_form(value) + ", but it must be text");
    }
    return {text_form(value)};
}

/// A whole number with more digits than can be counted with.
bool is_huge(const Value& value) {
    if (const auto* number = value.get_if<double>()) {
        return std::trunc(*number) == *number;
    }
    const auto* text = value.get_if<std::string>();
    return text != nullptr && read_integer(*text).error == std::errc::result_out_of_range;
}

CoercionError out_of_range(const AttributeSchema& attribute, const std::string& found) {
    return CoercionError("Value " + found + " of attribute '" + std::string(attribute.name) +
                             "' is out of range",
                         limits(attribute));
}

Value to_integer(const AttributeSchema& attribute, const Value& value) {
    const auto number = as_integer(value);
    if (!number && is_huge(value)) {
        throw out_of_range(attribute, printable(text_form(value)));
    }
    if (!number) {
        throw CoercionError("invalid literal for int() with base 10: '" +
                                printable(text_form(value)) + "' for attribute '" +
                                std::string(attribute.name) + "'",
                            "it must be a whole number");
    }
    if (*number < attribute.minimum || *number > attribute.maximum) {
        throw out_of_range(attribute, std::to_string(*number));
    }
    return {*number};
}

/// Whether a value that is not text counts as true.
bool truth(const Value& value) {
    if (const auto* boolean = value.get_if<bool>()) {
        return *boolean;
    }
    if (const auto* integer = value.get_if<std::int64_t>()) {
        return *integer != 0;
    }
    if (const auto* number = value.get_if<double>()) {
        return *number != 0;
    }
    const auto* list = value.get_if<List>();
    const auto* map = value.get_if<Map>();
    return (list != nullptr && !list->empty()) || (map != nullptr && !map->empty());
}

Value to_boolean(const AttributeSchema& attribute, const Value& value) {
    const auto* text = value.get_if<std::string>();
    if (text == nullptr) {
        return {truth(value)};
    }
    std::string lower = *text;
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    if (lower == "yes" || lower == "true" || lower == "on") {
        return {true};
    }
    if (lower == "no" || lower == "false" || lower == "off") {
        return {false};
    }
    throw CoercionError("Invalid Boolean value ''" + printable(*text) + "'' for attribute '" +
                            std::string(attribute.name) + "'",
                        "allowed: yes, true, on, no, false or off");
}

Value to_enumeration(const AttributeSchema& attribute, const Value& value) {
    const std::string text = text_form(value);
    if (std::ranges::find(attribute.values, text) != attribute.values.end()) {
        return {text};
    }
    const auto index = as_integer(value);
    if (index && *index >= 0 && static_cast<std::size_t>(*index) < attribute.values.size()) {
        return {std::string(attribute.values[static_cast<std::size_t>(*index)])};
    }
    std::string allowed;
    for (const std::string_view name : attribute.values) {
        allowed += (allowed.empty() ? "'" : ", '") + std::string(name) + "'";
    }
    const std::string_view guess = nearest(text, attribute.values);
    throw CoercionError("Invalid value for enum[" + allowed + "]: '" + printable(text) +
                            "' for attribute '" + std::string(attribute.name) + "'",
                        guess.empty() ? "allowed: " + one_of(attribute.values)
                                      : "did you mean '" + std::string(guess) + "'?");
}

Value to_properties(const AttributeSchema& attribute, const Value& value) {
    const std::string name = "attribute '" + std::string(attribute.name) + "'";
    const auto* map = value.get_if<Map>();
    if (map == nullptr) {
        throw CoercionError("Properties must be a map",
                            name + ", found '" + printable(text_form(value)) + "'");
    }
    for (const MapEntry& entry : *map) {
        const bool ascii = std::ranges::all_of(
            entry.key, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
        if (!ascii) {
            throw CoercionError("Property keys must be ASCII encoded",
                                name + ", found '" + printable(entry.key) + "'");
        }
    }
    return value;
}

template <class Container>
Value to_container(const AttributeSchema& attribute, const Value& value, const char* kind) {
    if (value.get_if<Container>() == nullptr) {
        throw CoercionError("Invalid value for attribute '" + std::string(attribute.name) +
                            "': found '" + printable(text_form(value)) + "', but it must be " +
                            kind);
    }
    return value;
}

} // namespace

Value coerce(const AttributeSchema& attribute, const Value& value) {
    switch (attribute.type) {
    case AttributeType::integer:
        return to_integer(attribute, value);
    case AttributeType::boolean:
        return to_boolean(attribute, value);
    case AttributeType::enumeration:
        return to_enumeration(attribute, value);
    case AttributeType::list:
        return to_container<List>(attribute, value, "a list");
    case AttributeType::map:
        return to_container<Map>(attribute, value, "a map");
    case AttributeType::properties:
        return to_properties(attribute, value);
    case AttributeType::string:
    case AttributeType::path:
    case AttributeType::entity_id:
        break;
    }
    return to_text(attribute, value);
}

} // namespace crosspoint::config
