// SPDX-License-Identifier: Apache-2.0
#include "router/config/validate.hpp"

#include "router/config/coerce.hpp"
#include "router/config/names.hpp"
#include "router/config/problem.hpp"

#include "crosspoint/base/log.hpp"

#include <optional>
#include <string>

namespace crosspoint::config {

namespace {

std::string did_you_mean(std::string_view guess) {
    return guess.empty() ? std::string() : "did you mean '" + std::string(guess) + "'?";
}

const EntitySchema& schema_of(const Section& section) {
    if (const EntitySchema* schema = find_section(section.name)) {
        return *schema;
    }
    std::vector<std::string_view> known;
    for (const EntitySchema& schema : entity_schemas()) {
        if (!schema.section.empty()) {
            known.push_back(schema.section);
        }
    }
    const std::string_view guess = nearest(section.name, known);
    throw Problem("No such entity type '" + std::string(schema_prefix) + printable(section.name) +
                      "'",
                  section.line, guess.empty() ? "known are " + one_of(known) : did_you_mean(guess));
}

[[noreturn]] void refuse_unknown(const EntitySchema& schema, const Attribute& attribute) {
    std::vector<std::string_view> known;
    for (const AttributeSchema& candidate : schema.attributes) {
        if (candidate.in_files) {
            known.push_back(candidate.name);
        }
    }
    const std::string type(schema.full_type);
    const std::string_view guess = nearest(attribute.name, known);
    throw Problem(
        type + ": Unknown attribute '" + printable(attribute.name) + "' for '" + type + "'",
        attribute.line, guess.empty() ? "known are " + one_of(known) : did_you_mean(guess));
}

void check_known(const EntitySchema& schema, const Attribute& attribute) {
    if (attribute.name == "identity") {
        throw Problem("'identity' attribute cannot be specified in section '" +
                          std::string(schema.section) + "': the router chooses it",
                      attribute.line, "use 'name'");
    }
    if (attribute.name == "type" && text_form(attribute.value) != schema.full_type) {
        throw Problem(std::string(schema.full_type) + ": Conflicting values for 'type'",
                      attribute.line, "leave it out: the name of the section says it");
    }
    if (schema.find(attribute.name) == nullptr &&
        schema.find_deprecated(attribute.name) == nullptr) {
        refuse_unknown(schema, attribute);
    }
}

/// The attribute as given, under its current or its older name; null if it was not given.
const Attribute* find_given(const EntitySchema& schema, const AttributeSchema& attribute,
                            const Section& section) {
    const Attribute* given = section.find(attribute.name);
    const std::string old_name(attribute.deprecated_name);
    const Attribute* old = old_name.empty() ? nullptr : section.find(old_name);
    if (old == nullptr || old->value.is_null()) {
        return given != nullptr && given->value.is_null() ? nullptr : given;
    }
    const std::string name(attribute.name);
    const std::string entity(schema.short_name);
    if (given != nullptr && !given->value.is_null()) {
        throw Problem(std::string(schema.full_type) + ": Both '" + old_name + "' and '" + name +
                          "' cannot be specified for entity '" + entity + "'",
                      old->line, "'" + old_name + "' is the older spelling");
    }
    log::write(log::Module::agent, log::Level::warning,
               "Attribute '%s' of entity '%s' has been deprecated. Use '%s' instead",
               old_name.c_str(), entity.c_str(), name.c_str());
    return old;
}

std::optional<Attribute> make_attribute(const EntitySchema& schema,
                                        const AttributeSchema& attribute, const Section& section) {
    const std::string name(attribute.name);
    const Attribute* given = find_given(schema, attribute, section);
    if (given != nullptr) {
        try {
            return Attribute{name, coerce(attribute, given->value), given->line};
        } catch (const CoercionError& error) {
            throw Problem(std::string(schema.full_type) + ": " + error.what(), given->line,
                          error.hint());
        }
    }
    if (attribute.has_default) {
        const Value text{std::string(attribute.default_text)};
        return Attribute{name, coerce(attribute, text), 0};
    }
    if (attribute.required && name != "type") {
        throw Problem(std::string(schema.full_type) + ": Missing required attribute '" + name + "'",
                      section.line);
    }
    return std::nullopt;
}

std::string not_supported(const Entity& entity, const std::string& what, std::string_view needs) {
    return std::string(entity.schema().full_type) + ": " + what +
           " is not supported by this version of the router, which has no " + std::string(needs);
}

bool is_default(const AttributeSchema& schema, const Attribute& attribute) {
    if (!schema.has_default) {
        return text_form(attribute.value).empty();
    }
    return attribute.value == coerce(schema, Value{std::string(schema.default_text)});
}

void check_supported(const Entity& entity, const AttributeSchema& known, const Attribute& attribute,
                     const OnProblem& report) {
    if (!known.unsupported.empty() && !is_default(known, attribute)) {
        report(
            Problem(not_supported(entity, "attribute '" + attribute.name + "'", known.unsupported),
                    attribute.line,
                    known.has_default
                        ? "leave it out or set it to '" + std::string(known.default_text) + "'"
                        : "leave it out"));
    }
    for (const UnsupportedValue& value : known.unsupported_values) {
        if (text_form(attribute.value) == value.value) {
            report(Problem(not_supported(entity,
                                         "value '" + std::string(value.value) + "' of attribute '" +
                                             attribute.name + "'",
                                         value.needs),
                           attribute.line));
        }
    }
}

void throw_problem(const Problem& problem) {
    throw problem;
}

} // namespace

Entity validate(const Section& section, const OnProblem& report) {
    const EntitySchema& schema = schema_of(section);
    const auto reporting = [&](auto&& step) {
        try {
            step();
        } catch (const Problem& problem) {
            report(problem);
        }
    };
    for (const Attribute& attribute : section.attributes) {
        reporting([&] { check_known(schema, attribute); });
    }
    Entity entity(schema, section.line);
    for (const AttributeSchema& attribute : schema.attributes) {
        reporting([&] {
            if (auto made = make_attribute(schema, attribute, section)) {
                entity.add(std::move(*made));
            }
        });
    }
    return entity;
}

Entity validate(const Section& section) {
    return validate(section, throw_problem);
}

void check_supported(const Entity& entity, const OnProblem& report) {
    const EntitySchema& schema = entity.schema();
    if (!schema.unsupported.empty()) {
        report(Problem(not_supported(entity, "section '" + std::string(schema.section) + "'",
                                     schema.unsupported),
                       entity.line()));
        return;
    }
    for (const Attribute& attribute : entity.attributes()) {
        const AttributeSchema* known = schema.find(attribute.name);
        if (known != nullptr && attribute.line != 0) {
            check_supported(entity, *known, attribute, report);
        }
    }
}

void check_supported(const Entity& entity) {
    check_supported(entity, throw_problem);
}

} // namespace crosspoint::config
