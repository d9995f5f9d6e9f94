// SPDX-License-Identifier: Apache-2.0
#include "router/config/native_reader.hpp"
#include "tests/unit/unit.hpp"

#include <string>
#include <string_view>

using namespace crosspoint::config;

namespace {

Value text(const char* value) {
    return Value{std::string(value)};
}
Value integer(std::int64_t value) {
    return Value{value};
}

Value only_value(std::string_view attribute_line) {
    const auto sections = read_native("s {\n" + std::string(attribute_line) + "\n}\n");
    EXPECT(sections.size() == 1);
    EXPECT(sections[0].attributes.size() == 1);
    return sections[0].attributes[0].value;
}

std::string error_of(std::string_view file) {
    try {
        read_native(file);
    } catch (const SyntaxError& error) {
        return std::to_string(error.line()) + ": " + error.what();
    }
    return {};
}

bool is_nesting_error(std::string_view file) {
    try {
        read_native(file);
    } catch (const NestingError&) {
        return true;
    } catch (const SyntaxError&) {
    }
    return false;
}

void sections_and_attributes_are_read_with_their_lines() {
    const auto sections = read_native("# first\n\nrouter {\n  mode: standalone\r\n  id:R.1\n}\n"
                                      "listener{   # why\n\tport : 0 # any\n} # end\n");
    EXPECT(sections.size() == 2);
    EXPECT(sections[0].name == "router");
    EXPECT(sections[0].line == 3);
    EXPECT(sections[0].find("mode")->value == text("standalone"));
    EXPECT(sections[0].find("id")->value == text("R.1"));
    EXPECT(sections[0].find("id")->line == 5);
    EXPECT(sections[1].name == "listener");
    EXPECT(sections[1].find("port")->value == text("0"));
}

void comments_and_blank_lines_alone_are_valid() {
    EXPECT(read_native("# nothing\n\n   \n\t# here").empty());
}

void names_become_camel_case() {
    const auto sections = read_native("ssl-profile {\n cert_file: x\n ca-CERT-file: y\n}\n");
    EXPECT(sections[0].name == "sslProfile");
    EXPECT(sections[0].find("certFile") != nullptr);
    EXPECT(sections[0].find("caCertFile") != nullptr);
}

void a_hash_ends_a_value_except_in_patterns() {
    EXPECT(only_value("prefix: a#b") == text("a"));
    EXPECT(only_value("pattern: a.# the rest") == text("a.#"));
    EXPECT(only_value("pattern: #") == text("#"));
    EXPECT(only_value("binding-key: x/#") == text("x/#"));
    EXPECT(only_value("hostname: h#1 # c") == text("h#1"));
}

void backslashes_are_as_in_json() {
    EXPECT(only_value(R"(metadata: a\tb\\cA\"é)") == text("a\tb\\cA\"\xc3\xa9"));
    EXPECT(only_value(R"(metadata: 😀)") == text("\xf0\x9f\x98\x80"));
    EXPECT(error_of("s {\n a: b\\q\n}\n").starts_with("2: unknown escape"));
    EXPECT(error_of("s {\n a: \\u12\n}\n") == "2: \\u needs four hexadecimal digits");
    EXPECT(error_of("s {\n a: \\ud800\n}\n") == "2: half of a surrogate pair");
    EXPECT(error_of("s {\n a: say \"x\"\n}\n") == "2: a quote must be written \\\"");
}

void the_last_of_two_equal_attributes_counts() {
    const auto sections = read_native("s {\n a: 1\n a: 2\n}\n");
    EXPECT(sections[0].attributes.size() == 1);
    EXPECT(sections[0].find("a")->value == text("2"));
}

void a_map_is_json() {
    const Value value = only_value("openProperties: {\n \"n\": 1,\n# no\n \"b\": true,\n"
                                   " \"l\": [1, -2.5, null, ],\n \"m\": {\"x\": \"y#z\"},\n}");
    const Map& map = *value.get_if<Map>();
    EXPECT(map.size() == 4);
    EXPECT(map[0].value == integer(1));
    EXPECT(map[1].value == Value{true});
    EXPECT((map[2].value == Value{List{integer(1), Value{-2.5}, Value{}}}));
    EXPECT((map[3].value == Value{Map{{"x", text("y#z")}}}));
}

void braces_are_matched_not_guessed() {
    const auto sections = read_native("vhost {\n groups: {\n  \"a\": {\n   \"users\": \"u\"\n  },\n"
                                      "  \"b\": {\n   \"users\": \"v}\"\n  },\n }\n"
                                      " openProperties: {\"a\": {\"b\": 1}}\n after: x\n}\n");
    EXPECT(sections[0].find("groups")->value.get_if<Map>()->size() == 2);
    EXPECT(sections[0].find("after")->value == text("x"));
}

void a_group_on_each_line_is_a_map() {
    const Value value = only_value("groups: {\n  \"a\": {\"users\": \"u\", \"n\": 1},\n"
                                   "  \"b\": {\"users\": \"v\"},\n}");
    EXPECT(value.get_if<Map>()->size() == 2);
}

void keys_and_texts_of_a_map_need_no_quotes() {
    const Value value = only_value("groups: {\n  $default: {\n    users: a, b-c\n"
                                   "    remoteHosts: 10.0.0.1, fe80::1\n    n: 5 # five\n"
                                   "    sources: x.#, ${user}/y\n    q: \"in quotes\"\n  }\n"
                                   "  other: { users: *, ok: true }\n}");
    const Map& groups = *value.get_if<Map>();
    EXPECT(groups[0].key == "$default");
    const Map& group = *groups[0].value.get_if<Map>();
    EXPECT(group[0].value == text("a, b-c"));
    EXPECT(group[1].value == text("10.0.0.1, fe80::1"));
    EXPECT(group[2].value == integer(5));
    EXPECT(group[3].value == text("x.#, ${user}/y"));
    EXPECT(group[4].value == text("in quotes"));
    const Map& other = *groups[1].value.get_if<Map>();
    EXPECT(other[0].value == text("*"));
    EXPECT(other[1].value == Value{true});
}

void broken_lines_are_refused() {
    EXPECT(error_of("listener\n{\n}\n").starts_with("1: expected the start of a section"));
    EXPECT(error_of("port: 1\n").starts_with("1: expected the start of a section"));
    EXPECT(error_of("s {\n a b\n}\n").starts_with("2: expected \"attribute: value\""));
    EXPECT(error_of("s {\n a:\n}\n") ==
           "2: attribute 'a' has no value; an empty one is written \"\"");
    EXPECT(error_of("s {\n a: # only a comment\n}\n") ==
           "2: attribute 'a' has no value; an empty one is written \"\"");
    EXPECT(error_of("s {\n a.b: c\n}\n").starts_with("2: expected"));
    EXPECT(error_of("s { a: 1 }\n").starts_with("1: expected the start"));
    EXPECT(error_of("s {\n m: {\"a\": 1} x\n}\n").starts_with("2: there is text after"));
    EXPECT(error_of("s {\n m: {\"a\": 1 \"b\": 2}\n}\n").starts_with("2: expected ',' or '}'"));
    EXPECT(error_of("s {\n m: {\"a\": what}\n}\n").starts_with("2: expected a value"));
    EXPECT(error_of("s {\n m: {\"a\" 1}\n}\n").starts_with("2: expected ':'"));
    EXPECT(error_of("s {\n m: {\"a: 1}\n}\n").starts_with("2: a string is not closed"));
}

void wrong_nesting_is_told_apart() {
    EXPECT(is_nesting_error("s {\n a: 1\n"));
    EXPECT(is_nesting_error("s {\n t {\n }\n}\n"));
    EXPECT(is_nesting_error("}\n"));
    EXPECT(error_of("s {\n a: {\n").find("not closed") != std::string::npos);
}

void depth_is_limited() {
    EXPECT(error_of("s {\n m: " + std::string(100000, '{')).find("key") != std::string::npos);
    std::string deep = "s {\n m: {\"a\": " + std::string(100000, '[');
    EXPECT(error_of(deep).find("nested too deeply") != std::string::npos);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<sections_and_attributes_are_read_with_their_lines>("sections and attributes"),
        unit::test<comments_and_blank_lines_alone_are_valid>("comments alone"),
        unit::test<names_become_camel_case>("names become camel case"),
        unit::test<a_hash_ends_a_value_except_in_patterns>("a hash ends a value"),
        unit::test<backslashes_are_as_in_json>("backslashes"),
        unit::test<the_last_of_two_equal_attributes_counts>("the last counts"),
        unit::test<a_map_is_json>("a map is json"),
        unit::test<braces_are_matched_not_guessed>("braces are matched"),
        unit::test<a_group_on_each_line_is_a_map>("a group on each line"),
        unit::test<keys_and_texts_of_a_map_need_no_quotes>("no quotes needed"),
        unit::test<broken_lines_are_refused>("broken lines"),
        unit::test<wrong_nesting_is_told_apart>("wrong nesting"),
        unit::test<depth_is_limited>("depth is limited"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
