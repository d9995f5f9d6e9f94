// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router/management/agent_fixture.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint;
using namespace crosspoint::test;
using management::Reply;

namespace {

const std::string prefix = "org.apache.qpid.dispatch.";

Reply ask(Node& node, const std::string& operation, Map more = {}) {
    more.push_back({"operation", text(operation)});
    more.push_back({"name", text("self")});
    more.push_back({"type", text("org.amqp.management")});
    return node.ask(std::move(more));
}

void there_are_29_types() {
    Node node;
    for (const char* operation : {"GET-TYPES", "get-attributes", "GET-OPERATIONS"}) {
        EXPECT(body_of(ask(node, operation)).get_if<Map>()->size() == 29);
    }
    EXPECT(*body_of(ask(node, "GET-ANNOTATIONS")).get_if<Map>() == Map{});
}

void types_are_listed_with_their_bases() {
    Node node;
    const Value types = body_of(ask(node, "GET-TYPES"));
    EXPECT(entry(types, prefix + "listener") ==
           (Value{List{text(prefix + "configurationEntity"), text(prefix + "entity")}}));
    const Value some =
        body_of(ask(node, "GET-TYPES", {{"entityType", text("org.amqp.management")}}));
    EXPECT(some.get_if<Map>()->size() == 2); // itself, and the node that extends it
}

void operations_come_with_those_of_the_bases() {
    Node node;
    const Value some = body_of(ask(node, "GET-OPERATIONS", {{"entityType", text("sslProfile")}}));
    EXPECT(some == (Value{Map{{prefix + "sslProfile",
                               {List{text("CREATE"), text("DELETE"), text("READ")}}}}}));
    EXPECT(ask(node, "GET-OPERATIONS", {{"entityType", text("x")}}).description ==
           "No such entity type 'x'");
}

void the_schema_leaves_out_what_says_nothing() {
    Node node;
    const Value schema = body_of(ask(node, "GET-SCHEMA"));
    EXPECT(entry(schema, "prefix") == text("org.apache.qpid.dispatch"));
    const Value listener = entry(entry(schema, "entityTypes"), "listener");
    EXPECT(entry(listener, "fullyQualifiedType") == text(prefix + "listener"));
    const Value port = entry(entry(listener, "attributes"), "port");
    EXPECT(entry(port, "type") == text("string") && entry(port, "default") == text("amqp"));
    EXPECT(entry(port, "required").is_null());
    EXPECT(entry(entry(listener, "attributes"), "type").is_null());
    EXPECT(!entry(entry(schema, "entityTypes"), "address").is_null());
}

void the_schema_comes_as_json_too() {
    Node node;
    const Value flat = body_of(ask(node, "GET-JSON-SCHEMA"));
    EXPECT(flat.get_if<std::string>()->find('\n') == std::string::npos);
    const Value tall = body_of(ask(node, "GET-JSON-SCHEMA", {{"indent", {std::int64_t{2}}}}));
    EXPECT(tall.get_if<std::string>()->starts_with("{\n  \"prefix\": \"org.apache"));
}

void the_log_is_told() {
    Node node;
    node.log.events = {{{}, log::Module::agent, log::Level::info, nullptr, 0, "one"},
                       {{}, log::Module::router, log::Level::error, "file", 7, "two"}};
    const Value all = body_of(ask(node, "GET-LOG"));
    EXPECT(all.get_if<List>()->size() == 2);
    const Value last = body_of(ask(node, "GET-LOG", {{"limit", text("1")}}));
    EXPECT(last == (Value{List{Value{List{text("ROUTER"),
                                          text("error"),
                                          text("two"),
                                          text("file"),
                                          {std::int64_t{7}},
                                          {std::int64_t{0}}}}}}));
}

void an_explanation_comes_from_the_core() {
    Node node;
    node.core.on_command = [](const core::ManagementCommand& command) {
        amqp::Writer out;
        out.string("No consumers");
        out.empty_list();
        EXPECT(std::get<core::Explain>(command.what).subject == "orders");
        return std::vector<core::ManagementAnswer>{{0, 200, {}, out.take(), 1, true}};
    };
    const Reply reply = node.ask({{"operation", text("EXPLAIN")}, {"name", text("orders")}});
    EXPECT(reply.code == 200);
    EXPECT(entry(body_of(reply), "summary") == text("No consumers"));
    EXPECT(node.ask({{"operation", text("EXPLAIN")}}).code == 400);
}

void profiling_is_refused() {
    Node node;
    EXPECT(ask(node, "PROFILE", {{"stop", text("")}}).description == "Profiler not started");
    EXPECT(ask(node, "PROFILE", {{"start", text("")}}).code == 501);
}

void the_end_of_the_router_breaks_off() {
    Node node;
    node.core.on_command = [](const core::ManagementCommand&) {
        return std::vector<core::ManagementAnswer>{};
    };
    bool ended = false;
    try {
        ask(node, "GET-MGMT-NODES");
    } catch (const management::Ending&) {
        ended = true;
    }
    EXPECT(ended);
}

const CMUnitTest tests[] = {
    unit::test<there_are_29_types>("there are 29 types"),
    unit::test<types_are_listed_with_their_bases>("types are listed with their bases"),
    unit::test<operations_come_with_those_of_the_bases>("operations with those of the bases"),
    unit::test<the_schema_leaves_out_what_says_nothing>("the schema leaves out"),
    unit::test<the_schema_comes_as_json_too>("the schema comes as JSON too"),
    unit::test<the_log_is_told>("the log is told"),
    unit::test<an_explanation_comes_from_the_core>("an explanation comes from the core"),
    unit::test<profiling_is_refused>("profiling is refused"),
    unit::test<the_end_of_the_router_breaks_off>("the end breaks off"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
