// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/schema.hpp"
#include "router/config/section.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::config {

/// A section that has passed the schema: every attribute is known, has the right type and the name
/// that is current, and what was not given has its default.
class Entity {
public:
    Entity(const EntitySchema& schema, std::size_t line) : schema_(&schema), line_(line) {}

    [[nodiscard]] const EntitySchema& schema() const { return *schema_; }
    [[nodiscard]] std::size_t line() const { return line_; }
    /// Where the attribute was given; the line of the section if it was not.
    [[nodiscard]] std::size_t line(std::string_view attribute) const;
    /// In the order of the schema. The line of a default is 0.
    [[nodiscard]] const std::vector<Attribute>& attributes() const { return attributes_; }
    void add(Attribute attribute) { attributes_.push_back(std::move(attribute)); }

    // What an attribute says; nothing if it is absent. The schema guarantees the type.
    [[nodiscard]] std::optional<std::string> text(std::string_view attribute) const;
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view attribute) const;
    [[nodiscard]] std::optional<bool> boolean(std::string_view attribute) const;
    [[nodiscard]] const Map* map(std::string_view attribute) const;

    /// For error messages: "ListenerEntity(host=0.0.0.0, port=5672)", without secrets.
    [[nodiscard]] std::string describe() const;

private:
    [[nodiscard]] const Attribute* find(std::string_view attribute) const;

    const EntitySchema* schema_;
    std::size_t line_;
    std::vector<Attribute> attributes_;
};

/// The text form of a value; for a list or a map only what it is.
std::string text_form(const Value& value);

} // namespace crosspoint::config
