// SPDX-License-Identifier: Apache-2.0
#include "router/management/general_family.hpp"

#include "router/config/names.hpp"
#include "router/config/problem.hpp"
#include "router/config/validate.hpp"
#include "router/management/request_text.hpp"
#include "router/management/status.hpp"
#include "router/management/value_codec.hpp"

#include "crosspoint/base/check.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace crosspoint::management {

using config::AttributeSchema;
using config::EntitySchema;
using config::Map;
using config::MapEntry;
using config::Value;

namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw Refusal(status::bad_request, why);
}

const Map& body_of(const Request& request) {
    const Map* body = request.body_map();
    if (!body) {
        throw Refusal(status::internal_error, "Body of request must be a map");
    }
    return *body;
}

bool is_management(const EntitySchema& type) {
    return extends(*config::find_entity_type("management"), type);
}

[[noreturn]] void refuse_unknown(const std::string& attribute, const EntitySchema& type) {
    std::vector<std::string_view> known;
    for (const AttributeSchema& candidate : type.attributes) {
        known.push_back(candidate.name);
    }
    const std::string_view guess = config::nearest(attribute, known);
    refuse("Unknown attribute '" + config::printable(attribute) + "' for '" +
           std::string(type.full_type) + "'" +
           (guess.empty() ? "" : "; did you mean '" + std::string(guess) + "'?"));
}

const AttributeSchema& known_attribute(const EntitySchema& type, const std::string& name) {
    const AttributeSchema* known = type.find(name);
    known = known ? known : type.find_deprecated(name);
    if (!known) {
        refuse_unknown(name, type);
    }
    return *known;
}

/// "name=a identity=b", without what was not given.
std::string shown_selectors(const Request& request) {
    std::string text;
    for (const char* selector : {"name", "identity"}) {
        if (const auto value = request.text(selector)) {
            text +=
                (text.empty() ? "" : " ") + std::string(selector) + "=" + config::printable(*value);
        }
    }
    return text;
}

/// A section as a file would have it, so that what comes from clients is checked by the same code.
config::Section section_of(const EntitySchema& type, const Map& attributes) {
    config::Section section{std::string(type.section), 0, {}};
    for (const MapEntry& entry : attributes) {
        if (entry.key == "identity" || entry.key == "type") {
            continue; // they have been compared, and are not for files
        }
        section.set({entry.key, entry.value, 1});
    }
    return section;
}

config::Entity validated(const EntitySchema& type, const Map& attributes) {
    try {
        return config::validate(section_of(type, attributes));
    } catch (const config::Problem& problem) {
        refuse(std::string(problem.what()) + (problem.hint().empty() ? "" : "; " + problem.hint()));
    }
}

void check_can_be_done(const config::Entity& entity) {
    try {
        config::check_supported(entity);
    } catch (const config::Problem& problem) {
        throw Refusal(status::not_implemented, problem.what());
    }
}

std::vector<std::string> asked_names(const Request& request) {
    std::vector<std::string> names;
    for (const Value& name : request.attribute_names().value_or(config::List{})) {
        const auto* text = name.get_if<std::string>();
        names.push_back(text ? *text : config::text_form(name));
    }
    return names;
}

void add_new(std::vector<std::string>& names, const EntitySchema& type) {
    for (const AttributeSchema& attribute : type.attributes) {
        if (std::ranges::find(names, attribute.name) == names.end()) {
            names.emplace_back(attribute.name);
        }
    }
}

/// Of one type, or of all.
std::vector<std::string> known_names(const EntitySchema* type) {
    std::vector<std::string> names;
    for (const EntitySchema& each : config::entity_schemas()) {
        if (!type || &each == type) {
            add_new(names, each);
        }
    }
    return names;
}

void check_names(const std::vector<std::string>& asked, const EntitySchema* type) {
    const std::vector<std::string> known = known_names(type);
    config::List unknown;
    for (const std::string& name : asked) {
        if (std::ranges::find(known, name) == known.end()) {
            unknown.push_back({name});
        }
    }
    if (!unknown.empty()) {
        throw Refusal(status::not_found,
                      "Unknown attributes " + shown(Value{std::move(unknown)}) +
                          (type ? " for type " + std::string(type->full_type) + "." : ""));
    }
}

