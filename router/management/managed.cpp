// SPDX-License-Identifier: Apache-2.0
#include "router/management/managed.hpp"

#include "router/management/request.hpp"
#include "router/management/status.hpp"

#include "crosspoint/base/check.hpp"

namespace crosspoint::management {

std::string Managed::text(std::string_view attribute) const {
    const config::Value* value = find_entry(attributes, attribute);
    const auto* text = value ? value->get_if<std::string>() : nullptr;
    return text ? *text : std::string();
}

std::string Managed::describe() const {
    config::Entity shown(*schema, 0);
    for (const config::MapEntry& entry : attributes) {
        shown.add({entry.key, entry.value, 0});
    }
    return shown.describe();
}

Managed make_managed(std::string_view type, std::string name, std::string identity) {
    Managed made;
    made.schema = config::find_entity_type(type);
    check(made.schema != nullptr, "an entity type that the model does not know");
    made.attributes = {{"name", {std::move(name)}},
                       {"identity", {std::move(identity)}},
                       {"type", {std::string(made.schema->full_type)}}};
    return made;
}

Managed make_managed(const config::Entity& entity, std::string name, std::string identity) {
    Managed made = make_managed(entity.schema().type, std::move(name), std::move(identity));
    for (const config::Attribute& attribute : entity.attributes()) {
        if (attribute.name != "name" && attribute.name != "identity" && attribute.name != "type") {
            made.attributes.push_back({attribute.name, attribute.value});
        }
    }
    return made;
}

Managed EntityKind::create(const config::Entity&) {
    throw Refusal(status::not_implemented);
}

EntityKind::Names EntityKind::names_of(const config::Entity&) const {
    return {};
}

Managed EntityKind::update(const Managed&, const config::Entity&) {
    throw Refusal(status::not_implemented);
}

void EntityKind::remove(const Managed&) {
    throw Refusal(status::not_implemented);
}

} // namespace crosspoint::management
