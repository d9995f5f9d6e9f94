// SPDX-License-Identifier: Apache-2.0
// Loss, restart and ageing: what the engine does as time passes.
#include "tests/unit/router_core/routing/engine_fixture.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::routing;
using namespace std::chrono_literals;
using crosspoint::ConnectionId;

namespace {

// B and C are neighbours of A; C can be reached through B as well, but at a higher cost.
EngineFixture triangle() {
    EngineFixture net;
    net.add_neighbor("B", c1, 1, {{"C", 5}});
    net.add_neighbor("C", c2, 1, {{"B", 5}});
    net.receive(Mau{"C", 1, 1, Mau::Kind::differential, {{"M0x", {}}}, {}});
    net.run_for(300ms);
    net.effects.clear();
    return net;
}

void keep_alive(EngineFixture& net, int seconds, const std::string& id = "B",
                ConnectionId connection = c1) {
    for (int i = 0; i < seconds; ++i) {
        net.receive(Hello{id, 1, 7, {"A"}}, connection);
        net.receive(Ra{id, 1, 7, net.engine.nodes().find(id)->link_state.sequence, 0}, connection);
        net.run_for(1s);
    }
}

void a_lost_connection_changes_the_route_within_moments() {
    EngineFixture net = triangle();
    net.engine.on_connection_lost(c2, net.now, net.effects);
    net.run_for(200ms);
    EXPECT(net.engine.route_to("C")->next_hop == net.slot("B"));
    EXPECT(net.engine.route_to("C")->cost == 6);
    net.run_for(500ms);
    EXPECT(net.sent_to_all<Ra>().size() >= 1);
    EXPECT(net.engine.own_link_state().peers == (std::vector<Peer>{{"B", 1}}));
    EXPECT(net.changes<AddressUnmapped>().empty());
}

void a_burst_of_changes_costs_one_computation() {
    EngineFixture net = triangle();
    net.run_for(2s);
    net.effects.clear();
    for (std::int64_t i = 2; i < 12; ++i) {
        net.tell_links("B", i, {{"A", 1}, {"C", static_cast<Cost>(i)}});
    }
    net.run_for(100ms);
    EXPECT(net.changes<ValidOriginsChanged>().size() == 1);
}

void addresses_of_an_unreachable_router_go_with_the_route() {
    EngineFixture net = triangle();
    net.tell_links("B", 2, {{"A", 1}});
    net.engine.on_connection_lost(c2, net.now, net.effects);
    net.run_for(200ms);
    EXPECT(!net.reaches("C"));
    EXPECT(net.changes<AddressUnmapped>().size() == 1);
    EXPECT(net.changes<RouterUnreachable>().size() == 1);
    EXPECT(net.changes<RouterForgotten>().empty());
}

void a_router_that_is_back_has_its_addresses_at_once_and_is_asked() {
    EngineFixture net = triangle();
    net.tell_links("B", 2, {{"A", 1}});
    net.engine.on_connection_lost(c2, net.now, net.effects);
    net.run_for(2s);
    net.effects.clear();
    net.tell_links("B", 3, {{"A", 1}, {"C", 5}});
    net.run_for(200ms);
    EXPECT(net.changes<AddressMapped>().size() == 1);
    EXPECT(net.sent_to<Lsr>("C").size() == 1);
    EXPECT(net.sent_to<Mar>("C") == (std::vector<Mar>{{"A", 1, 1}}));
}

void a_silent_neighbor_is_lost_after_three_seconds() {
    EngineFixture net = triangle();
    const Instant silent_since = net.now;
    net.run_to(silent_since + 2s);
    EXPECT(net.engine.own_link_state().peers.size() == 2);
    net.run_to(silent_since + 4500ms);
    EXPECT(net.engine.own_link_state().peers.empty());
    EXPECT(!net.reaches("B") && !net.reaches("C"));
}

void a_change_of_cost_is_announced() {
    EngineFixture net = triangle();
    net.engine.on_cost_changed(c2, 9, net.now);
    net.run_for(700ms);
    EXPECT(net.engine.own_link_state().sequence == 3);
    EXPECT(net.engine.route_to("C")->next_hop == net.slot("B"));
    net.engine.on_cost_changed(c2, 0, net.now);
    net.run_for(2s);
    EXPECT(net.engine.route_to("C")->cost == 1);
}

void a_restart_forgets_links_and_addresses() {
    EngineFixture net = triangle();
    net.receive(Ra{"C", 1, 8, 1, 1});
    EXPECT(net.changes<AddressUnmapped>().size() == 1);
    EXPECT(net.engine.nodes().find("C")->link_state.sequence == 0);
    net.run_for(300ms);
    EXPECT(net.sent_to<Lsr>("C").size() >= 1);
    EXPECT(net.sent_to<Mar>("C").front().have_seq == 0);
    // Sequences start again; an answer of the former process changes nothing.
    net.tell_links("C", 9, {{"A", 1}, {"Z", 1}}, 7);
    EXPECT(net.engine.nodes().find("Z") == nullptr);
    net.tell_links("C", 1, {{"A", 1}}, 8);
    EXPECT(net.engine.nodes().find("C")->link_state.sequence == 1);
    net.effects.clear();
    net.receive(Ra{"C", 1, 7, 4, 4}); // a straggler
    EXPECT(net.engine.nodes().find("C")->link_state.sequence == 1);
    EXPECT(net.effects.outgoing.empty());
}

void a_neighbor_that_restarted_on_a_new_connection_moves_there() {
    EngineFixture net = triangle();
    const ConnectionId c3{3};
    net.engine.on_connection_up(c3, 4, net.now, net.effects);
    net.receive(Hello{"C", 1, 8, {}}, c3);
    net.run_for(200ms);
    EXPECT(net.engine.own_link_state().peers.size() == 1); // the old connection is dead
    net.receive(Hello{"C", 1, 8, {"A"}}, c3);
    net.run_for(500ms);
    EXPECT(net.engine.route_to("C")->connection == c3);
    net.engine.on_connection_lost(c2, net.now, net.effects);
    net.run_for(500ms);
    EXPECT(net.engine.route_to("C")->connection == c3);
}

void parallel_connections_do_not_disturb() {
    EngineFixture net = triangle();
    const ConnectionId c3{3};
    net.engine.on_connection_up(c3, 4, net.now, net.effects);
    keep_alive(net, 1, "C", c2);
    net.effects.clear();
    for (int i = 0; i < 10; ++i) {
        net.receive(Hello{"C", 1, 7, {"A"}}, c3);
        keep_alive(net, 1, "C", c2);
        net.receive(Hello{"B", 1, 7, {"A"}}, c1);
    }
    EXPECT(net.changes<RouteChanged>().empty());
    EXPECT(net.engine.own_link_state().sequence == 2);
    net.engine.on_connection_lost(c2, net.now, net.effects);
    net.run_for(100ms);
    EXPECT(net.engine.route_to("C")->connection == c3);
}

void without_advertisement_a_link_state_grows_stale() {
    EngineFixture net;
    net.add_neighbor("B", c1, 1, {{"C", 1}});
    net.tell_links("C", 1, {{"B", 1}, {"D", 1}});
    net.run_for(500ms);
    EXPECT(net.reaches("D"));
    keep_alive(net, 58);
    EXPECT(net.reaches("D"));
    keep_alive(net, 5);
    // B still lists C, so C stays known; what lies behind it does not.
    EXPECT(!net.reaches("D") && net.reaches("C"));
    EXPECT(net.engine.nodes().find("C")->link_state.sequence == 0);
    keep_alive(net, 5);
    EXPECT(net.engine.nodes().find("D") == nullptr);
    EXPECT(net.changes<RouterForgotten>().size() == 1);
    EXPECT(net.engine.nodes().find("C") != nullptr);
}

void a_router_that_nobody_lists_is_forgotten_at_the_third_tick() {
    EngineFixture net;
    net.add_neighbor("B", c1, 1, {{"C", 1}});
    net.tell_links("B", 2, {{"A", 1}});
    const RouterSlot slot = net.slot("C");
    keep_alive(net, 2);
    EXPECT(net.engine.nodes().find("C") != nullptr);
    keep_alive(net, 2);
    EXPECT(net.engine.nodes().find("C") == nullptr);
    net.tell_links("B", 3, {{"A", 1}, {"E", 1}});
    EXPECT(net.slot("E") == slot);
}

void advertisements_are_frequent_in_flux_and_rare_at_rest() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    keep_alive(net, 8);
    EXPECT(net.sent_to_all<Ra>().size() == 2 || net.sent_to_all<Ra>().size() == 1);
    keep_alive(net, 40);
    net.effects.clear();
    keep_alive(net, 60);
    EXPECT(net.sent_to_all<Ra>().size() == 2);
}

