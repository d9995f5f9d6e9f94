// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/path_computer.hpp"
#include "tests/unit/unit.hpp"

#include <algorithm>
#include <map>
#include <string>

using namespace crosspoint::routing;

namespace {

// A network by name, seen from one of its routers. Slots follow the order of the ids.
class Network {
public:
    void connect(const std::string& a, const std::string& b, Cost cost = 1) {
        one_way(a, b, cost);
        one_way(b, a, cost);
    }
    void one_way(const std::string& from, const std::string& to, Cost cost = 1) {
        states_[from].peers.push_back(Peer{to, cost});
        states_[from].normalize();
    }
    void add(const std::string& id) { states_[id]; }

    void look_from(const std::string& self) {
        slots_ = {{self, self_slot}};
        std::uint32_t next = 1;
        std::vector<PathComputer::Input> inputs;
        for (const auto& [id, state] : states_) {
            const RouterSlot slot = id == self ? self_slot : RouterSlot{next++};
            slots_[id] = slot;
            inputs.push_back({id, slot, &state});
        }
        computer.compute(inputs);
    }
    RouterSlot slot(const std::string& id) const { return slots_.at(id); }
    std::string next_hop(const std::string& to) const {
        const auto route = computer.route(slot(to));
        return route ? name(route->next_hop) : "-";
    }
    PathCost cost(const std::string& to) const { return computer.route(slot(to))->cost; }
    std::string origins(const std::string& to) {
        std::string text;
        std::vector<std::string> names;
        for (const RouterSlot origin : computer.valid_origins(slot(to))) {
            names.push_back(name(origin));
        }
        std::ranges::sort(names);
        for (const std::string& id : names) {
            text += id + " ";
        }
        return text;
    }

