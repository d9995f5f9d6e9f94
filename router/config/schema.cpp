// SPDX-License-Identifier: Apache-2.0
#include "router/config/schema.hpp"

#include <algorithm>

namespace crosspoint::config {

const AttributeSchema* EntitySchema::find(std::string_view name) const {
    const auto found = std::ranges::find(attributes, name, &AttributeSchema::name);
    return found == attributes.end() ? nullptr : &*found;
}

const AttributeSchema* EntitySchema::find_deprecated(std::string_view old_name) const {
    if (old_name.empty()) {
        return nullptr;
    }
    const auto found = std::ranges::find(attributes, old_name, &AttributeSchema::deprecated_name);
    return found == attributes.end() ? nullptr : &*found;
}

const EntitySchema* find_section(std::string_view section) {
    if (section.empty()) {
        return nullptr;
    }
    const auto all = entity_schemas();
    const auto found = std::ranges::find(all, section, &EntitySchema::section);
    return found == all.end() ? nullptr : &*found;
}

const EntitySchema* find_entity_type(std::string_view type) {
    if (type.starts_with(schema_prefix)) {
        type.remove_prefix(schema_prefix.size());
    }
    const auto all = entity_schemas();
    const auto found = std::ranges::find(all, type, &EntitySchema::type);
    return found == all.end() ? nullptr : &*found;
}

} // namespace crosspoint::config
