// SPDX-License-Identifier: Apache-2.0
#include "router/config/coerce.hpp"
#include "router/config/problem.hpp"
#include "router/config/validate.hpp"
#include "tests/unit/router/config/parse.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace crosspoint::config;
using unit::fails_with;
using unit::parse;

namespace {

/// A text that is good for an attribute of that type.
Value good_value(const AttributeSchema& attribute) {
    switch (attribute.type) {
    case AttributeType::integer:
        return Value{std::string("5")};
    case AttributeType::boolean:
        return Value{std::string("yes")};
    case AttributeType::enumeration:
        return Value{std::string(attribute.values.front())};
    case AttributeType::map:
    case AttributeType::properties:
        return Value{Map{}};
    default:
        return Value{std::string("x")};
    }
}

/// The section with all that it needs, and the attribute under the name given.
Section section_with(const EntitySchema& schema, const AttributeSchema& attribute,
                     std::string_view name) {
    Section section{std::string(schema.section), 1, {}};
    for (const AttributeSchema& other : schema.attributes) {
        if (other.required && other.name != "type" && other.name != attribute.name) {
            section.set({std::string(other.name), good_value(other), 2});
        }
    }
    section.set({std::string(name), good_value(attribute), 3});
    return section;
}

/// Calls `use` for each attribute of a section that has an older spelling.
template <class Use>
std::size_t for_each_old_spelling(Use use) {
    std::size_t count = 0;
    for (const EntitySchema& schema : entity_schemas()) {
        for (const AttributeSchema& attribute : schema.attributes) {
            if (!schema.section.empty() && !attribute.deprecated_name.empty()) {
                use(schema, attribute);
                ++count;
            }
        }
    }
    return count;
}

void every_old_spelling_is_understood_with_a_warning() {
    const std::size_t count =
        for_each_old_spelling([](const EntitySchema& schema, const AttributeSchema& attribute) {
            const unit::LogCatcher log;
            const std::string old(attribute.deprecated_name);
            const Entity entity = validate(section_with(schema, attribute, old));
            EXPECT(entity.line(attribute.name) == 3 && entity.line(old) == 1);
            EXPECT(log.has("AGENT (warning) Attribute '" + old + "' of entity '" +
                           std::string(schema.short_name) + "' has been deprecated. Use '" +
                           std::string(attribute.name) + "' instead"));
        });
    EXPECT(count > 20);
}

void no_old_spelling_goes_with_the_new_one() {
    for_each_old_spelling([](const EntitySchema& schema, const AttributeSchema& attribute) {
        Section section = section_with(schema, attribute, attribute.deprecated_name);
        section.set({std::string(attribute.name), good_value(attribute), 4});
        std::string told;
        try {
            validate(section);
        } catch (const Problem& problem) {
            told = problem.what();
        }
        EXPECT(told == std::string(schema.full_type) + ": Both '" +
                           std::string(attribute.deprecated_name) + "' and '" +
                           std::string(attribute.name) + "' cannot be specified for entity '" +
                           std::string(schema.short_name) + "'");
    });
}

std::string hint_about(const AttributeSchema& attribute, const std::string& text) {
    try {
        coerce(attribute, Value{text});
    } catch (const CoercionError& error) {
        return error.hint();
    }
    return {};
}

/// Each name with one letter doubled is told with the right one.
void every_name_is_found_behind_a_typing_error() {
    const auto misspelt = [](std::string_view name) {
        std::string wrong(name);
        wrong.insert(wrong.size() / 2, 1, wrong[wrong.size() / 2]);
        return wrong;
    };
    for (const EntitySchema& schema : entity_schemas()) {
        const std::string section(schema.section);
        if (section.empty()) {
            continue;
        }
        EXPECT(fails_with(misspelt(section) + " {\n}\n", "did you mean '" + section + "'?"));
        for (const AttributeSchema& attribute : schema.attributes) {
            const std::string name(attribute.name);
            if (!attribute.in_files) {
                continue;
            }
            EXPECT(fails_with(section + " {\n " + misspelt(name) + ": 1\n}\n",
                              "(line 2; did you mean '" + name + "'?)"));
            for (const std::string_view value : attribute.values) {
                EXPECT(hint_about(attribute, misspelt(value)) ==
                       "did you mean '" + std::string(value) + "'?");
            }
        }
    }
}

void names_of_types_are_no_sections() {
    EXPECT(fails_with("vhostUserGroupSettings {\n}\n",
                      "No such entity type 'org.apache.qpid.dispatch.vhostUserGroupSettings'"));
    EXPECT(fails_with("router.config.address {\n}\n", "syntax (line 1)"));
    EXPECT(fails_with(R"([["org.apache.qpid.dispatch.router", {}]])", "No such entity type",
                      "f.json"));
    EXPECT(fails_with(R"([["connection", {}]])", "No such entity type", "f.json"));
}

void an_empty_value_is_written_with_quotes() {
    EXPECT(parse("connector {\n host: \"\"   # every host\n}\n").connectors[0].host.empty());
    EXPECT(fails_with("connector {\n host: \"a\"\n}\n", "a quote must be written"));
    EXPECT(fails_with("connector {\n host:   # nothing\n}\n", "an empty one is written \"\""));
}

void mechanisms_that_nobody_has_are_refused() {
    EXPECT(fails_with("listener {\n saslMechanisms: PLAIN DIGEST-MD5\n}\n",
                      "none of the mechanisms 'PLAIN DIGEST-MD5'; it has ANONYMOUS (line 2)"));
    EXPECT(fails_with("connector {\n saslMechanisms: DIGEST-MD5\n}\n",
                      "it has ANONYMOUS, PLAIN or EXTERNAL (line 2)"));
    EXPECT(parse("listener {\n saslMechanisms: PLAIN  ANONYMOUS\n}\n").listeners.size() == 1);
    EXPECT(parse("connector {\n saslMechanisms: PLAIN\n}\n").connectors.size() == 1);
    EXPECT(!parse("listener {\n saslMechanisms: \"\"\n}\n").listeners[0].sasl_mechanisms);
}

} // namespace

int main() {
    using unit::test;
    const CMUnitTest tests[] = {
        test<every_old_spelling_is_understood_with_a_warning>("old spellings"),
        test<no_old_spelling_goes_with_the_new_one>("old and new together"),
        test<every_name_is_found_behind_a_typing_error>("typing errors"),
        test<names_of_types_are_no_sections>("names of types"),
        test<an_empty_value_is_written_with_quotes>("empty values"),
        test<mechanisms_that_nobody_has_are_refused>("mechanisms"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
