// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router/management/agent_fixture.hpp"
#include "tests/unit/unit.hpp"

#include <algorithm>

using namespace crosspoint;
using namespace crosspoint::test;
using management::Reply;

namespace {

const std::string listener = "org.apache.qpid.dispatch.listener";

bool is(const Reply& reply, std::uint32_t code, const std::string& description) {
    return reply.code == code && reply.description == description;
}

void an_entity_is_read_by_name_or_identity() {
    Node node;
    const Reply by_name = node.ask(
        {{"operation", text("READ")}, {"type", text("listener")}, {"name", text("first")}});
    EXPECT(by_name.code == 200);
    EXPECT(entry(body_of(by_name), "identity") == text("listener/:2:first"));
    EXPECT(entry(body_of(by_name), "type") == text(listener));
    const Reply by_identity =
        node.ask({{"operation", text("read")}, {"identity", text("listener/:2:first")}});
    EXPECT(entry(body_of(by_identity), "name") == text("first"));
}

void without_a_name_the_node_itself_is_meant() {
    Node node;
    const Reply reply = node.ask({{"operation", text("READ")}});
    EXPECT(entry(body_of(reply), "identity") == text("self"));
    EXPECT(is(node.ask({{"operation", text("READ")}, {"type", text("listener")}}), 400,
              listener + ": No name or identity provided"));
}

void what_is_not_there_is_said_so() {
    Node node;
    EXPECT(is(node.ask({{"operation", text("READ")}, {"name", text("x")}}), 404,
              "No entity with name=x"));
    EXPECT(is(node.ask({{"operation", text("READ")}, {"type", text("nothing")}}), 400,
              "No such entity type 'nothing'"));
    EXPECT(
        is(node.ask(
               {{"operation", text("READ")}, {"name", text("first")}, {"identity", text("other")}}),
           400, "Conflicting name=first identity=other"));
    EXPECT(
        is(node.ask(
               {{"operation", text("READ")}, {"type", text("connector")}, {"name", text("first")}}),
           400,
           "Entity type '" + listener +
               "' does not extend requested type "
               "'org.apache.qpid.dispatch.connector'"));
}

void an_operation_has_to_be_there() {
    Node node;
    const Reply missing = node.ask({{"name", text("first")}});
    EXPECT(missing.code == 400 && missing.description.starts_with("No 'operation' property:"));
    EXPECT(is(
        node.ask(
            {{"operation", text("update")}, {"type", text("listener")}, {"name", text("first")}}),
        501,
        "Operation 'UPDATE' not implemented for '" + listener + "' ['CREATE', 'DELETE', 'READ']"));
    EXPECT(node.ask({{"operation", text("nonsense")}}).code == 501);
}

void a_request_without_properties_is_refused() {
    Node node;
    EXPECT(node.agent.answer({}).code == 400);
}

void a_listener_comes_and_goes() {
    Node node;
    const Reply made = node.ask(
        {{"operation", text("CREATE")}, {"type", text(listener)}, {"name", text("second")}},
        Value{Map{{"port", text("3")}, {"linkCapacity", text(" 7 ")}}});
    EXPECT(made.code == 201);
    EXPECT(entry(body_of(made), "linkCapacity") == Value{std::int64_t{7}});
    EXPECT(node.endpoints.listeners.size() == 2);
    EXPECT(node.ask({{"operation", text("DELETE")}, {"name", text("second")}}).code == 204);
    EXPECT(node.endpoints.listeners.size() == 1);
    EXPECT(node.ask({{"operation", text("READ")}, {"name", text("second")}}).code == 404);
}

Reply create(Node& node, const std::string& type, Map body, const std::string& name = "n") {
    return node.ask({{"operation", text("CREATE")}, {"type", text(type)}, {"name", text(name)}},
                    Value{std::move(body)});
}

void a_creation_is_checked() {
    Node node;
    EXPECT(is(create(node, "listener", {{"prot", text("3")}}), 400,
              "Unknown attribute 'prot' for '" + listener + "'; did you mean 'port'?"));
    EXPECT(is(create(node, "listener", {{"identity", text("x")}}), 400,
              "Cannot set attribute 'identity' in CREATE"));
    EXPECT(
        is(create(node, "listener", {{"name", text("m")}}), 400, "Conflicting values for 'name'"));
    EXPECT(is(create(node, "listener", {{"type", text("log")}}), 400,
              "Conflicting values for 'type'"));
    EXPECT(create(node, "log", {}).code == 501);
    EXPECT(create(node, "listener", {{"cost", text("many")}})
               .description.starts_with(listener +
                                        ": invalid literal for int() with base 10: 'many'"));
    EXPECT(create(node, "listener", {{"port", text("3")}}, "first")
               .description.find("duplicates unique attribute 'name' from existing "
                                 "ListenerEntity(") != std::string::npos);
    EXPECT(node.endpoints.listeners.size() == 1);
    EXPECT(node.ask({{"operation", text("CREATE")}}, Value{Map{}})
               .description.starts_with("No 'type' attribute in {"));
}

void what_cannot_be_done_is_not_created() {
    Node node;
    EXPECT(is(create(node, "listener", {{"port", text("1")}}), 500,
              "CError: Run Time: Address already in use"));
    EXPECT(node.ask({{"operation", text("READ")}, {"name", text("n")}}).code == 404);
    const Reply profile = create(node, "sslProfile", {});
    EXPECT(profile.code == 501);
    EXPECT(profile.description.find("TLS") != std::string::npos);
}

void the_mode_of_the_router_limits_roles() {
    Node standalone;
    EXPECT(is(create(standalone, "connector", {{"role", text("inter-router")}}), 400,
              "role='standalone' not allowed to connect to or accept connections from other "
              "routers."));
    Node interior("interior");
    EXPECT(create(interior, "connector", {{"role", text("inter-router")}}).code == 201);
    Node edge("edge");
    EXPECT(create(edge, "listener", {{"role", text("edge")}}).code == 400);
}

void a_connector_shows_how_it_fares() {
    Node node;
    const Value made = body_of(create(node, "connector", {{"host", text("h")}}));
    EXPECT(entry(made, "connectionStatus") == text("CONNECTING"));
    EXPECT(entry(made, "failoverUrls") == text("amqp://h:amqp"));
}

void a_password_is_not_shown() {
    Node node;
    const Value made = body_of(create(node, "connector", {{"saslPassword", text("secret")}}));
    EXPECT(entry(made, "saslPassword") == text("*******"));
}

Reply set_log(Node& node, Map body) {
    return node.ask(
        {{"operation", text("UPDATE")}, {"type", text("log")}, {"name", text("log/ROUTER")}},
        Value{std::move(body)});
}

void the_log_is_changed() {
    Node node;
    const Reply changed = set_log(node, {{"enable", text("debug+")}});
    EXPECT(changed.code == 200);
    EXPECT(entry(body_of(changed), "enable") == text("debug+"));
    EXPECT(set_log(node, {{"includeSource", text("yes")}}).code == 200);
    EXPECT(node.log.set[log::Module::router].enable == "debug+"); // what is not mentioned stays
    EXPECT(node.log.set[log::Module::router].include_source == true);
    EXPECT(set_log(node, {{"enable", Value{}}}).code == 200);
    EXPECT(!node.log.set[log::Module::router].enable);
}

void a_bad_change_of_the_log_changes_nothing() {
    Node node;
    EXPECT(set_log(node, {{"enable", text("info+")}}).code == 200);
    const Reply reply = set_log(node, {{"enable", text("foo")}});
    EXPECT(reply.code == 500);
    EXPECT(reply.description.starts_with("CError: Configuration: 'foo' is not a valid log level."));
    EXPECT(node.log.set[log::Module::router].enable == "info+");
    EXPECT(is(set_log(node, {{"module", text("AGENT")}}), 400,
              "Cannot update attribute 'module' in UPDATE"));
    EXPECT(set_log(node, {{"module", text("ROUTER")}}).code == 200); // as it is already
}

Reply query(Node& node, Map properties, List names = {}) {
    properties.push_back({"operation", text("QUERY")});
    return node.ask(std::move(properties), Value{Map{{"attributeNames", {std::move(names)}}}});
}

void a_query_gives_the_columns_asked_for() {
    Node node;
    const Value found =
        body_of(query(node, {{"entityType", text("listener")}}, {text("port"), text("name")}));
    EXPECT(entry(found, "attributeNames") == (Value{List{text("port"), text("name")}}));
    EXPECT(entry(found, "results") == (Value{List{Value{List{text("2"), text("first")}}}}));
    EXPECT(is(query(node, {{"entityType", text("listener")}}, {text("x")}), 404,
              "Unknown attributes ['x'] for type " + listener + "."));
    EXPECT(is(query(node, {}, {text("x")}), 404, "Unknown attributes ['x']"));
}

void a_query_is_paged() {
    Node node;
    const auto rows = [&](std::int64_t offset, std::int64_t count) {
        const Value found = body_of(
            query(node, {{"entityType", text("log")}, {"offset", {offset}}, {"count", {count}}},
                  {text("module")}));
        return entry(found, "results").get_if<List>()->size();
    };
    const std::size_t all = rows(0, 0);
    EXPECT(all == 17);
    EXPECT(rows(0, 5) == 5);
    EXPECT(rows(15, 5) == 2);
    EXPECT(rows(100, 5) == 0);
    EXPECT(rows(0, -1) == all);
}

void a_query_without_type_gives_everything() {
    Node node;
    const Value found = body_of(query(node, {}, {text("identity")}));
    const List rows = *entry(found, "results").get_if<List>();
    for (const char* wanted : {"self", "router/R1", "log/DEFAULT", "listener/:2:first"}) {
        EXPECT(std::ranges::find(rows, Value{List{text(wanted)}}) != rows.end());
    }
}

void a_dummy_does_all_of_it() {
    Node node;
    EXPECT(entry(body_of(create(node, "dummy", {{"num1", {std::int64_t{1}}}})), "num1") ==
           Value{std::int64_t{1}});
    EXPECT(node.ask({{"operation", text("UPDATE")}, {"name", text("n")}},
                    Value{Map{{"arg1", text("a")}}})
               .code == 200);
    const Value read = body_of(node.ask({{"operation", text("READ")}, {"name", text("n")}}));
    EXPECT(entry(read, "arg1") == text("a") && entry(read, "num1") == Value{std::int64_t{1}});
    EXPECT(node.ask({{"operation", text("DELETE")}, {"name", text("n")}}).code == 204);
}

void the_configuration_is_written_as_it_is_now() {
    Node node;
    create(node, "connector", {{"host", text("h")}}, "new");
    set_log(node, {{"enable", text("trace+")}});
    const Value native = body_of(node.ask({{"operation", text("GET-CONFIGURATION")}}));
    const std::string& file = *native.get_if<std::string>();
    EXPECT(file.find("connector {") != std::string::npos);
    EXPECT(file.find("trace+") != std::string::npos);
    EXPECT(node.ask({{"operation", text("GET-CONFIGURATION")}, {"format", text("xml")}}).code ==
           400);
}

const CMUnitTest tests[] = {
    unit::test<an_entity_is_read_by_name_or_identity>("read by name or identity"),
    unit::test<without_a_name_the_node_itself_is_meant>("without a name the node is meant"),
    unit::test<what_is_not_there_is_said_so>("what is not there is said so"),
    unit::test<an_operation_has_to_be_there>("an operation has to be there"),
    unit::test<a_request_without_properties_is_refused>("no properties, no service"),
    unit::test<a_listener_comes_and_goes>("a listener comes and goes"),
    unit::test<a_creation_is_checked>("a creation is checked"),
    unit::test<what_cannot_be_done_is_not_created>("what cannot be done is not created"),
    unit::test<the_mode_of_the_router_limits_roles>("the mode limits roles"),
    unit::test<a_connector_shows_how_it_fares>("a connector shows how it fares"),
    unit::test<a_password_is_not_shown>("a password is not shown"),
    unit::test<the_log_is_changed>("the log is changed"),
    unit::test<a_bad_change_of_the_log_changes_nothing>("a bad change changes nothing"),
    unit::test<a_query_gives_the_columns_asked_for>("a query gives the columns asked for"),
    unit::test<a_query_is_paged>("a query is paged"),
    unit::test<a_query_without_type_gives_everything>("a query without type gives everything"),
    unit::test<a_dummy_does_all_of_it>("a dummy does all of it"),
    unit::test<the_configuration_is_written_as_it_is_now>("the configuration as it is now"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
