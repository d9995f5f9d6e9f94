// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router_core/management/rows.hpp"

using namespace crosspoint;
using namespace crosspoint::core;
using namespace crosspoint::test;

namespace {

AddressRule rule_for(std::string pattern, Treatment treatment) {
    AddressRule rule;
    rule.pattern = std::move(pattern);
    rule.treatment = treatment;
    return rule;
}

const ManagementAnswer& answer_to(ManagedCore& core, auto wanted) {
    core.ask(std::move(wanted));
    core.driver.finish_chores();
    return core.port.answers.back();
}

void a_new_rule_applies_to_addresses_that_are_there() {
    ManagedCore core;
    Peer client(core.driver);
    client.attach_receiver("work/a");
    client.attach_receiver("other");
    AddressRule rule = rule_for("work/#", Treatment::multicast);
    rule.is_prefix = true;
    rule.priority = 7;
    rule.name = "mine";
    const ManagementAnswer& answer = answer_to(core, CreateAddress{rule});
    EXPECT(answer.status == 201);
    std::vector<Row> rows;
    const auto columns = columns_of(Table::config_address);
    read_rows(answer, {columns.begin(), columns.end()}, rows);
    EXPECT(rows.at(0).at("prefix") == "work");
    EXPECT(rows.at(0).at("pattern") == "null");
    EXPECT(rows.at(0).at("name") == "mine");
    EXPECT(rows.at(0).at("identity") == "1");
    EXPECT(core.driver.address("M0work/a")->treatment == Treatment::multicast);
    EXPECT(core.driver.address("M0work/a")->priority == 7);
    EXPECT(core.driver.address("M0other")->treatment == Treatment::balanced);
    client.attach_receiver("work/b");
    EXPECT(core.driver.address("M0work/b")->treatment == Treatment::multicast);
}

void a_rule_that_goes_lets_the_next_one_apply() {
    ManagedCore core(settings_with(
        {rule_for("a/#", Treatment::closest), rule_for("a/b/#", Treatment::multicast)}));
    Peer client(core.driver);
    client.attach_receiver("a/b/c");
    DeleteRow wanted;
    wanted.selector.identity = "2";
    EXPECT(answer_to(core, wanted).status == 204);
    EXPECT(core.driver.address("M0a/b/c")->treatment == Treatment::closest);
    EXPECT(answer_to(core, wanted).status == 404);
    EXPECT(all_of(core, Table::config_address).size() == 1);
    wanted.selector = {};
    EXPECT(answer_to(core, wanted).status == 400);
}

void a_fallback_comes_and_goes() {
    ManagedCore core;
    Peer client(core.driver), reserve(core.driver);
    client.attach_sender("f/a");
    client.take();
    reserve.attach_receiver("f/a", {.capabilities = {"qd.fallback"}});
    EXPECT(client.take().credit.empty());
    AddressRule rule = rule_for("f/#", Treatment::balanced);
    rule.fallback = true;
    rule.name = "f";
    answer_to(core, CreateAddress{rule});
    EXPECT(core.driver.address("M0f/a")->fallback == core.driver.address("MFf/a"));
    EXPECT(client.take().credit.size() == 1);
    DeleteRow wanted;
    wanted.selector.name = "f";
    answer_to(core, wanted);
    EXPECT(core.driver.address("M0f/a")->fallback == nullptr);
}

void temporary_addresses_follow_no_rule() {
    ManagedCore core;
    Peer client(core.driver);
    LinkAttached dynamic = client.sender_to("");
    dynamic.target.dynamic = true;
    client.attach(std::move(dynamic));
    const std::string key = "M0" + client.take().answers[0].dynamic_address.substr(6);
    answer_to(core, CreateAddress{rule_for("#", Treatment::multicast)});
    EXPECT(core.driver.address(key)->treatment == Treatment::balanced);
}

void rules_that_cannot_be_are_refused() {
    ManagedCore core;
    AddressRule rule = rule_for("a", Treatment::closest);
    rule.name = "n";
    answer_to(core, CreateAddress{rule});
    rule.pattern = "b";
    EXPECT(answer_to(core, CreateAddress{rule}).description ==
           "Name conflicts with an existing entity");
    rule.name.reset();
    rule.pattern = "a";
    EXPECT(answer_to(core, CreateAddress{rule}).description == "Already exists");
    rule.pattern = "//";
    EXPECT(answer_to(core, CreateAddress{rule}).description == "Pattern invalid - no tokens");
    rule.pattern = "c";
    rule.priority = 10;
    EXPECT(answer_to(core, CreateAddress{rule}).status == 400);
    rule.priority = -1;
    rule.fallback = true;
    rule.egress_phase = 1;
    EXPECT(answer_to(core, CreateAddress{rule}).description ==
           "Fallback cannot be specified with waypoint or non-zero ingress and egress phases");
    EXPECT(all_of(core, Table::config_address).size() == 1);
}

void a_connection_is_dropped() {
    ManagedCore core;
    Peer client(core.driver), admin(core.driver);
    UpdateConnection wanted;
    wanted.identity = std::to_string(client.id().value);
    wanted.admin_status = "deleted";
    wanted.requester = admin.id();
    EXPECT(answer_to(core, wanted).status == 200);
    EXPECT(client.take().drop);
    EXPECT(all_of(core, Table::connection).at(0).at("operStatus") == "closing");
    EXPECT(all_of(core, Table::connection).at(1).at("operStatus") == "up");
}

void a_connection_is_traced() {
    ManagedCore core;
    Peer client(core.driver);
    UpdateConnection wanted;
    wanted.identity = "1";
    wanted.trace_frames = true;
    EXPECT(answer_to(core, wanted).status == 200);
    EXPECT(client.take().trace_frames == true);
    EXPECT(all_of(core, Table::connection).at(0).at("enableProtocolTrace") == "true");
}

void updates_that_make_no_sense_are_refused() {
    ManagedCore core;
    ConnectionInfo edge;
    edge.role = Role::edge;
    Peer client(core.driver), router(core.driver, std::move(edge));
    UpdateConnection wanted;
    wanted.identity = "1";
    EXPECT(answer_to(core, wanted).status == 400);
    wanted.admin_status = "gone";
    EXPECT(answer_to(core, wanted).status == 400);
    wanted.admin_status = "enabled";
    EXPECT(answer_to(core, wanted).status == 200);
    wanted.identity = "99";
    EXPECT(answer_to(core, wanted).status == 400);
    wanted.identity = "2";
    wanted.admin_status = "deleted";
    EXPECT(answer_to(core, wanted).status == 403);
    EXPECT(!router.take().drop);
}

const CMUnitTest tests[] = {
    unit::test<a_new_rule_applies_to_addresses_that_are_there>("new rule"),
    unit::test<a_rule_that_goes_lets_the_next_one_apply>("rule goes"),
    unit::test<a_fallback_comes_and_goes>("fallback"),
    unit::test<temporary_addresses_follow_no_rule>("temporary addresses"),
    unit::test<rules_that_cannot_be_are_refused>("refused rules"),
    unit::test<a_connection_is_dropped>("drop"),
    unit::test<a_connection_is_traced>("trace"),
    unit::test<updates_that_make_no_sense_are_refused>("refused updates"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
