// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router/management/agent_fixture.hpp"
#include "tests/unit/unit.hpp"

#include <algorithm>
#include <iterator>

using namespace crosspoint;
using namespace crosspoint::test;
using management::Reply;

namespace {

const std::string prefix = "org.apache.qpid.dispatch.";
const std::string address_type = prefix + "router.config.address";

/// One row of texts, as many as are asked for.
std::vector<core::ManagementAnswer> one_row(std::size_t cells) {
    amqp::Writer out;
    for (std::size_t i = 0; i < cells; ++i) {
        out.string("cell" + std::to_string(i));
    }
    return {{0, 200, {}, out.take(), 1, true}};
}

std::vector<core::ManagementAnswer> answer_with_a_row(const core::ManagementCommand& command) {
    if (const auto* query = std::get_if<core::TableQuery>(&command.what)) {
        return one_row(query->columns.size());
    }
    return one_row(core::columns_of(core::Table::config_address).size());
}

Reply query(Node& node, List names, Map more = {}) {
    more.push_back({"operation", text("QUERY")});
    more.push_back({"entityType", text(prefix + "router.link")});
    return node.ask(std::move(more), Value{Map{{"attributeNames", {std::move(names)}}}});
}

const core::TableQuery& last_query(const Node& node) {
    return std::get<core::TableQuery>(node.core.asked.back().what);
}

void a_query_asks_the_core_for_the_columns() {
    Node node;
    node.core.on_command = answer_with_a_row;
    const Value found = body_of(query(node, {text("linkDir"), text("nonsense"), text("identity")},
                                      {{"offset", {std::int64_t{7}}}, {"count", text("20")}}));
    EXPECT(last_query(node).columns.size() == 2);
    EXPECT(last_query(node).offset == 7 && last_query(node).limit == 20);
    EXPECT(entry(found, "attributeNames") ==
           (Value{List{text("linkDir"), text("nonsense"), text("identity")}}));
    EXPECT(entry(found, "results") ==
           (Value{List{Value{List{text("cell0"), Value{}, text("cell1")}}}}));
}

void the_next_page_goes_on_behind_the_one_before_it() {
    Node node;
    node.core.on_command = [](const core::ManagementCommand& command) {
        auto answer = answer_with_a_row(command);
        answer.back().behind = 42;
        return answer;
    };
    const auto page = [&](std::int64_t offset) {
        query(node, {text("identity")}, {{"offset", {offset}}, {"count", {std::int64_t{1}}}});
        return last_query(node);
    };
    EXPECT(page(0).behind == 0);
    EXPECT(page(1).behind == 42 && last_query(node).offset == 0);
    EXPECT(page(7).behind == 0 && last_query(node).offset == 7); // nobody has seen 6
    EXPECT(page(0).behind == 0);
    EXPECT(page(2).behind == 0 && last_query(node).offset == 2); // forgotten by the new beginning
}

void a_query_without_names_gives_all_columns() {
    Node node;
    node.core.on_command = answer_with_a_row;
    const Value found = body_of(query(node, {}));
    EXPECT(entry(found, "attributeNames").get_if<List>()->size() ==
           core::columns_of(core::Table::link).size());
    EXPECT(last_query(node).limit == core::TableQuery::no_limit);
}

void a_short_name_and_small_letters_will_do() {
    Node node;
    node.core.on_command = answer_with_a_row;
    EXPECT(node.ask({{"operation", text("query")}, {"entityType", text("router.link")}}).code ==
           200);
    EXPECT(last_query(node).table == core::Table::link);
}

void an_answer_in_pieces_is_put_together() {
    Node node;
    node.core.on_command = [](const core::ManagementCommand&) {
        std::vector<core::ManagementAnswer> pieces = one_row(1);
        pieces.push_back(pieces.front());
        pieces.front().last = false;
        return pieces;
    };
    EXPECT(entry(body_of(query(node, {text("linkDir")})), "results").get_if<List>()->size() == 2);
}

void a_row_that_is_not_there_is_not_found() {
    Node node;
    const Reply reply = node.ask({{"operation", text("READ")},
                                  {"type", text(prefix + "router.address")},
                                  {"identity", text("M0x")}});
    EXPECT(reply.code == 404 && reply.description == "Not Found");
    EXPECT(last_query(node).selector.identity == "M0x");
    EXPECT(node.ask({{"operation", text("READ")}, {"type", text(prefix + "router.address")}})
               .description == "No name or identity provided");
}

void a_row_is_read_as_a_map() {
    Node node;
    node.core.on_command = answer_with_a_row;
    const Value row = body_of(node.ask({{"operation", text("READ")},
                                        {"type", text(prefix + "router.link")},
                                        {"identity", text("5")}}));
    EXPECT(entry(row, std::string(core::columns_of(core::Table::link)[1])) == text("cell1"));
}

std::uint32_t code_of(const std::string& operation, const std::string& type, Map more = {},
                      Value body = {}) {
    Node node;
    more.push_back({"operation", text(operation)});
    more.push_back({"type", text(prefix + type)});
    return node.ask(std::move(more), std::move(body)).code;
}

void what_is_not_for_clients_is_forbidden() {
    EXPECT(code_of("READ", "router") == 403);
    EXPECT(code_of("CREATE", "router") == 403);
    EXPECT(code_of("DELETE", "router") == 403);
    EXPECT(code_of("QUERY", "console") == 403);
    EXPECT(code_of("READ", "console") == 403);
    EXPECT(code_of("DELETE", "connection", {{"identity", text("1")}}) == 403);
    EXPECT(code_of("CREATE", "connection") == 501);
    EXPECT(code_of("DELETE", "router.link", {{"identity", text("1")}}) == 501);
    EXPECT(code_of("UPDATE", "router.address", {{"identity", text("1")}}) == 501);
}

void what_the_router_cannot_do_yet_is_refused() {
    EXPECT(code_of("CREATE", "router.config.linkRoute", {}, Value{Map{}}) == 501);
    EXPECT(code_of("CREATE", "router.config.autoLink", {}, Value{Map{}}) == 501);
}

void a_connection_is_updated_by_identity() {
    const Map by_identity{{"identity", text("3")}};
    const auto update = [&](Map selector, Map body) {
        return code_of("UPDATE", "connection", std::move(selector), Value{std::move(body)});
    };
    EXPECT(update(by_identity, {{"adminStatus", text("deleted")}}) == 200);
    EXPECT(update(by_identity, {{"enableProtocolTrace", {true}}}) == 200);
    EXPECT(update(by_identity, {{"adminStatus", text("gone")}}) == 400);
    EXPECT(update(by_identity, {{"name", text("x")}}) == 400);
    EXPECT(update({{"name", text("x")}}, {{"adminStatus", text("deleted")}}) == 400);
    EXPECT(code_of("READ", "connection", {{"name", text("x")}}) == 400);
}

Reply create(Node& node, Map body) {
    return node.ask(
        {{"operation", text("CREATE")}, {"type", text(address_type)}, {"name", text("n")}},
        Value{std::move(body)});
}

std::string refusal(Map body) {
    Node node;
    const Reply reply = create(node, std::move(body));
    return reply.code == 400 ? reply.description : "not refused";
}

void a_rule_for_addresses_is_made() {
    Node node;
    node.core.on_command = answer_with_a_row;
    const Reply reply = create(node, {{"prefix", text("/a/")},
                                      {"distribution", text("multicast")},
                                      {"priority", {std::int64_t{3}}}});
    EXPECT(reply.code == 201);
    const auto& rule = std::get<core::CreateAddress>(node.core.asked.back().what).rule;
    EXPECT(rule.pattern == "a/#" && rule.is_prefix && rule.name == "n");
    EXPECT(rule.treatment == core::Treatment::multicast && rule.priority == 3);
}

void a_bad_rule_is_refused() {
    EXPECT(refusal({}) == "Either a 'prefix' or 'pattern' attribute must be provided");
    EXPECT(refusal({{"prefix", text("a")}, {"pattern", text("b")}}) ==
           "Cannot specify both a 'prefix' and a 'pattern' attribute");
    EXPECT(refusal({{"prefix", text("")}}) == "Prefix must be a non-empty string type");
    EXPECT(refusal({{"pattern", {std::int64_t{1}}}}) == "Pattern must be a non-empty string type");
    EXPECT(refusal({{"pattern", text("/./")}}) == "Pattern invalid - no tokens");
    EXPECT(refusal({{"prefix", text("a")}, {"ingressPhase", {std::int64_t{1}}}}) ==
           "Phase values must be between 0 and 9");
    EXPECT(refusal({{"prefix", text("a")}, {"fallback", {true}}, {"waypoint", {true}}}) ==
           "Fallback cannot be specified with waypoint or non-zero ingress and egress phases");
    EXPECT(refusal({{"prefix", text("a")}, {"priority", {std::int64_t{10}}}}) ==
           "Priority value, if present, must be between 0 and QDR_MAX_PRIORITY");
}

void a_refusal_of_the_core_is_passed_on() {
    Node node;
    node.core.on_command = [](const core::ManagementCommand&) {
        return std::vector<core::ManagementAnswer>{{0, 400, "Already exists", {}, 0, true}};
    };
    const Reply reply = create(node, {{"prefix", text("a")}});
    EXPECT(reply.code == 400 && reply.description == "Already exists");
    EXPECT(reply.body == management::null_body());
}

const CMUnitTest tests[] = {
    unit::test<a_query_asks_the_core_for_the_columns>("a query asks for the columns"),
    unit::test<the_next_page_goes_on_behind_the_one_before_it>("next page"),
    unit::test<a_query_without_names_gives_all_columns>("without names all columns"),
    unit::test<a_short_name_and_small_letters_will_do>("short names and small letters will do"),
    unit::test<an_answer_in_pieces_is_put_together>("pieces are put together"),
    unit::test<a_row_that_is_not_there_is_not_found>("a row that is not there"),
    unit::test<a_row_is_read_as_a_map>("a row is read as a map"),
    unit::test<what_is_not_for_clients_is_forbidden>("what is not for clients is forbidden"),
    unit::test<what_the_router_cannot_do_yet_is_refused>("what cannot be done yet is refused"),
    unit::test<a_connection_is_updated_by_identity>("a connection is updated by identity"),
    unit::test<a_rule_for_addresses_is_made>("a rule for addresses is made"),
    unit::test<a_bad_rule_is_refused>("a bad rule is refused"),
    unit::test<a_refusal_of_the_core_is_passed_on>("a refusal of the core is passed on"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