    PathComputer computer;

private:
    std::string name(RouterSlot slot) const {
        return std::ranges::find(slots_, slot, [](const auto& e) { return e.second; })->first;
    }
    std::map<std::string, LinkState> states_;
    std::map<std::string, RouterSlot> slots_;
};

Network ladder() {
    Network net;
    net.connect("R1", "R3", 10);
    net.connect("R3", "R5", 10);
    net.connect("R1", "R2", 1);
    net.connect("R3", "R4", 10);
    net.connect("R5", "R6", 1);
    net.connect("R2", "R4", 10);
    net.connect("R4", "R6", 10);
    return net;
}

void a_router_alone_reaches_nobody() {
    Network net;
    net.add("A");
    net.look_from("A");
    EXPECT(net.computer.radius() == 0);
    EXPECT(!net.computer.route(self_slot));
    EXPECT(!net.computer.route(RouterSlot{7}));
    EXPECT(net.computer.valid_destinations(self_slot).empty());
    EXPECT(net.computer.valid_destinations(RouterSlot{7}).empty());
}

void nothing_is_reachable_before_the_first_computation() {
    PathComputer computer;
    EXPECT(computer.radius() == 0);
    EXPECT(!computer.route(RouterSlot{1}));
    EXPECT(computer.valid_destinations(self_slot).empty());
}

void next_hops_and_costs_follow_the_line() {
    Network net;
    net.connect("A", "B", 3);
    net.connect("B", "C", 4);
    net.look_from("A");
    EXPECT(net.next_hop("B") == "B");
    EXPECT(net.next_hop("C") == "B");
    EXPECT(net.cost("C") == 7);
    EXPECT(net.computer.radius() == 2);
}

void radius_counts_hops_not_costs() {
    Network net;
    net.connect("A", "B", 1000);
    net.connect("A", "C");
    net.connect("C", "D");
    net.look_from("A");
    EXPECT(net.computer.radius() == 2);
}

void the_longest_path_may_be_one_that_is_not_chosen() {
    // A to D: directly at cost 3, or by B and C at the same cost. The direct edge comes from the
    // vertex that is final first, so the chosen path has one hop; D may choose another.
    Network net;
    net.connect("A", "D", 3);
    net.connect("A", "B");
    net.connect("B", "C");
    net.connect("C", "D");
    net.look_from("A");
    EXPECT(net.next_hop("D") == "D");
    EXPECT(net.computer.radius() == 2);
    EXPECT(net.computer.longest_path() == 3);
}

void of_equal_paths_the_predecessor_that_was_final_first_wins() {
    Network net = ladder();
    net.look_from("R1");
    EXPECT(net.cost("R6") == 21);
    EXPECT(net.next_hop("R6") == "R2");
    EXPECT(net.computer.radius() == 3);
    net.look_from("R3");
    EXPECT(net.computer.radius() == 2);
}

void valid_origins_are_those_of_the_worked_example() {
    Network net = ladder();
    net.look_from("R3");
    EXPECT(net.origins("R6").empty());
    EXPECT(net.origins("R5") == "R1 R2 ");
    net.look_from("R2");
    EXPECT(net.origins("R6") == "R1 ");
    EXPECT(net.origins("R4") == "R1 ");
}

void at_equal_cost_the_lower_id_is_the_way() {
    Network net;
    net.connect("A", "C");
    net.connect("A", "B");
    net.connect("B", "D");
    net.connect("C", "D");
    net.look_from("A");
    EXPECT(net.next_hop("D") == "B");
    net.look_from("B");
    EXPECT(net.origins("D") == "A ");
    net.look_from("C");
    EXPECT(net.origins("D").empty());
}

void ids_compare_by_octets() {
    Network net;
    net.connect("A", "b");
    net.connect("A", "\xc3\xa4"); // a letter beyond ASCII comes last
    net.connect("b", "z");
    net.connect("\xc3\xa4", "z");
    net.look_from("A");
    EXPECT(net.next_hop("z") == "b");
}

void one_way_edges_are_followed_in_their_direction_only() {
    // R1 lists R2, R2 does not list R1.
    Network net;
    net.one_way("R1", "R2");
    net.connect("R1", "R3");
    net.connect("R2", "R3");
    net.look_from("R1");
    EXPECT(net.next_hop("R2") == "R2");
    net.look_from("R3");
    EXPECT(net.origins("R1") == "R2 ");
    EXPECT(net.origins("R2").empty());
}

void what_is_cut_off_has_no_route() {
    Network net;
    net.connect("A", "B");
    net.connect("X", "Y");
    net.one_way("Y", "A");
    net.look_from("A");
    EXPECT(net.next_hop("X") == "-");
    EXPECT(net.next_hop("Y") == "-");
    // Y is not reachable, so it is no origin either, though its path to B would lead through A.
    EXPECT(net.origins("B").empty());
}

void a_router_that_is_only_mentioned_gets_an_edge_back() {
    // No record of M. Its only edge leads back to B, so a path from A to D never uses it.
    Network net;
    net.connect("A", "B");
    net.connect("B", "D");
    net.one_way("B", "M");
    net.one_way("D", "M");
    net.look_from("A");
    EXPECT(net.next_hop("D") == "B");
    EXPECT(net.cost("D") == 2);
    // M itself counts for the radius: a message may have come from there.
    EXPECT(net.computer.radius() == 2);
}

void a_router_that_lists_itself_does_no_harm() {
    Network net;
    net.connect("A", "B");
    net.one_way("A", "A");
    net.look_from("A");
    EXPECT(net.next_hop("B") == "B");
    EXPECT(net.computer.radius() == 1);
}

void this_router_is_an_origin_for_all_it_reaches() {
    Network net = ladder();
    net.look_from("R3");
    for (const char* id : {"R1", "R2", "R4", "R5", "R6"}) {
        EXPECT(net.computer.valid_destinations(self_slot).contains(net.slot(id)));
    }
}

void asking_for_origins_does_not_disturb_the_routes() {
    Network net = ladder();
    net.look_from("R1");
    const auto before = net.computer.route(net.slot("R6"));
    EXPECT(net.computer.valid_destinations(net.slot("R4")).empty());
    EXPECT(net.computer.route(net.slot("R6")) == before);
}

void costs_far_apart_do_not_overflow() {
    Network net;
    net.connect("A", "B", 2147483647);
    net.connect("B", "C", 2147483647);
    net.connect("C", "D", 2147483647);
    net.look_from("A");
    EXPECT(net.cost("D") == 3ULL * 2147483647ULL);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_router_alone_reaches_nobody>("alone"),
        unit::test<nothing_is_reachable_before_the_first_computation>("before the first run"),
        unit::test<next_hops_and_costs_follow_the_line>("line"),
        unit::test<radius_counts_hops_not_costs>("radius"),
        unit::test<the_longest_path_may_be_one_that_is_not_chosen>("longest path"),
        unit::test<of_equal_paths_the_predecessor_that_was_final_first_wins>("predecessor rule"),
        unit::test<valid_origins_are_those_of_the_worked_example>("worked example"),
        unit::test<at_equal_cost_the_lower_id_is_the_way>("lower id"),
        unit::test<ids_compare_by_octets>("octet order"),
        unit::test<one_way_edges_are_followed_in_their_direction_only>("one-way edges"),
        unit::test<what_is_cut_off_has_no_route>("cut off"),
        unit::test<a_router_that_is_only_mentioned_gets_an_edge_back>("only mentioned"),
        unit::test<a_router_that_lists_itself_does_no_harm>("lists itself"),
        unit::test<this_router_is_an_origin_for_all_it_reaches>("self as origin"),
        unit::test<asking_for_origins_does_not_disturb_the_routes>("routes stay"),
        unit::test<costs_far_apart_do_not_overflow>("high costs"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
