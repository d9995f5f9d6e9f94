// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router_core/routing/engine_fixture.hpp"
#include "tests/unit/unit.hpp"

using crosspoint::log::Level;

using namespace crosspoint::routing;
using namespace std::chrono_literals;
using crosspoint::ConnectionId;

namespace {

void hello_goes_out_every_second_on_every_connection() {
    EngineFixture net;
    net.engine.on_connection_up(c1, 1, net.now, net.effects);
    net.engine.on_connection_up(c2, 1, net.now, net.effects);
    EXPECT(net.hellos().size() == 2); // at once, on each
    net.effects.clear();
    net.run_to(3999ms);
    const auto hellos = net.hellos();
    EXPECT(hellos.size() == 4);
    EXPECT(hellos[0].connections == (std::vector{c1, c2}));
    EXPECT(std::get<Hello>(hellos[0].message) == (Hello{"A", 1, 5, {}}));
}

void hello_names_whom_we_heard() {
    EngineFixture net;
    net.engine.on_connection_up(c1, 1, net.now, net.effects);
    net.effects.clear();
    net.receive(Hello{"B", 1, 7, {}});
    // Answered at once, so that B need not wait for the next second.
    EXPECT(net.hellos().size() == 1 && net.hellos()[0].connections == std::vector{c1});
    EXPECT(std::get<Hello>(net.hellos()[0].message).seen == std::vector<std::string>{"B"});
    net.effects.clear();
    net.receive(Hello{"B", 1, 7, {}});
    EXPECT(net.hellos().empty());
}

void a_confirmed_neighbor_is_announced_and_asked() {
    EngineFixture net;
    net.engine.on_connection_up(c1, 3, net.now, net.effects);
    net.receive(Hello{"B", 1, 7, {"A"}});
    EXPECT(net.engine.own_link_state().sequence == 0);
    net.effects.clear();
    net.run_for(50ms);
    EXPECT(net.engine.own_link_state() == (LinkState{1, {{"B", 3}}}));
    EXPECT(net.sent_to<Lsr>("B") == std::vector<Lsr>{{"A"}});
    EXPECT(net.sent_to_all<Ra>() == (std::vector<Ra>{{"A", 1, 5, 1, 0}}));
    EXPECT(net.engine.route_to("B")->connection == c1);
    EXPECT(net.engine.route_to("B")->cost == 3);
    EXPECT(net.changes<RadiusChanged>().back().radius == 1);
}

void an_lsr_is_answered_by_the_own_link_state() {
    EngineFixture net;
    net.add_neighbor("B", c1, 3);
    net.receive(Lsr{"B"});
    EXPECT(net.sent_to<Lsu>("B") == (std::vector<Lsu>{{"A", 1, 5, LinkState{1, {{"B", 3}}}}}));
}

void an_lsr_from_out_of_reach_is_answered_when_there_is_a_way() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.receive(Lsr{"C"});
    EXPECT(net.sent_to<Lsu>("C").empty());
    net.tell_links("B", 2, {{"A", 1}, {"C", 1}});
    net.run_for(200ms);
    EXPECT(net.sent_to<Lsu>("C").size() == 1);
}

void routers_in_a_link_state_are_learned_and_asked() {
    EngineFixture net;
    net.add_neighbor("B", c1, 2);
    net.tell_links("B", 2, {{"A", 2}, {"C", 5}});
    EXPECT(net.changes<RouterLearned>().size() == 1);
    net.run_for(300ms);
    EXPECT(net.engine.route_to("C")->next_hop == net.slot("B"));
    EXPECT(net.engine.route_to("C")->cost == 7);
    EXPECT(net.sent_to<Lsr>("C").size() == 1);
    EXPECT(net.changes<RadiusChanged>().back().radius == 2);
    EXPECT(net.changes<ValidOriginsChanged>().size() == 1);
}

void a_link_state_that_is_not_newer_is_ignored() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.tell_links("B", 3, {{"A", 1}, {"C", 1}});
    net.tell_links("B", 3, {{"A", 1}, {"D", 1}});
    net.tell_links("B", 2, {{"A", 1}, {"E", 1}});
    net.tell_links("B", 0, {});
    net.run_for(300ms);
    EXPECT(net.reaches("C") && net.engine.nodes().find("D") == nullptr);
}

void ra_with_news_is_followed_by_questions() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.receive(Ra{"B", 1, 7, 1, 0});
    EXPECT(net.sent_to<Lsr>("B").empty());
    net.receive(Ra{"B", 1, 7, 4, 2});
    EXPECT(net.sent_to<Lsr>("B").size() == 1); // at once
    EXPECT(net.sent_to<Mar>("B").empty());     // the update may follow
    net.run_for(300ms);
    EXPECT(net.sent_to<Mar>("B") == (std::vector<Mar>{{"A", 1, 0}}));
    // The same advertisement by another way asks nothing new.
    net.receive(Ra{"B", 1, 7, 4, 2});
    EXPECT(net.sent_to<Lsr>("B").size() == 1);
}