/// The values of the attributes in that order; nothing if there are none.
std::optional<config::List> row_of(const Managed& entity, const std::vector<std::string>& names) {
    config::List row;
    bool any = false;
    for (const std::string& name : names) {
        const Value* value = find_entry(entity.attributes, name);
        any = any || (value && !value->is_null());
        row.push_back(value ? *value : Value{});
    }
    return any ? std::optional(std::move(row)) : std::nullopt;
}

} // namespace

const EntitySchema& entity_type(const std::string& name) {
    const EntitySchema* type = config::find_entity_type(name);
    if (!type) {
        refuse("No such entity type '" + config::printable(name) + "'");
    }
    return *type;
}

bool extends(const EntitySchema& type, const EntitySchema& base) {
    const EntitySchema* at = &type;
    while (at && at != &base) {
        at = at->base.empty() ? nullptr : config::find_entity_type(at->base);
    }
    return at != nullptr;
}

std::string shown_names(std::span<const std::string_view> names) {
    std::string text = "[";
    for (const std::string_view name : names) {
        text += (text.size() == 1 ? "'" : ", '") + std::string(name) + "'";
    }
    return text + "]";
}

void check_operation(const EntitySchema& type, std::string_view operation) {
    if (std::ranges::find(type.operations, operation) == type.operations.end()) {
        std::vector<std::string_view> sorted(type.operations.begin(), type.operations.end());
        std::ranges::sort(sorted);
        throw Refusal(status::not_implemented,
                      "Operation '" + config::printable(operation) + "' not implemented for '" +
                          std::string(type.full_type) + "' " + shown_names(sorted));
    }
}

std::vector<Managed> GeneralFamily::entities() const {
    std::vector<Managed> all;
    for (const auto& kind : *kinds_) {
        kind->list(all);
    }
    return all;
}

EntityKind& GeneralFamily::kind_of(const Managed& entity) const {
    const auto found = std::ranges::find_if(
        *kinds_, [&](const auto& kind) { return kind->type() == entity.schema->type; });
    check(found != kinds_->end(), "an entity without a kind");
    return **found;
}

Managed GeneralFamily::target(const Request& request) const {
    const auto type_name = request.text("type");
    const EntitySchema* type = type_name ? &entity_type(*type_name) : nullptr;
    const auto name = request.text("name");
    const auto identity = request.text("identity");
    const bool is_node = !type || is_management(*type);
    if (!name && !identity) {
        if (!is_node) {
            refuse(std::string(type->full_type) + ": No name or identity provided");
        }
        return make_managed("management", "self", "self");
    }
    const std::string first = name ? "name" : "identity";
    const std::string& wanted = name ? *name : *identity;
    std::vector<Managed> found = entities();
    std::erase_if(found, [&](const Managed& each) { return each.text(first) != wanted; });
    if (found.empty()) {
        throw Refusal(status::not_found, "No entity with " + shown_selectors(request));
    }
    if (found.size() > 1) {
        throw Refusal(status::internal_error, "Duplicate (" + std::to_string(found.size()) +
                                                  ") entities with " + first + "=" +
                                                  config::printable(wanted));
    }
    Managed& entity = found.front();
    if (name && identity && entity.text("identity") != *identity) {
        refuse("Conflicting " + shown_selectors(request));
    }
    if (type && !extends(*entity.schema, *type)) {
        refuse("Entity type '" + std::string(entity.schema->full_type) +
               "' does not extend requested type '" + std::string(type->full_type) + "'");
    }
    return std::move(entity);
}

Reply GeneralFamily::query(const Request& request) {
    const auto type_name = request.text("entityType");
    const EntitySchema* type = type_name ? &entity_type(*type_name) : nullptr;
    body_of(request);
    std::vector<std::string> names = asked_names(request);
    if (names.empty()) {
        names = known_names(type);
    } else {
        check_names(names, type);
    }
    const auto offset =
        static_cast<std::size_t>(std::max<std::int64_t>(request.integer("offset").value_or(0), 0));
    const std::int64_t count = request.integer("count").value_or(0);
    std::vector<std::string>* before =
        count > 0 ? pages_.before(request.reply_to + '\n' + type_name.value_or(""), offset,
                                  ShownRows::Clock::now())
                  : nullptr;
    const std::unordered_set<std::string> seen =
        before ? std::unordered_set<std::string>(before->begin(), before->end())
               : std::unordered_set<std::string>();
    std::size_t passed = 0;
    config::List results;
    for (const Managed& entity : entities()) {
        if (type && !extends(*entity.schema, *type)) {
            continue;
        }
        auto row = row_of(entity, names);
        const bool is_before =
            row && (before ? seen.contains(entity.text("identity")) : passed++ < offset);
        if (!row || is_before) {
            continue;
        }
        if (count > 0 && results.size() >= static_cast<std::size_t>(count)) {
            break;
        }
        results.push_back({std::move(*row)});
        if (before) {
            before->push_back(entity.text("identity"));
        }
    }
    config::List shown;
    for (std::string& name : names) {
        shown.push_back({std::move(name)});
    }
    return {status::ok,
            {},
            map_body({{"attributeNames", {std::move(shown)}}, {"results", {std::move(results)}}})};
}

