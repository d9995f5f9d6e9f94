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

const CMUnitTest tests[] = {
    unit::test<a_request_is_read>("a request is read"),
    unit::test<the_correlation_id_keeps_its_type>("the correlation id keeps its type"),
    unit::test<a_body_may_be_absent_or_wrong>("a body may be absent or wrong"),
    unit::test<garbage_is_no_request>("garbage is no request"),
    unit::test<what_is_nested_too_deep_is_refused>("nested too deep"),
    unit::test<the_log_shows_no_secrets>("the log shows no secrets"),
    unit::test<the_log_is_not_flooded>("the log is not flooded"),
    unit::test<the_last_of_equal_keys_counts>("the last of equal keys counts"),
    unit::test<values_survive_the_way_there_and_back>("values survive there and back"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
