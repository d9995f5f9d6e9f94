// SPDX-License-Identifier: Apache-2.0
#include "router/management/reply.hpp"
#include "router/management/request.hpp"
#include "router/management/request_text.hpp"
#include "router/management/value_codec.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/amqp/reader.hpp"

using namespace crosspoint;
using namespace crosspoint::management;
using config::List;
using config::Map;
using config::Value;

namespace {

amqp::Octets message(const Map& properties, const Value& body, bool with_reply_to = true) {
    amqp::Writer out;
    out.section(0x73);
    const auto list = out.begin_list();
    for (int i = 0; i < 4; ++i) {
        out.null();
    }
    with_reply_to ? out.string("back") : out.null();
    out.ulong_value(300);
    out.end(list, 6);
    out.section(0x74);
    encode(out, properties);
    out.section(0x77);
    encode(out, body);
    return out.take();
}

void a_request_is_read() {
    const auto request = read_request(message({{"operation", {std::string("READ")}},
                                               {"offset", {std::int64_t{3}}},
                                               {"count", {std::string("20")}}},
                                              Value{Map{{"a", {true}}}}));
    EXPECT(bool(request));
    EXPECT(request->reply_to == "back");
    EXPECT(request->text("operation") == "READ");
    EXPECT(request->integer("offset") == 3 && request->integer("count") == 20);
    EXPECT(!request->text("offset") && !request->integer("operation"));
    EXPECT(*request->body_map() == (Map{{"a", {true}}}));
}

void the_correlation_id_keeps_its_type() {
    const auto request = read_request(message({}, {}));
    amqp::Reader reader(request->correlation_id);
    EXPECT(request->correlation_id == (amqp::Octets{0x80, 0, 0, 0, 0, 0, 0, 1, 44}));
    const amqp::Octets reply = write_reply(*request, {404, "", map_body({})});
    const auto back = read_request(reply);
    EXPECT(back->correlation_id == request->correlation_id);
    EXPECT(find_entry(*back->properties, "statusDescription")->get_if<std::string>() != nullptr);
    EXPECT(back->integer("statusCode") == 404 && back->text("statusDescription") == "Not Found");
}

void a_body_may_be_absent_or_wrong() {
    EXPECT(read_request(message({}, {}))->body_map()->empty());
    EXPECT(read_request(message({}, {std::string("x")}))->body_map() == nullptr);
}

void garbage_is_no_request() {
    EXPECT(!read_request(amqp::Octets{1, 2, 3}));
    EXPECT(!read_request(amqp::Octets{0x00, 0x53, 0x74}));
    amqp::Octets cut = message({{"operation", {std::string("READ")}}}, {});
    cut.pop_back();
    EXPECT(!read_request(cut));
}

void what_is_nested_too_deep_is_refused() {
    Value nested{std::string("x")};
    for (int i = 0; i < 1000; ++i) {
        nested = Value{List{std::move(nested)}};
    }
    EXPECT(!read_request(message({}, nested)));
}

void the_log_shows_no_secrets() {
    const auto request = read_request(message({{"operation", {std::string("CREATE")}}},
                                              Value{Map{{"saslPassword", {std::string("s3")}}}}));
    const std::string text = request->describe();
    EXPECT(text == "Message(address=None, properties={'operation': 'CREATE'}, "
                   "body={'saslPassword': '*******'}, reply_to='back', correlation_id=300, "
                   "content_type=None)");
}

void the_log_is_not_flooded() {
    List names(100000, Value{std::string("abc")});
    EXPECT(shown(Value{std::move(names)}).size() < 1200);
}

void the_last_of_equal_keys_counts() {
    const Map map{{"a", {std::int64_t{1}}}, {"a", {std::int64_t{2}}}};
    EXPECT(*find_entry(map, "a") == Value{std::int64_t{2}});
}

void values_survive_the_way_there_and_back() {
    const Value all{Map{{"n", {}},
                        {"b", {false}},
                        {"i", {std::int64_t{-5}}},
                        {"l", {std::int64_t{1} << 40}},
                        {"d", {0.5}},
                        {"s", {std::string(300, 's')}},
                        {"e", {List{{List{}}, {Map{}}}}}}};
    amqp::Writer out;
    encode(out, all);
    amqp::Reader reader(out.octets());
    EXPECT(*decode(*reader.next()) == all);
}

/// What these octets mean; null if they make no sense.
Value meaning(const amqp::Octets& octets) {
    amqp::Reader reader(octets);
    const auto value = reader.next();
    return value ? decode(*value).value_or(Value{}) : Value{};
}

void types_that_the_model_does_not_have_are_understood() {
    const auto text = [](const char* characters) { return Value{std::string(characters)}; };
    EXPECT(meaning({0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}) ==
           text("18446744073709551615"));
    EXPECT(meaning({0x83, 0, 0, 0, 0, 0, 0, 1, 0}) == Value{std::int64_t{256}});
    EXPECT(meaning({0x73, 0, 0, 0, 'x'}) == text("x"));
    EXPECT(meaning({0x73, 0, 0, 0x20, 0xac}) == text("\u20ac"));
    EXPECT(meaning({0x73, 0, 1, 0xf6, 0x00}) == text("\U0001f600"));
    EXPECT(meaning({0x73, 0, 0, 0, 0xe9}) == text("\u00e9"));
    EXPECT(meaning({0x73, 0xff, 0, 0, 0}) == text("\ufffd"));
    EXPECT(meaning({0x98, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}) ==
           text("00010203-0405-0607-0809-0a0b0c0d0e0f"));
    EXPECT(meaning({0x74, 0, 0, 0, 5}) == text("decimal 0x00000005"));
}

void arrays_are_lists() {
    const auto number = [](std::int64_t n) { return Value{n}; };
    EXPECT(meaning({0xe0, 5, 3, 0x54, 1, 2, 0xff}) ==
           (Value{List{number(1), number(2), number(-1)}}));
    EXPECT(meaning({0xf0, 0, 0, 0, 9, 0, 0, 0, 2, 0xa3, 1, 'a', 1, 'b'}) ==
           (Value{List{{std::string("a")}, {std::string("b")}}}));
    EXPECT(meaning({0xe0, 2, 0, 0x40}) == Value{List{}});
    EXPECT(meaning({0xe0, 2, 2, 0x45}) == (Value{List{{List{}}, {List{}}}}));
    EXPECT(meaning({0xe0, 6, 1, 0x00, 0xa3, 1, 'd', 0x40}) == Value{List{{}}}); // described
    EXPECT(meaning({0xe0, 4, 2, 0x54, 1}).is_null());                           // one is missing
    EXPECT(meaning({0xe0, 2, 200, 0x40}).is_null());                            // many nothings
    EXPECT(meaning({0xf0, 0, 0, 0, 5, 0xff, 0xff, 0xff, 0xff, 0x40}).is_null());
    EXPECT(meaning({0xe0, 1, 1}).is_null());
    EXPECT(meaning({0xe0, 2, 1, 0x10}).is_null()); // no such constructor
}

void keys_may_be_numbers() {
    EXPECT(meaning({0xc1, 4, 2, 0x54, 7, 0x41}) == (Value{Map{{"7", {true}}}}));
    EXPECT(meaning({0xc1, 3, 2, 0x45, 0x41}).is_null());
}

void numbers_beyond_all_bounds_are_the_largest() {
    Request request;
    request.properties = Map{{"offset", {std::string("18446744073709551615")}},
                             {"count", {std::string("-99999999999999999999")}},
                             {"limit", {std::string("x")}}};
    EXPECT(request.integer("offset") == INT64_MAX);
    EXPECT(request.integer("count") == INT64_MIN);
    EXPECT(!request.integer("limit"));
}

const CMUnitTest tests[] = {
    unit::test<a_request_is_read>("a request is read"),
    unit::test<the_correlation_id_keeps_its_type>("the correlation id keeps its type"),
    unit::test<a_body_may_be_absent_or_wrong>("a body may be absent or wrong"),
    unit::test<garbage_is_no_request>("garbage is no request"),
    unit::test<what_is_nested_too_deep_is_refused>("nested too deep"),
    unit::test<types_that_the_model_does_not_have_are_understood>("rare types"),
    unit::test<arrays_are_lists>("arrays"),
    unit::test<keys_may_be_numbers>("keys"),
    unit::test<numbers_beyond_all_bounds_are_the_largest>("large numbers"),
    unit::test<the_log_shows_no_secrets>("the log shows no secrets"),
    unit::test<the_log_is_not_flooded>("the log is not flooded"),
    unit::test<the_last_of_equal_keys_counts>("the last of equal keys counts"),
    unit::test<values_survive_the_way_there_and_back>("values survive there and back"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