Reply GeneralFamily::read(const Request& request, const Managed& target) {
    const auto type_name = request.text("type");
    if (type_name && entity_type(*type_name).type != target.schema->type &&
        target.schema->type != "management") {
        throw Refusal(status::not_found, "Entity type '" + std::string(target.schema->full_type) +
                                             "' does match requested type '" +
                                             std::string(entity_type(*type_name).full_type) + "'");
    }
    return {status::ok, {}, map_body(target.attributes)};
}

void GeneralFamily::check_new(const config::Entity& entity, const EntityKind& kind) const {
    const std::vector<Managed> all = entities();
    const EntityKind::Names names = kind.names_of(entity);
    for (const Managed& existing : all) {
        const bool same_name = !names.name.empty() && existing.text("name") == names.name;
        if (same_name || (!names.identity.empty() && existing.text("identity") == names.identity)) {
            refuse("adding " + entity.describe() + " duplicates unique attribute '" +
                   (same_name ? "name" : "identity") + "' from existing " + existing.describe());
        }
    }
}

Reply GeneralFamily::create(const Request& request) {
    const Map& given = body_of(request);
    const auto type_name = request.text("type");
    if (!type_name) {
        refuse("No 'type' attribute in " + shown(request.properties.value_or(Map{})));
    }
    const EntitySchema& type = entity_type(*type_name);
    check_operation(type, "CREATE");
    Map attributes;
    for (const MapEntry& entry : given) {
        if (entry.key == "type") {
            const auto* other = entry.value.get_if<std::string>();
            if (other && config::find_entity_type(*other) != &type) {
                refuse("Conflicting values for 'type'");
            }
            continue;
        }
        const AttributeSchema& attribute = known_attribute(type, entry.key);
        if (!attribute.create) {
            refuse("Cannot set attribute '" + config::printable(entry.key) + "' in CREATE");
        }
        const auto name = request.text("name");
        if (entry.key == "name" && name && !(entry.value == Value{*name})) {
            refuse("Conflicting values for 'name'");
        }
        config::set_entry(attributes, entry.key, entry.value);
    }
    if (const auto name = request.text("name")) {
        config::set_entry(attributes, "name", {*name});
    }
    const config::Entity entity = validated(type, attributes);
    check_can_be_done(entity);
    const auto kind =
        std::ranges::find_if(*kinds_, [&](const auto& each) { return each->type() == type.type; });
    if (kind == kinds_->end()) {
        throw Refusal(status::not_implemented,
                      "This version of the router cannot create " + std::string(type.full_type));
    }
    check_new(entity, **kind);
    return {status::created, {}, map_body((*kind)->create(entity).attributes)};
}

Reply GeneralFamily::update(const Request& request, const Managed& target) {
    const EntitySchema& type = *target.schema;
    Map attributes = target.attributes;
    for (const MapEntry& entry : body_of(request)) {
        const AttributeSchema& attribute = known_attribute(type, entry.key);
        const std::string name(attribute.name);
        const Value* now = find_entry(attributes, name);
        const bool same = now ? *now == entry.value : entry.value.is_null();
        if (same) {
            continue;
        }
        const bool full_type =
            name == "type" && entry.value.get_if<std::string>() &&
            config::find_entity_type(*entry.value.get_if<std::string>()) == &type;
        if (!attribute.update && !full_type) {
            refuse("Cannot update attribute '" + config::printable(entry.key) + "' in UPDATE");
        }
        if (attribute.update) {
            config::set_entry(attributes, name, entry.value);
        }
    }
    const config::Entity entity = validated(type, attributes);
    return {status::ok, {}, map_body(kind_of(target).update(target, entity).attributes)};
}

Reply GeneralFamily::remove(const Managed& target) {
    kind_of(target).remove(target);
    return {status::no_content, {}, map_body({})};
}

} // namespace crosspoint::management
