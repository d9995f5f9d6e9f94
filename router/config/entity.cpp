// SPDX-License-Identifier: Apache-2.0
#include "router/config/entity.hpp"

#include "router/config/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace crosspoint::config {

const Attribute* Entity::find(std::string_view attribute) const {
    const auto found = std::ranges::find(attributes_, attribute, &Attribute::name);
    return found == attributes_.end() ? nullptr : &*found;
}

std::size_t Entity::line(std::string_view attribute) const {
    const Attribute* found = find(attribute);
    return found != nullptr && found->line != 0 ? found->line : line_;
}

std::optional<std::string> Entity::text(std::string_view attribute) const {
    const Attribute* found = find(attribute);
    const auto* text = found == nullptr ? nullptr : found->value.get_if<std::string>();
    return text == nullptr ? std::nullopt : std::optional(*text);
}

std::optional<std::int64_t> Entity::integer(std::string_view attribute) const {
    const Attribute* found = find(attribute);
    const auto* integer = found == nullptr ? nullptr : found->value.get_if<std::int64_t>();
    return integer == nullptr ? std::nullopt : std::optional(*integer);
}

std::optional<bool> Entity::boolean(std::string_view attribute) const {
    const Attribute* found = find(attribute);
    const auto* boolean = found == nullptr ? nullptr : found->value.get_if<bool>();
    return boolean == nullptr ? std::nullopt : std::optional(*boolean);
}

const Map* Entity::map(std::string_view attribute) const {
    const Attribute* found = find(attribute);
    return found == nullptr ? nullptr : found->value.get_if<Map>();
}

std::string Entity::describe() const {
    std::vector<std::string> parts;
    for (const Attribute& attribute : attributes_) {
        const AttributeSchema* schema = schema_->find(attribute.name);
        const bool secret = schema != nullptr && schema->hidden;
        parts.push_back(attribute.name + "=" +
                        (secret ? "*******" : printable(text_form(attribute.value))));
    }
    std::ranges::sort(parts);
    std::string result(schema_->short_name);
    result.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(result.front())));
    result += "Entity(";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        result += (i == 0 ? "" : ", ") + parts[i];
    }
    return result + ")";
}

namespace {

struct TextForm {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const {
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        return {digits.data(), end};
    }
    std::string operator()(const std::string& value) const { return value; }
    std::string operator()(const List&) const { return "a list"; }
    std::string operator()(const Map&) const { return "a map"; }
};

} // namespace

std::string text_form(const Value& value) {
    return std::visit(TextForm{}, value.data);
}

} // namespace crosspoint::config
