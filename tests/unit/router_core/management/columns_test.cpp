// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router_core/management/rows.hpp"

using namespace crosspoint;
using namespace crosspoint::core;
using namespace crosspoint::test;

namespace {

Row row_named(ManagedCore& core, Table table, std::string_view column, std::string_view value) {
    for (Row& row : all_of(core, table)) {
        if (row.at(std::string(column)) == value) {
            return row;
        }
    }
    EXPECT(!"there is such a row");
    return {};
}

void a_connection_tells_its_age() {
    ManagedCore core;
    ConnectionInfo info;
    info.container = "c";
    info.host = "127.0.0.1:5";
    Peer client(core.driver, std::move(info));
    core.driver.pass_time(3000);
    Row row = all_of(core, Table::connection).at(0);
    EXPECT(row.at("name") == "connection/127.0.0.1:5");
    EXPECT(row.at("uptimeSeconds") == "3");
    EXPECT(row.at("lastDlvSeconds") == "null");
    EXPECT(row.at("sasl") == "null");
    EXPECT(row.at("properties") == "map");
    EXPECT(row.at("role") == "normal");
    EXPECT(row.at("active") == "true");
    client.send(client.attach_sender(""), make_message("nobody"));
    core.driver.pass_time(2000);
    EXPECT(all_of(core, Table::connection).at(0).at("lastDlvSeconds") == "2");
}

void a_link_tells_what_passed() {
    ManagedCore core;
    Peer sender(core.driver), receiver(core.driver);
    const LinkId in = sender.attach_sender("a");
    const LinkId out = receiver.attach_receiver("a", {.limit = 2});
    sender.send(in);
    sender.send(in);
    sender.send(in);
    Row row = row_named(core, Table::link, "linkDir", "out");
    EXPECT(row.at("owningAddr") == "M0a");
    EXPECT(row.at("undeliveredCount") == "1");
    EXPECT(row.at("unsettledCount") == "2");
    EXPECT(row.at("deliveryCount") == "2");
    EXPECT(row.at("creditAvailable") == "0");
    EXPECT(row.at("linkType") == "endpoint");
    EXPECT(row.at("priority") == "4");
    receiver.take();
    const OutgoingId id = receiver.work().front()->id;
    core.driver.pass_time(2000);
    receiver.consumer_says(id, state::accepted, true);
    row = row_named(core, Table::link, "linkDir", "out");
    EXPECT(row.at("acceptedCount") == "1");
    EXPECT(row.at("zeroCreditSeconds") == "2");
    EXPECT(row.at("deliveriesDelayed1Sec") == "1");
    EXPECT(row.at("ingressHistogram").starts_with("[1,0,0,"));
    receiver.act(CreditArrived{out, 10, false, 0});
    EXPECT(row_named(core, Table::link, "linkDir", "out").at("zeroCreditSeconds") == "0");
    row = row_named(core, Table::link, "linkDir", "in");
    EXPECT(row.at("acceptedCount") == "1");
    EXPECT(row.at("unsettledCount") == "2");
    EXPECT(row.at("ingressHistogram") == "null");
}

void the_settle_rate_is_that_of_five_seconds() {
    ManagedCore core;
    Peer sender(core.driver), receiver(core.driver);
    const LinkId in = sender.attach_sender("a");
    receiver.attach_receiver("a");
    core.driver.pass_time(100'000);
    for (int i = 0; i < 50; ++i) {
        sender.send_settled(in);
    }
    EXPECT(row_named(core, Table::link, "linkDir", "in").at("settleRate") == "10");
    EXPECT(row_named(core, Table::link, "linkDir", "out").at("settleRate") == "10");
    core.driver.pass_time(4000);
    EXPECT(row_named(core, Table::link, "linkDir", "in").at("settleRate") == "10");
    core.driver.pass_time(1000);
    EXPECT(row_named(core, Table::link, "linkDir", "in").at("settleRate") == "0");
}

void the_router_counts_outcomes() {
    ManagedCore core;
    Peer sender(core.driver), receiver(core.driver);
    const LinkId in = sender.attach_sender("a");
    receiver.attach_receiver("a");
    sender.send_settled(in);
    sender.send(in);
    receiver.take();
    receiver.consumer_says(receiver.work().back()->id, state::rejected, true);
    const LinkId anonymous = sender.attach_sender("");
    sender.send(anonymous, make_message("nobody"));
    sender.send_settled(anonymous, make_message("nobody"));
    const Row row = all_of(core, Table::router).at(0);
    EXPECT(row.at("presettledDeliveries") == "1");
    EXPECT(row.at("rejectedDeliveries") == "1");
    EXPECT(row.at("releasedDeliveries") == "1");
    EXPECT(row.at("droppedPresettledDeliveries") == "1");
    EXPECT(row.at("deliveriesIngress") == "4");
    EXPECT(row.at("deliveriesEgress") == "2");
    EXPECT(row.at("linkCount") == "3");
    EXPECT(row.at("connectionCount") == "2");
    EXPECT(row.at("addrCount") == "5");
    EXPECT(row.at("memoryUsage") == "1234");
    EXPECT(row.at("area") == "0");
}

void a_multicast_to_containers_counts_every_copy() {
    AddressRule rule;
    rule.pattern = "m";
    rule.treatment = Treatment::multicast;
    ManagedCore core(settings_with({rule}));
    ConnectionInfo broker;
    broker.role = Role::route_container;
    Peer sender(core.driver), one(core.driver, broker), two(core.driver, broker);
    one.attach_receiver("m");
    two.attach_receiver("m");
    sender.send(sender.attach_sender("m"));
    const Row row = row_named(core, Table::address, "key", "M0m");
    EXPECT(row.at("deliveriesEgressRouteContainer") == "2");
    EXPECT(row.at("distribution") == "multicast");
    EXPECT(all_of(core, Table::router).at(0).at("deliveriesEgressRouteContainer") == "2");
}

void an_interior_router_shows_itself() {
    CoreSettings settings = settings_with({});
    settings.network = NetworkSettings{};
    ManagedCore core(std::move(settings));
    const std::vector<Row> rows = all_of(core, Table::node);
    EXPECT(rows.size() == 1);
    EXPECT(rows[0].at("nextHop") == "(self)");
    EXPECT(rows[0].at("index") == "0");
    EXPECT(rows[0].at("validOrigins") == "[]");
    EXPECT(rows[0].at("identity") == "router.node/R");
    EXPECT(rows[0].at("cost") == "null");
    EXPECT(row_named(core, Table::address, "key", "Lqdhello").at("inProcess") == "1");
}

void what_does_not_move_is_marked_and_unmarked() {
    ManagedCore core;
    Peer sender(core.driver), receiver(core.driver);
    const LinkId in = sender.attach_sender("a");
    const LinkId out = receiver.attach_receiver("a", {.limit = 1});
    const LinkId waiting = sender.attach_sender("nobody");
    sender.send(in);
    sender.send(in);
    core.driver.finish_chores();
    core.driver.pass_time(HealthSettings{}.interval_seconds * 1000UL);
    core.driver.finish_chores();
    Row router = all_of(core, Table::router).at(0);
    EXPECT(router.at("deliveriesStuck") == "4"); // two came in, one is out, one waits
    EXPECT(router.at("linksBlocked") == "2");    // the consumer, and who sends to nobody
    EXPECT(row_named(core, Table::link, "linkDir", "out").at("deliveriesStuck") == "2");
    receiver.take();
    receiver.consumer_says(receiver.work().front()->id, state::accepted, true);
    receiver.act(CreditArrived{out, 10, false, 0});
    sender.detach(waiting);
    router = all_of(core, Table::router).at(0);
    EXPECT(router.at("deliveriesStuck") == "2");
    EXPECT(router.at("linksBlocked") == "0");
    sender.detach(in);
    receiver.detach(out);
    EXPECT(all_of(core, Table::router).at(0).at("deliveriesStuck") == "0");
}

/// A producer without a consumer: after how many seconds it counts as blocked.
std::uint32_t seconds_until_blocked(HealthSettings health) {
    CoreSettings settings = settings_with({});
    settings.health = health;
    ManagedCore core(std::move(settings));
    Peer sender(core.driver);
    sender.attach_sender("nobody");
    core.driver.finish_chores();
    for (std::uint32_t seconds = 1; seconds <= 100; ++seconds) {
        core.driver.pass_time(1000);
        core.driver.finish_chores();
        if (core.driver.state.context().counters.links_blocked == 1) {
            return seconds;
        }
    }
    return 0;
}

void how_soon_it_is_marked_is_a_setting() {
    EXPECT(seconds_until_blocked({}) == 30);
    EXPECT(seconds_until_blocked({.interval_seconds = 5, .too_long_seconds = 3}) == 5);
    EXPECT(seconds_until_blocked({.interval_seconds = 2, .too_long_seconds = 3}) == 4);
}

void a_link_that_the_router_opens_is_down_until_it_is_answered() {
    CoreSettings settings = settings_with({});
    settings.network = NetworkSettings{};
    ManagedCore core(std::move(settings));
    ConnectionInfo info;
    info.role = Role::inter_router;
    info.container = "B";
    info.dialled = true;
    Peer other(core.driver, std::move(info));
    EXPECT(all_of(core, Table::link).size() == 22);
    const LinkOrder order = other.take().link_orders.at(3);
    const auto status = [&] {
        return row_named(core, Table::link, "identity", std::to_string(order.identity))
            .at("operStatus");
    };
    EXPECT(status() == "down");
    LinkAttached answered;
    answered.link = {7, 1};
    answered.order = order.number;
    answered.identity = order.identity;
    answered.direction = order.direction;
    answered.name = order.name;
    other.act(std::move(answered));
    EXPECT(status() == "up");
    EXPECT(all_of(core, Table::link).size() == 22);
    core.driver.pass_time(60'000);
    core.driver.finish_chores();
    // Whoever has not answered yet is not blocked; the one that has lacks credit.
    EXPECT(all_of(core, Table::router).at(0).at("linksBlocked") ==
           (order.direction == Direction::outgoing ? "1" : "0"));
}

const CMUnitTest tests[] = {
    unit::test<a_connection_tells_its_age>("connection"),
    unit::test<a_link_tells_what_passed>("link"),
    unit::test<the_settle_rate_is_that_of_five_seconds>("settle rate"),
    unit::test<the_router_counts_outcomes>("router"),
    unit::test<a_multicast_to_containers_counts_every_copy>("containers"),
    unit::test<an_interior_router_shows_itself>("node"),
    unit::test<a_link_that_the_router_opens_is_down_until_it_is_answered>("down"),
    unit::test<what_does_not_move_is_marked_and_unmarked>("stuck and blocked"),
    unit::test<how_soon_it_is_marked_is_a_setting>("how soon"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
