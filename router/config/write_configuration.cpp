// SPDX-License-Identifier: Apache-2.0
#include "router/config/write_configuration.hpp"

#include "router/config/native_reader.hpp"
#include "router/config/write_value.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace crosspoint::config {

namespace {

constexpr std::string_view masked_text = "*******";
constexpr std::size_t comment_column = 44;

/// The order in which sections take effect; the rest come last.
constexpr std::array<std::string_view, 13> section_order{
    "log",      "router",   "policy",  "sslProfile", "authServicePlugin", "address", "linkRoute",
    "autoLink", "exchange", "binding", "vhost",      "connector",         "listener"};

std::vector<const Entity*> in_order(std::span<const Entity> entities) {
    std::vector<const Entity*> ordered;
    for (const Entity& entity : entities) {
        if (!entity.schema().section.empty()) {
            ordered.push_back(&entity);
        }
    }
    std::ranges::stable_sort(ordered, {}, [](const Entity* entity) {
        return std::ranges::find(section_order, entity->schema().section) - section_order.begin();
    });
    return ordered;
}

bool is_masked(const AttributeSchema& schema, const Value& value, Secrets secrets) {
    const std::string text = text_form(value);
    return schema.hidden && secrets == Secrets::masked && !text.starts_with("env:") &&
           !text.starts_with("file:");
}

/// Calls `write` with each attribute that a file can set, and its schema.
template <class Write>
void for_each_attribute(const Entity& entity, Write write) {
    for (const Attribute& attribute : entity.attributes()) {
        const AttributeSchema* schema = entity.schema().find(attribute.name);
        if (schema != nullptr && schema->in_files && !attribute.value.is_null()) {
            write(*schema, attribute);
        }
    }
}

/// Written out it would be "", which other routers cannot read.
bool is_empty_default(const AttributeSchema& schema, const Attribute& attribute) {
    const auto* text = attribute.value.get_if<std::string>();
    return text != nullptr && text->empty() && schema.has_default && schema.default_text.empty();
}

std::string native_line(const AttributeSchema& schema, const Attribute& attribute,
                        Secrets secrets) {
    if (is_masked(schema, attribute.value, secrets)) {
        return "    # " + attribute.name + ": " + std::string(masked_text) + "\n";
    }
    if (is_empty_default(schema, attribute)) {
        return "    # " + attribute.name + ": empty\n";
    }
    std::string line = "    " + attribute.name + ": " +
                       native_value(attribute.value, is_single_word(attribute.name));
    if (attribute.line == 0) {
        line.resize(std::max(line.size(), comment_column), ' ');
        line += "  # default";
    }
    return line + "\n";
}

} // namespace

std::string write_native(std::span<const Entity> entities, Secrets secrets) {
    std::string text;
    for (const Entity* entity : in_order(entities)) {
        text += (text.empty() ? "" : "\n") + std::string(entity->schema().section) + " {\n";
        for_each_attribute(*entity, [&](const AttributeSchema& schema, const Attribute& attribute) {
            text += native_line(schema, attribute, secrets);
        });
        text += "}\n";
    }
    return text;
}

std::string write_json(std::span<const Entity> entities, Secrets secrets) {
    std::string text;
    for (const Entity* entity : in_order(entities)) {
        std::string comments;
        std::string attributes;
        for_each_attribute(*entity, [&](const AttributeSchema& schema, const Attribute& attribute) {
            if (is_masked(schema, attribute.value, secrets)) {
                comments += "    # " + attribute.name + ": " + std::string(masked_text) + "\n";
            } else {
                attributes += (attributes.empty() ? "        " : ",\n        ") +
                              json_value(Value{attribute.name}) + ": " +
                              json_value(attribute.value);
            }
        });
        text += text.empty() ? "" : ",\n";
        text += comments;
        text += "    [" + json_value(Value{std::string(entity->schema().section)}) + ", {\n";
        text += attributes + "\n    }]";
    }
    return "[\n" + text + "\n]\n";
}

} // namespace crosspoint::config
