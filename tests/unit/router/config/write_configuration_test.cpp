// SPDX-License-Identifier: Apache-2.0
#include "router/config/checked_configuration.hpp"
#include "router/config/json_reader.hpp"
#include "router/config/native_reader.hpp"
#include "router/config/validate.hpp"
#include "router/config/write_configuration.hpp"
#include "router/config/write_value.hpp"
#include "tests/unit/router/config/parse.hpp"

#include <array>
#include <random>
#include <string>
#include <vector>

using namespace crosspoint::config;

namespace {

std::vector<Entity> entities_of(const std::vector<Section>& sections) {
    const unit::LogCatcher quiet;
    std::vector<Entity> entities;
    entities.reserve(sections.size());
    for (const Section& section : sections) {
        entities.push_back(validate(section));
    }
    return entities;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// Makes values that are as awkward as possible.
class Values {
public:
    explicit Values(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
    }

    std::string text() {
        constexpr std::array<std::string_view, 18> pieces{"a",
                                                          "Z9",
                                                          " ",
                                                          "#",
                                                          "\"",
                                                          "\\",
                                                          "{",
                                                          "}",
                                                          ":",
                                                          "\n",
                                                          "\t",
                                                          "\r",
                                                          "\xc3\xa9",
                                                          "\xf0\x9f\x90\x87",
                                                          std::string_view("\0", 1),
                                                          "[",
                                                          "env:NONE",
                                                          "\\u0041"};
        std::string result;
        for (std::size_t count = below(6); count > 0; --count) {
            result += pieces[below(pieces.size())];
        }
        return result;
    }

    Value any(int depth) {
        switch (below(depth > 0 ? 7 : 5)) {
        case 0:
            return Value{};
        case 1:
            return Value{below(2) == 0};
        case 2:
            return Value{static_cast<std::int64_t>(below(1U << 20U)) - 1000};
        case 3:
            return Value{(static_cast<double>(below(1U << 20U)) - 1000) / 8};
        case 4:
            return Value{text()};
        case 5:
            return list(depth - 1);
        default:
            return map(depth - 1);
        }
    }

    Value list(int depth) {
        List list;
        for (std::size_t count = below(4); count > 0; --count) {
            list.push_back(any(depth));
        }
        return Value{std::move(list)};
    }

    Value map(int depth) {
        Map map;
        for (std::size_t count = below(4); count > 0; --count) {
            set_entry(map, ascii(text()), any(depth));
        }
        return Value{std::move(map)};
    }

    Value of(const AttributeSchema& attribute) {
        switch (attribute.type) {
        case AttributeType::integer:
            return Value{std::max(attribute.minimum, std::int64_t{0}) +
                         static_cast<std::int64_t>(below(10))};
        case AttributeType::boolean:
            return Value{below(2) == 0};
        case AttributeType::enumeration:
            return Value{std::string(attribute.values[below(attribute.values.size())])};
        case AttributeType::list:
            return list(3);
        case AttributeType::map:
        case AttributeType::properties:
            return map(3);
        case AttributeType::string:
        case AttributeType::path:
        case AttributeType::entity_id:
            break;
        }
        return Value{text()};
    }

private:
    static std::string ascii(std::string text) {
        std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
        return text;
    }

    std::mt19937 random_;
};

std::vector<Section> random_sections(unsigned seed) {
    Values values(seed);
    std::vector<Section> sections;
    for (const EntitySchema& schema : entity_schemas()) {
        if (schema.section.empty()) {
            continue;
        }
        Section section{std::string(schema.section), 1, {}};
        for (const AttributeSchema& attribute : schema.attributes) {
            if (attribute.in_files && (attribute.required || values.below(2) == 0)) {
                section.set({std::string(attribute.name), values.of(attribute), 1});
            }
        }
        sections.push_back(std::move(section));
    }
    return sections;
}

void what_is_written_and_read_again_is_the_same() {
    for (unsigned seed = 0; seed < 300; ++seed) {
        const auto entities = entities_of(random_sections(seed));
        const std::string json = write_json(entities, Secrets::shown);
        const std::string native = write_native(entities, Secrets::shown);
        EXPECT(write_json(entities_of(read_json(json)), Secrets::shown) == json);
        EXPECT(write_json(entities_of(read_native(native)), Secrets::shown) == json);
    }
}

void values_are_written_as_files_spell_them() {
    EXPECT(native_value(Value{std::string("plain text")}, false) == "plain text");
    EXPECT(native_value(Value{std::string(" a#b ")}, false) == "\\u0020a\\u0023b\\u0020");
    EXPECT(native_value(Value{std::string("a.# b")}, true) == "a.#\\u0020b");
    EXPECT(native_value(Value{std::string("{\"\\\n\t")}, false) == "\\u007b\\\"\\\\\\n\\u0009");
    EXPECT(native_value(Value{std::string()}, false) == "\"\"");
    EXPECT(native_value(Value{true}, false) == "yes");
    EXPECT(native_value(Value{std::int64_t{-7}}, false) == "-7");
    EXPECT(json_value(Value{5.0}) == "5.0");
    EXPECT(json_value(Value{1e300}) == "1e+300");
    EXPECT(json_value(Value{List{Value{}, Value{false}, Value{std::string("#")}}}) ==
           "[null, false, \"#\"]");
    EXPECT(json_value(Value{Map{{"a b", Value{Map{}}}}}) == "{\"a b\": {}}");
}

void defaults_are_marked_and_sections_in_order() {
    const auto checked = check_configuration(
        "listener {\n port: 0\n}\nlog {\n module: DEFAULT\n enable: info+\n}\n", "f.conf");
    EXPECT(checked.faults.empty());
    const std::string text = write_native(checked.entities, Secrets::masked);
    EXPECT(text.starts_with("log {\n    module: DEFAULT\n    enable: info+\n}\n\nrouter {\n"));
    EXPECT(has(text, "    port: 0\n"));
    EXPECT(has(text, "    # host: empty\n"));
    EXPECT(has(text, "    maxFrameSize: 16384                       # default\n"));
    EXPECT(text.find("policy {") < text.find("listener {"));
    EXPECT(!has(text, "identity") && !has(text, "area"));
}

void secrets_are_masked_unless_they_are_elsewhere() {
    const auto with_password = [](const std::string& password) {
        return entities_of({Section{
            "connector", 1, {{"saslPassword", Value{password}, 2}, {"name", Value{password}, 3}}}});
    };
    const auto plain = with_password("pass:secret");
    EXPECT(has(write_native(plain, Secrets::masked), "    # saslPassword: *******\n"));
    EXPECT(has(write_json(plain, Secrets::masked), "    # saslPassword: *******\n"));
    EXPECT(!has(write_json(plain, Secrets::masked), "\"saslPassword\""));
    EXPECT(has(write_native(plain, Secrets::shown), "    saslPassword: pass:secret\n"));
    const auto elsewhere = with_password("env:SECRET");
    EXPECT(has(write_native(elsewhere, Secrets::masked), "    saslPassword: env:SECRET\n"));
    EXPECT(read_json(write_json(plain, Secrets::masked)).size() == 1);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<what_is_written_and_read_again_is_the_same>("round trip"),
        unit::test<values_are_written_as_files_spell_them>("values"),
        unit::test<defaults_are_marked_and_sections_in_order>("defaults and order"),
        unit::test<secrets_are_masked_unless_they_are_elsewhere>("secrets"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
