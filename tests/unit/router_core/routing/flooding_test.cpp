// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/flood_filter.hpp"
#include "router_core/routing/forwarding_table.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::routing;
using namespace std::chrono_literals;
using crosspoint::ConnectionId;

namespace {

Ra ra(std::int64_t ls_seq, std::int64_t mobile_seq, std::int64_t instance = 1) {
    return Ra{"A", 1, instance, ls_seq, mobile_seq};
}

void only_the_first_copy_passes() {
    FloodFilter filter;
    EXPECT(filter.pass(ra(1, 1), 3, 0s));
    EXPECT(!filter.pass(ra(1, 1), 3, 10ms));
    EXPECT(!filter.pass(ra(1, 1), 9, 20ms));
    EXPECT(filter.pass(Ra{"B", 1, 1, 1, 1}, 3, 20ms));
}

void a_copy_by_fewer_hops_passes_again() {
    FloodFilter filter;
    EXPECT(filter.pass(ra(1, 1), 5, 0s));
    EXPECT(filter.pass(ra(1, 1), 3, 10ms));
    EXPECT(!filter.pass(ra(1, 1), 4, 20ms));
}

void a_repetition_is_a_new_message_after_a_while() {
    FloodFilter filter;
    EXPECT(filter.pass(ra(1, 1), 3, 0s));
    EXPECT(filter.pass(ra(1, 1), 3, FloodFilter::window));
}

void news_pass_and_what_they_overtook_does_not() {
    FloodFilter filter;
    EXPECT(filter.pass(ra(1, 1), 3, 0s));
    EXPECT(filter.pass(ra(1, 2), 3, 1ms));
    EXPECT(filter.pass(ra(2, 2), 3, 2ms));
    EXPECT(!filter.pass(ra(1, 1), 1, 3ms));
    // A restarted router counts from the start.
    EXPECT(filter.pass(ra(1, 0, 2), 3, 4ms));
}

void address_updates_are_told_apart_by_sequence() {
    FloodFilter filter;
    const auto mau = [](std::int64_t sequence) {
        return Mau{"A", 1, sequence, Mau::Kind::differential, {}, {}};
    };
    EXPECT(filter.pass(mau(1), 3, 0s));
    EXPECT(filter.pass(ra(1, 1), 3, 0s));
    EXPECT(!filter.pass(mau(1), 3, 1ms));
    EXPECT(filter.pass(mau(2), 3, 1ms));
    filter.forget_old(FloodFilter::window + 1ms);
    EXPECT(filter.pass(mau(2), 3, FloodFilter::window + 1ms));
}

void flooding_spares_those_whom_the_message_passed() {
    ForwardingTable table;
    table.update_flooding({{"0/C", ConnectionId{7}}, {"0/B", ConnectionId{4}}}, 2, 2);
    EXPECT(table.flood_targets({}) == (std::vector{ConnectionId{4}, ConnectionId{7}}));
    const std::vector<std::string> trace{"0/X", "0/B"};
    EXPECT(table.flood_targets(trace) == std::vector{ConnectionId{7}});
}

void a_message_with_a_trace_longer_than_any_path_is_lost() {
    ForwardingTable table;
    EXPECT(!table.is_lost(1) && table.is_lost(2));
    table.update_flooding({}, 2, 3);
    EXPECT(table.radius() == 2);
    EXPECT(!table.is_lost(4) && table.is_lost(5));
}

void routes_are_found_by_slot() {
    ForwardingTable table;
    EXPECT(table.find(RouterSlot{3}) == nullptr);
    table.remove(RouterSlot{3});
    table.set(RouterSlot{3}, Route{RouterSlot{1}, ConnectionId{4}, 7});
    EXPECT(table.find(RouterSlot{3})->cost == 7);
    EXPECT(table.find(RouterSlot{2}) == nullptr);
    table.remove(RouterSlot{3});
    EXPECT(table.find(RouterSlot{3}) == nullptr);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<only_the_first_copy_passes>("first copy"),
        unit::test<a_copy_by_fewer_hops_passes_again>("fewer hops"),
        unit::test<a_repetition_is_a_new_message_after_a_while>("repetition"),
        unit::test<news_pass_and_what_they_overtook_does_not>("news"),
        unit::test<address_updates_are_told_apart_by_sequence>("address updates"),
        unit::test<flooding_spares_those_whom_the_message_passed>("trace"),
        unit::test<a_message_with_a_trace_longer_than_any_path_is_lost>("lost"),
        unit::test<routes_are_found_by_slot>("routes"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
