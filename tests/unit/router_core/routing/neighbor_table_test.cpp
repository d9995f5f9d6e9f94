// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/neighbor_table.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::routing;
using namespace std::chrono_literals;
using crosspoint::ConnectionId;
using Result = NeighborTable::HelloResult;

namespace {

constexpr ConnectionId c1{1};
constexpr ConnectionId c2{2};

Hello hello(std::string id, std::vector<std::string> seen) {
    return Hello{std::move(id), 1, 7, std::move(seen)};
}

NeighborTable table_with(ConnectionId connection, Cost cost = 1) {
    NeighborTable table("A", 3s);
    table.connection_up(connection, cost);
    return table;
}

void a_neighbor_is_who_has_heard_us() {
    NeighborTable table = table_with(c1, 4);
    EXPECT(table.on_hello(c1, hello("B", {}), 0s) == Result::heard_first);
    EXPECT(table.on_hello(c1, hello("B", {"C"}), 1s) == Result::heard);
    EXPECT(table.seen(1s) == std::vector<std::string>{"B"});
    EXPECT(!table.is_neighbor("B") && table.peers().empty());
    const auto before = table.revision();
    EXPECT(table.on_hello(c1, hello("B", {"C", "A"}), 2s) == Result::bound);
    EXPECT(table.revision() != before);
    EXPECT(table.peers() == (std::vector<Peer>{{"B", 4}}));
    EXPECT(table.connection_to("B") == c1);
    EXPECT(table.on_hello(c1, hello("B", {"A"}), 3s) == Result::confirmed);
}

void hello_of_an_unknown_connection_is_ignored() {
    NeighborTable table = table_with(c1);
    EXPECT(table.on_hello(c2, hello("B", {"A"}), 0s) == Result::ignored);
    EXPECT(table.seen(0s).empty());
}

void who_is_silent_is_not_seen_and_no_neighbor() {
    NeighborTable table = table_with(c1);
    (void)table.on_hello(c1, hello("B", {"A"}), 0s);
    EXPECT(table.expire(3s).empty());
    EXPECT(table.seen(3s).size() == 1);
    EXPECT(table.seen(3001ms).empty());
    EXPECT(table.expire(3001ms) == std::vector<std::string>{"B"});
    EXPECT(!table.is_neighbor("B"));
    EXPECT(table.on_hello(c1, hello("B", {"A"}), 9s) == Result::bound);
}

void a_neighbor_that_stops_hearing_us_expires() {
    NeighborTable table = table_with(c1);
    (void)table.on_hello(c1, hello("B", {"A"}), 0s);
    for (int second = 1; second <= 3; ++second) {
        (void)table.on_hello(c1, hello("B", {}), std::chrono::seconds(second));
    }
    EXPECT(table.expire(3001ms).size() == 1);
    EXPECT(table.seen(3001ms).size() == 1);
}

void the_established_connection_stays_in_use() {
    NeighborTable table = table_with(c1, 2);
    table.connection_up(c2, 9);
    (void)table.on_hello(c1, hello("B", {"A"}), 0s);
    const auto before = table.revision();
    for (int second = 1; second < 20; ++second) {
        const Instant now = std::chrono::seconds(second);
        EXPECT(table.on_hello(c2, hello("B", {"A"}), now) == Result::confirmed_also);
        EXPECT(table.on_hello(c1, hello("B", {"A"}), now) == Result::confirmed);
        EXPECT(table.expire(now).empty());
    }
    EXPECT(table.connection_to("B") == c1);
    EXPECT(table.revision() == before);
    EXPECT(table.peers() == (std::vector<Peer>{{"B", 2}}));
}

void a_lost_connection_is_replaced_by_the_one_that_stands_by() {
    NeighborTable table = table_with(c1, 2);
    table.connection_up(c2, 9);
    (void)table.on_hello(c1, hello("B", {"A"}), 0s);
    (void)table.on_hello(c2, hello("B", {"A"}), 0s);
    EXPECT(!table.connection_lost(c1, 1s));
    EXPECT(table.connection_to("B") == c2);
    EXPECT(table.peers() == (std::vector<Peer>{{"B", 9}}));
    EXPECT(table.connection_lost(c2, 1s) == "B");
    EXPECT(!table.connection_lost(c2, 1s));
}

void a_silent_connection_is_replaced_too() {
    NeighborTable table = table_with(c1);
    table.connection_up(c2, 1);
    (void)table.on_hello(c1, hello("B", {"A"}), 0s);
    (void)table.on_hello(c2, hello("B", {"A"}), 3s);
    EXPECT(table.expire(3500ms).empty());
    EXPECT(table.connection_to("B") == c2);
    // And by the HELLO itself, if that comes first.
    (void)table.on_hello(c1, hello("B", {"A"}), 8s);
    EXPECT(table.connection_to("B") == c1);
}

void losing_the_one_that_stands_by_changes_nothing() {
    NeighborTable table = table_with(c1);
    table.connection_up(c2, 1);
    (void)table.on_hello(c1, hello("B", {"A"}), 0s);
    (void)table.on_hello(c2, hello("B", {"A"}), 0s);
    const auto before = table.revision();
    EXPECT(!table.connection_lost(c2, 1s));
    EXPECT(table.revision() == before);
    EXPECT(table.connection_to("B") == c1);
}

void connections_of_a_former_process_are_worth_nothing() {
    NeighborTable table = table_with(c1);
    table.connection_up(c2, 1);
    (void)table.on_hello(c1, hello("B", {"A"}), 0s);
    table.restarted("B", c2);
    EXPECT(!table.is_neighbor("B"));
    EXPECT(table.on_hello(c2, hello("B", {}), 1s) == Result::heard_first);
    EXPECT(table.on_hello(c2, hello("B", {"A"}), 2s) == Result::bound);
    EXPECT(table.connection_to("B") == c2);
    EXPECT(!table.connection_lost(c1, 2s));
}

void a_change_of_cost_is_noticed() {
    NeighborTable table = table_with(c1, 2);
    (void)table.on_hello(c1, hello("B", {"A"}), 0s);
    const auto before = table.revision();
    table.cost_changed(c1, 2);
    EXPECT(table.revision() == before);
    table.cost_changed(c1, 5);
    EXPECT(table.revision() != before);
    EXPECT(table.peers() == (std::vector<Peer>{{"B", 5}}));
    table.cost_changed(c2, 5);
}

void another_router_on_the_same_connection_takes_its_place() {
    NeighborTable table = table_with(c1);
    (void)table.on_hello(c1, hello("B", {"A"}), 0s);
    EXPECT(table.on_hello(c1, hello("C", {}), 1s) == Result::heard_first);
    EXPECT(!table.is_neighbor("B"));
    EXPECT(table.seen(1s) == std::vector<std::string>{"C"});
}

void a_connection_that_comes_up_twice_starts_anew() {
    NeighborTable table = table_with(c1);
    (void)table.on_hello(c1, hello("B", {"A"}), 0s);
    table.connection_up(c1, 6);
    EXPECT(!table.is_neighbor("B"));
    EXPECT(!table.connection_lost(c1, 1s));
    EXPECT(table.expire(9s).empty());
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_neighbor_is_who_has_heard_us>("both directions"),
        unit::test<hello_of_an_unknown_connection_is_ignored>("unknown connection"),
        unit::test<who_is_silent_is_not_seen_and_no_neighbor>("silence"),
        unit::test<a_neighbor_that_stops_hearing_us_expires>("one direction lost"),
        unit::test<the_established_connection_stays_in_use>("parallel connections"),
        unit::test<a_lost_connection_is_replaced_by_the_one_that_stands_by>("standby on loss"),
        unit::test<a_silent_connection_is_replaced_too>("standby on silence"),
        unit::test<losing_the_one_that_stands_by_changes_nothing>("standby lost"),
        unit::test<connections_of_a_former_process_are_worth_nothing>("restart"),
        unit::test<a_change_of_cost_is_noticed>("cost"),
        unit::test<another_router_on_the_same_connection_takes_its_place>("other router"),
        unit::test<a_connection_that_comes_up_twice_starts_anew>("twice"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