void unanswered_questions_are_repeated_until_answered() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.receive(Ra{"B", 1, 7, 4, 2});
    const auto wait = [&](int seconds) {
        for (int i = 0; i < seconds; ++i) {
            net.run_for(1s);
            net.receive(Hello{"B", 1, 7, {"A"}});
        }
    };
    wait(6);
    const std::size_t asked = net.sent_to<Lsr>("B").size();
    EXPECT(asked >= 3 && asked <= 5);
    EXPECT(net.sent_to<Mar>("B").size() >= 3);
    net.tell_links("B", 4, {{"A", 1}});
    net.receive(Mau{"B", 1, 2, Mau::Kind::absolute, {{"M0x", {}}}, {}});
    net.effects.clear();
    wait(40);
    EXPECT(net.sent_to<Lsr>("B").empty() && net.sent_to<Mar>("B").empty());
}

void an_answer_with_too_little_is_asked_for_more() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.receive(Ra{"B", 1, 7, 4, 0});
    net.effects.clear();
    net.tell_links("B", 3, {{"A", 1}});
    net.run_for(300ms);
    EXPECT(net.sent_to<Lsr>("B").size() == 1);
}

void addresses_are_mapped_and_unmapped() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.receive(Mau{"B", 1, 1, Mau::Kind::differential, {{"M0x", TreatmentHint::closest}}, {}});
    EXPECT(net.changes<AddressMapped>().size() == 1);
    EXPECT(net.changes<AddressMapped>()[0].key == "M0x");
    EXPECT(net.changes<AddressMapped>()[0].hint == TreatmentHint::closest);
    EXPECT(net.changes<AddressMapped>()[0].slot == net.slot("B"));
    net.receive(Mau{"B", 1, 2, Mau::Kind::differential, {}, {"M0x"}});
    EXPECT(net.changes<AddressUnmapped>().size() == 1);
}

void a_missed_update_is_noticed_and_asked_for_once() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.receive(Mau{"B", 1, 3, Mau::Kind::differential, {{"M0x", {}}}, {}});
    net.receive(Mau{"B", 1, 4, Mau::Kind::differential, {{"M0y", {}}}, {}});
    EXPECT(net.changes<AddressMapped>().empty());
    EXPECT(net.sent_to<Mar>("B") == (std::vector<Mar>{{"A", 1, 0}}));
    net.receive(Mau{"B", 1, 4, Mau::Kind::absolute, {{"M0x", {}}, {"M0y", {}}}, {}});
    EXPECT(net.changes<AddressMapped>().size() == 2);
    net.receive(Mau{"B", 1, 5, Mau::Kind::differential, {{"M0z", {}}}, {}});
    EXPECT(net.changes<AddressMapped>().size() == 3);
}

void updates_of_strangers_are_ignored() {
    EngineFixture net;
    net.receive(Mau{"X", 1, 1, Mau::Kind::differential, {{"M0x", {}}}, {}});
    net.receive(Mar{"X", 1, 0});
    EXPECT(net.engine.nodes().size() == 0 && net.effects.outgoing.empty());
}

void own_addresses_are_told_before_the_advertisement() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.engine.local_address_added("M0a", TreatmentHint::balanced, net.now);
    net.engine.local_address_added("M0b", TreatmentHint::balanced, net.now);
    net.run_for(200ms);
    EXPECT(net.effects.outgoing.size() == 2);
    const auto* update = std::get_if<SendToAll>(&net.effects.outgoing[0]);
    const auto* advertisement = std::get_if<SendToAll>(&net.effects.outgoing[1]);
    EXPECT(update && std::get<Mau>(update->message).addresses.size() == 2);
    EXPECT(advertisement && std::get<Ra>(advertisement->message).mobile_seq == 1);
}

void a_mar_is_answered_only_by_news() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.receive(Mar{"B", 1, 0});
    EXPECT(net.sent_to<Mau>("B").empty());
    net.engine.local_address_added("M0a", TreatmentHint::balanced, net.now);
    net.run_for(200ms);
    net.engine.local_address_added("M0b", TreatmentHint::balanced, net.now);
    net.receive(Mar{"B", 1, 1});
    EXPECT(net.sent_to<Mau>("B").empty());
    net.receive(Mar{"B", 1, 0});
    const auto answers = net.sent_to<Mau>("B");
    EXPECT(answers.size() == 1 && answers[0].kind == Mau::Kind::absolute);
    EXPECT(answers[0].mobile_seq == 1 && answers[0].addresses.size() == 1);
}

