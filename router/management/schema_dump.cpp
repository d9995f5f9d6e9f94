// SPDX-License-Identifier: Apache-2.0
#include "router/management/schema_dump.hpp"

#include "router/config/coerce.hpp"
#include "router/config/schema.hpp"
#include "router/management/general_family.hpp"

#include <string>
#include <utility>

namespace crosspoint::management {

using config::AttributeSchema;
using config::AttributeType;
using config::EntitySchema;
using config::List;
using config::Map;
using config::Value;

namespace {

Value text(std::string_view view) {
    return {std::string(view)};
}

template <class Names>
Value text_list(const Names& names) {
    List list;
    for (const std::string_view name : names) {
        list.push_back(text(name));
    }
    return {std::move(list)};
}

const char* type_name(AttributeType type) {
    switch (type) {
    case AttributeType::string:
    case AttributeType::enumeration:
        return "string";
    case AttributeType::path:
        return "path";
    case AttributeType::entity_id:
        return "entityId";
    case AttributeType::integer:
        return "integer";
    case AttributeType::boolean:
        return "boolean";
    case AttributeType::list:
        return "list";
    case AttributeType::map:
        return "map";
    case AttributeType::properties:
        break;
    }
    return "properties";
}

bool is_falsy(const Value& value) {
    const auto* boolean = value.get_if<bool>();
    const auto* integer = value.get_if<std::int64_t>();
    const auto* string = value.get_if<std::string>();
    const auto* list = value.get_if<List>();
    const auto* map = value.get_if<Map>();
    return value.is_null() || (boolean && !*boolean) || (integer && *integer == 0) ||
           (string && string->empty()) || (list && list->empty()) || (map && map->empty());
}

void add(Map& map, std::string key, Value value) {
    if (!is_falsy(value)) {
        map.push_back({std::move(key), std::move(value)});
    }
}

Map dump(const AttributeSchema& attribute) {
    Map map;
    add(map, "type",
        attribute.type == AttributeType::enumeration ? text_list(attribute.values)
                                                     : text(type_name(attribute.type)));
    if (attribute.has_default) {
        add(map, "default", config::coerce(attribute, text(attribute.default_text)));
    }
    add(map, "required", {attribute.required});
    add(map, "unique", {attribute.unique});
    add(map, "deprecated", {attribute.deprecated});
    add(map, "description", text(attribute.description));
    add(map, "graph", {attribute.graph});
    return map;
}

Map dump(const EntitySchema& type) {
    Map attributes;
    for (const AttributeSchema& attribute : type.attributes) {
        if (attribute.name != "type") {
            attributes.push_back({std::string(attribute.name), {dump(attribute)}});
        }
    }
    Map map;
    add(map, "attributes", {std::move(attributes)});
    add(map, "operations", text_list(type.operations));
    add(map, "description", text(type.description));
    add(map, "fullyQualifiedType", text(type.full_type));
    add(map, "deprecated", {type.deprecated});
    add(map, "singleton", {type.singleton});
    return map;
}

template <class Make>
Map by_type(const EntitySchema* only, Make make) {
    Map map;
    for (const EntitySchema& type : config::entity_schemas()) {
        if (!only || &type == only) {
            map.push_back({std::string(type.full_type), make(type)});
        }
    }
    return map;
}

} // namespace

Map types(const EntitySchema* only) {
    Map map;
    for (const EntitySchema& type : config::entity_schemas()) {
        if (only && !extends(type, *only)) {
            continue;
        }
        List bases;
        for (const EntitySchema* at = &type; !at->base.empty();) {
            at = config::find_entity_type(at->base);
            bases.push_back(text(at->full_type));
        }
        map.push_back({std::string(type.full_type), {std::move(bases)}});
    }
    return map;
}

Map attributes(const EntitySchema* only) {
    return by_type(only, [](const EntitySchema& type) {
        List names;
        for (const AttributeSchema& attribute : type.attributes) {
            names.push_back(text(attribute.name));
        }
        return Value{std::move(names)};
    });
}

Map operations(const EntitySchema* only) {
    return by_type(only, [](const EntitySchema& type) { return text_list(type.operations); });
}

Map schema_dump() {
    Map types;
    for (const EntitySchema& type : config::entity_schemas()) {
        types.push_back({std::string(type.short_name), {dump(type)}});
    }
    std::string_view prefix = config::schema_prefix;
    prefix.remove_suffix(1); // its dot
    return {{"prefix", text(prefix)}, {"entityTypes", {std::move(types)}}};
}

} // namespace crosspoint::management