void a_sequence_that_stays_too_low_makes_us_ask_again() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.receive(Mau{"B", 1, 9, Mau::Kind::absolute, {{"M0x", {}}}, {}});
    net.tell_links("B", 9, {{"A", 1}});
    net.effects.clear();
    net.receive(Ra{"B", 1, 7, 2, 2});
    EXPECT(net.effects.outgoing.empty() && net.changes<AddressUnmapped>().empty());
    net.run_for(2s);
    net.receive(Ra{"B", 1, 7, 2, 2});
    EXPECT(net.changes<AddressUnmapped>().size() == 1);
    EXPECT(net.engine.nodes().find("B")->link_state.sequence == 0);
    EXPECT(net.sent_to<Lsr>("B").size() == 1);
    net.run_for(300ms);
    EXPECT(net.sent_to<Mar>("B").size() == 1);
}

void addresses_without_known_process_are_asked_for_again() {
    EngineFixture net;
    net.add_neighbor("B", c1, 1, {{"C", 1}});
    net.run_for(500ms);
    net.receive(Mau{"C", 1, 1, Mau::Kind::differential, {{"M0x", {}}}, {}});
    EXPECT(net.changes<AddressMapped>().size() == 1);
    net.receive(Ra{"C", 1, 4, 1, 1});
    EXPECT(net.changes<AddressUnmapped>().size() == 1);
    net.effects.clear();
    net.run_for(300ms);
    EXPECT(net.sent_to<Mar>("C").size() == 1);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_lost_connection_changes_the_route_within_moments>("lost connection"),
        unit::test<a_burst_of_changes_costs_one_computation>("burst"),
        unit::test<addresses_of_an_unreachable_router_go_with_the_route>("unreachable"),
        unit::test<a_router_that_is_back_has_its_addresses_at_once_and_is_asked>("back"),
        unit::test<a_silent_neighbor_is_lost_after_three_seconds>("silent"),
        unit::test<a_change_of_cost_is_announced>("cost"),
        unit::test<a_restart_forgets_links_and_addresses>("restart"),
        unit::test<a_neighbor_that_restarted_on_a_new_connection_moves_there>("new connection"),
        unit::test<parallel_connections_do_not_disturb>("parallel connections"),
        unit::test<without_advertisement_a_link_state_grows_stale>("stale"),
        unit::test<a_router_that_nobody_lists_is_forgotten_at_the_third_tick>("forgotten"),
        unit::test<advertisements_are_frequent_in_flux_and_rare_at_rest>("RA interval"),
        unit::test<a_sequence_that_stays_too_low_makes_us_ask_again>("low sequence"),
        unit::test<addresses_without_known_process_are_asked_for_again>("unknown process"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