void messages_of_ourselves_are_ignored() {
    EngineFixture net;
    net.receive(Ra{"A", 1, 5, 9, 9});
    net.receive(Lsu{"A", 1, 5, LinkState{9, {{"B", 1}}}});
    net.receive(Lsr{"A"});
    net.receive(Mau{"A", 1, 1, Mau::Kind::differential, {{"M0x", {}}}, {}});
    net.receive(Mar{"A", 1, 0});
    net.receive(Hello{"A", 1, 5, {"A"}});
    EXPECT(net.engine.nodes().size() == 0 && net.effects.outgoing.empty());
    EXPECT(net.effects.log.empty());
}

void another_router_with_our_id_is_reported_once() {
    EngineFixture net;
    net.engine.on_connection_up(c1, 1, net.now, net.effects);
    net.receive(Hello{"A", 1, 6, {"A"}});
    net.receive(Hello{"A", 1, 6, {"A"}});
    EXPECT(net.logged(Level::critical) == 1);
    EXPECT(net.engine.nodes().size() == 0);
}

void higher_protocol_versions_are_ignored_and_reported_once() {
    EngineFixture net;
    net.engine.on_connection_up(c1, 1, net.now, net.effects);
    net.receive(Hello{"B", 2, 7, {"A"}});
    net.receive(Ra{"B", 2, 7, 1, 1});
    net.receive(Ra{"C", 9, 7, 1, 1});
    EXPECT(net.logged(Level::warning) == 2);
    EXPECT(net.engine.nodes().size() == 0);
    net.receive(Ra{"D", 0, 7, 1, 1}); // old routers say nothing
    EXPECT(net.engine.nodes().find("D") != nullptr);
}

void the_table_of_routers_is_bounded() {
    EngineFixture net(RoutingConfig{.id = "A", .instance = 5, .timers = {}, .max_routers = 3});
    std::vector<Peer> many{{"A", 1}};
    for (int i = 0; i < 50; ++i) {
        many.push_back(Peer{"R" + std::to_string(i), 1});
    }
    net.engine.on_connection_up(c1, 1, net.now, net.effects);
    net.receive(Hello{"B", 1, 7, {"A"}});
    net.tell_links("B", 1, std::move(many));
    net.run_for(300ms);
    EXPECT(net.engine.nodes().size() == 3);
    EXPECT(net.logged(Level::error) == 1);
    EXPECT(net.reaches("B"));
}

void flooded_messages_are_handled_and_passed_on_once() {
    EngineFixture net;
    net.add_neighbor("B", c1);
    net.add_neighbor("C", c2);
    const std::vector<std::string> trace{"0/X", "0/B"};
    const Ra ra{"X", 1, 3, 1, 0};
    EXPECT(net.engine.on_flooded_message(c1, ra, trace, net.now, net.effects) == std::vector{c2});
    EXPECT(net.engine.nodes().find("X") != nullptr);
    EXPECT(net.engine.on_flooded_message(c1, ra, trace, net.now, net.effects).empty());
    const std::vector<std::string> circle{"0/Y", "0/A", "0/B"};
    EXPECT(net.engine.on_flooded_message(c1, Ra{"Y", 1, 3, 1, 0}, circle, net.now, net.effects)
               .empty());
    EXPECT(net.engine.nodes().find("Y") == nullptr);
    EXPECT(
        net.engine.on_flooded_message(c1, Ra{"A", 1, 5, 1, 0}, {}, net.now, net.effects).empty());
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<hello_goes_out_every_second_on_every_connection>("HELLO"),
        unit::test<hello_names_whom_we_heard>("seen"),
        unit::test<a_confirmed_neighbor_is_announced_and_asked>("new neighbour"),
        unit::test<an_lsr_is_answered_by_the_own_link_state>("LSR"),
        unit::test<an_lsr_from_out_of_reach_is_answered_when_there_is_a_way>("late answer"),
        unit::test<routers_in_a_link_state_are_learned_and_asked>("learned routers"),
        unit::test<a_link_state_that_is_not_newer_is_ignored>("old link states"),
        unit::test<ra_with_news_is_followed_by_questions>("RA"),
        unit::test<unanswered_questions_are_repeated_until_answered>("repetition"),
        unit::test<an_answer_with_too_little_is_asked_for_more>("too little"),
        unit::test<addresses_are_mapped_and_unmapped>("addresses"),
        unit::test<a_missed_update_is_noticed_and_asked_for_once>("missed update"),
        unit::test<updates_of_strangers_are_ignored>("strangers"),
        unit::test<own_addresses_are_told_before_the_advertisement>("order of MAU and RA"),
        unit::test<a_mar_is_answered_only_by_news>("MAR"),
        unit::test<messages_of_ourselves_are_ignored>("own id"),
        unit::test<another_router_with_our_id_is_reported_once>("duplicate id"),
        unit::test<higher_protocol_versions_are_ignored_and_reported_once>("version"),
        unit::test<the_table_of_routers_is_bounded>("bounded table"),
        unit::test<flooded_messages_are_handled_and_passed_on_once>("flooding"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
