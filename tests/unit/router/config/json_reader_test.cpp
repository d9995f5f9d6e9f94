// SPDX-License-Identifier: Apache-2.0
#include "router/config/json_reader.hpp"
#include "tests/unit/unit.hpp"

#include <string>
#include <string_view>

using namespace crosspoint::config;

namespace {

std::string error_of(std::string_view file) {
    try {
        read_json(file);
    } catch (const SyntaxError& error) {
        return std::to_string(error.line()) + ": " + error.what();
    }
    return {};
}

bool fails(std::string_view file, std::string_view start) {
    return error_of(file).starts_with(start);
}

void a_list_of_pairs_is_read() {
    const auto sections = read_json("# comment\n[\n  [\"router\", {\"id\": \"A\"}],\n"
                                    "  # another\n  [\"listener\", {\n    \"port\": 5672,\n"
                                    "    \"http\": false, \"x\": null}]\n]\n");
    EXPECT(sections.size() == 2);
    EXPECT(sections[0].name == "router");
    EXPECT(sections[1].line == 5);
    EXPECT(sections[1].find("port")->value == Value{std::int64_t{5672}});
    EXPECT(sections[1].find("port")->line == 6);
    EXPECT(sections[1].find("http")->value == Value{false});
    EXPECT(sections[1].find("x")->value.is_null());
}

void nothing_at_all_is_no_section() {
    EXPECT(read_json("# only a comment\n").empty());
    EXPECT(read_json("[]").empty());
    EXPECT(read_json("[[\"log\", {}]]").front().attributes.empty());
}

void names_become_camel_case() {
    const auto sections = read_json(R"([["ssl profile", {"cert.file": 1, "ca_cert-file": 2}]])");
    EXPECT(sections[0].name == "sslProfile");
    EXPECT(sections[0].find("certFile") != nullptr);
    EXPECT(sections[0].find("caCertFile") != nullptr);
}

void all_kinds_of_values_are_read() {
    const auto sections =
        read_json(R"([["s", {"a": [1, 2.5, -3e2, true, "x\n\"é"], "m": {"k": {"l": []}},)"
                  R"("big": 9223372036854775808}]])");
    const List& list = *sections[0].find("a")->value.get_if<List>();
    EXPECT(list[0] == Value{std::int64_t{1}});
    EXPECT(list[1] == Value{2.5});
    EXPECT(list[2] == Value{-300.0});
    EXPECT(list[3] == Value{true});
    EXPECT(list[4] == Value{std::string("x\n\"\xc3\xa9")});
    EXPECT(sections[0].find("big")->value == Value{9223372036854775808.0});
    EXPECT(sections[0].find("m")->value.get_if<Map>()->front().key == "k");
}

void broken_json_is_refused_with_its_line() {
    EXPECT(fails("{}", "1: expected '[' at the start of the list"));
    EXPECT(fails("[\"router\"]", "1: expected '[' at the start of a section"));
    EXPECT(fails("[[\"router\"]]", "1: expected ',' after the name"));
    EXPECT(fails("[[1, {}]]", "1: expected '\"'"));
    EXPECT(fails("[[\"router\", []]]", "1: expected '{'"));
    EXPECT(fails("[[\"router\", {}, 1]]", "1: expected ']'"));
    EXPECT(fails("[\n[\"router\", {\"a\": 1,}]]", "2: the comma before '}' is one too many"));
    EXPECT(fails("[[\"router\", {}],\n]", "2: the comma before ']' is one too many"));
    EXPECT(fails("[[\"router\", {a: 1}]]", "1: expected a name in quotes, found 'a'"));
    EXPECT(fails("[[\"router\", {\"a\": 1,", "1: expected '\"'"));
    EXPECT(fails("[\n[\"s\", {\"a\":\n tru}]]", "3: expected a value, found 'tru'"));
    EXPECT(fails("[[\"s\", {\"a\": 01}]]", "1: expected a value"));
    EXPECT(fails("[[\"s\", {\"a\": 1.}]]", "1: expected a value"));
    EXPECT(fails("[[\"s\", {\"a\": \"x}]]", "1: a string is not closed"));
    EXPECT(fails("[[\"s\", {\"a\": \"\\x\"}]]", "1: unknown escape"));
    EXPECT(fails("[[\"s\", {\"a\": 1}]", "1: expected ','"));
    EXPECT(fails("[] x", "1: there is text after"));
    EXPECT(fails("[", "1: expected '['"));
}

void depth_is_limited() {
    EXPECT(fails("[[\"s\", {\"a\": " + std::string(100000, '['), "1: values are nested"));
    EXPECT(fails(std::string(100000, '['), "1: expected '\"'"));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_list_of_pairs_is_read>("a list of pairs is read"),
        unit::test<nothing_at_all_is_no_section>("nothing at all"),
        unit::test<names_become_camel_case>("names become camel case"),
        unit::test<all_kinds_of_values_are_read>("all kinds of values"),
        unit::test<broken_json_is_refused_with_its_line>("broken json is refused"),
        unit::test<depth_is_limited>("depth is limited"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
