// SPDX-License-Identifier: Apache-2.0
// Which of the other routers gets a message; how messages travel there is for the system tests.
#include "router_core/forward/forward.hpp"
#include "router_core/link/connection.hpp"
#include "tests/unit/unit.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;

constexpr std::uint32_t capacity = 10;

/// An address that other routers have consumers of, and the connections to our neighbours.
struct Network {
    Connection sink{{100}, {}}; ///< where the links that stand for others are
    OutgoingLink control{sink, {}};
    std::deque<Connection> neighbours;
    std::deque<RemoteRouter> routers;
    Address address{"M0a", Treatment::balanced};

    Connection& neighbour() {
        neighbours.emplace_back(ConnectionId{neighbours.size() + 1}, ConnectionOpened{});
        Connection& made = neighbours.back();
        made.info.link_capacity = capacity;
        made.router = std::make_unique<RouterLinks>();
        made.router->node = "0/N" + std::to_string(made.id.value);
        made.router->control = &control;
        return made;
    }
    RemoteRouter& router(std::uint64_t cost, Connection* via) {
        const auto slot = static_cast<std::uint32_t>(routers.size() + 1);
        routers.push_back({{slot}, "R" + std::to_string(slot), cost, via});
        address.remotes.push_back(&routers.back());
        return routers.back();
    }
};

DeliveryArrived some_message() {
    return {{},
            {},
            message::MessagePtr(new message::Message(message::BufferPtr::make(0), {})),
            0,
            message::Ending::complete,
            false};
}

/// So many deliveries under way on the connection.
std::vector<OutstandingShare> load(Network& n, Connection& connection, std::uint32_t count) {
    std::vector<OutstandingShare> shares;
    for (std::uint32_t i = 0; i < count; ++i) {
        shares.emplace_back(load_of(n.address, connection));
    }
    return shares;
}

void the_closest_is_the_cheapest() {
    Network n;
    n.router(3, &n.neighbour());
    const RemoteRouter& near = n.router(1, &n.neighbour());
    n.router(2, &n.neighbour());
    EXPECT(choose_closest_remote(n.address, nullptr) == &near);
    EXPECT(choose_closest_remote(n.address, nullptr) == &near);
}

void those_equally_close_take_turns() {
    Network n;
    const RemoteRouter& first = n.router(1, &n.neighbour());
    n.router(2, &n.neighbour());
    const RemoteRouter& second = n.router(1, &n.neighbour());
    const RemoteRouter& third = n.router(1, &n.neighbour());
    for (const RemoteRouter* expected : {&first, &second, &third, &first, &second}) {
        EXPECT(choose_closest_remote(n.address, nullptr) == expected);
    }
}

void who_cannot_be_reached_is_passed_over() {
    Network n;
    n.router(1, nullptr);
    Connection& not_up = n.neighbour();
    not_up.router->control = nullptr;
    n.router(1, &not_up);
    Connection& client = n.neighbour();
    client.router.reset();
    n.router(1, &client);
    EXPECT(choose_closest_remote(n.address, nullptr) == nullptr);
    EXPECT(choose_balanced_remote(n.address, nullptr, nullptr) == nullptr);
    const RemoteRouter& far = n.router(9, &n.neighbour());
    EXPECT(choose_closest_remote(n.address, nullptr) == &far);
    EXPECT(choose_balanced_remote(n.address, nullptr, nullptr) == &far);
}

void nothing_goes_back_to_where_it_came_from() {
    Network n;
    Connection& from = n.neighbour();
    n.router(1, &from);
    const RemoteRouter& far = n.router(5, &n.neighbour());
    const Journey journey{.from = &from};
    EXPECT(choose_closest_remote(n.address, &journey) == &far);
    EXPECT(choose_balanced_remote(n.address, &journey, nullptr) == &far);
}

void balancing_weighs_cost_and_what_is_under_way() {
    Network n;
    Connection& left = n.neighbour();
    const RemoteRouter& near = n.router(1, &left);
    const RemoteRouter& far = n.router(3, &n.neighbour());
    EXPECT(choose_balanced_remote(n.address, nullptr, nullptr) == &near);
    const auto two = load(n, left, 2); // as expensive as the far one: the first stays
    EXPECT(choose_balanced_remote(n.address, nullptr, nullptr) == &near);
    const auto one_more = load(n, left, 1);
    EXPECT(choose_balanced_remote(n.address, nullptr, nullptr) == &far);
}

void a_full_connection_is_taken_only_if_all_are() {
    Network n;
    Connection& left = n.neighbour();
    Connection& right = n.neighbour();
    const RemoteRouter& near = n.router(1, &left);
    const RemoteRouter& far = n.router(100, &right);
    const auto full = load(n, left, capacity);
    EXPECT(choose_balanced_remote(n.address, nullptr, nullptr) == &far);
    const auto full_as_well = load(n, right, capacity);
    EXPECT(choose_balanced_remote(n.address, nullptr, nullptr) == &near);
}

void a_consumer_of_our_own_is_preferred_until_it_is_busier() {
    Network n;
    OutgoingLink here{n.sink, {}};
    std::deque<OutgoingDelivery> waiting(3);
    const RemoteRouter& far = n.router(2, &n.neighbour());
    EXPECT(choose_balanced_remote(n.address, nullptr, &here) == nullptr);
    here.backlog.add(waiting[0]);
    here.backlog.add(waiting[1]);
    EXPECT(choose_balanced_remote(n.address, nullptr, &here) == nullptr);
    here.backlog.add(waiting[2]);
    EXPECT(choose_balanced_remote(n.address, nullptr, &here) == &far);
}

void load_that_is_gone_is_forgotten() {
    Network n;
    Connection& left = n.neighbour();
    Connection& right = n.neighbour();
    auto shares = load(n, left, 1);
    EXPECT(load_of(n.address, left)->count == 1);
    EXPECT(load_of(n.address, right)->count == 0);
    EXPECT(n.address.loads.size() == 2);
    shares.clear();
    EXPECT(load_of(n.address, n.neighbour())->count == 0);
    EXPECT(n.address.loads.size() == 1);
}

void a_multicast_goes_once_to_each_next_hop() {
    Network n;
    Connection& left = n.neighbour();
    Connection& right = n.neighbour();
    n.router(1, &left);
    n.router(2, &left);
    n.router(1, &right);
    n.router(1, nullptr);
    const DeliveryArrived arrived = some_message();
    Offer made{arrived, nullptr, 4, {}};
    EXPECT((next_hops_of_multicast(n.address, made) == std::vector<Connection*>{&left, &right}));
    Journey journey{.from = &right};
    made.journey = &journey;
    EXPECT((next_hops_of_multicast(n.address, made) == std::vector<Connection*>{&left}));
    journey.origin_unknown = true;
    EXPECT(next_hops_of_multicast(n.address, made).empty());
}

void a_multicast_stays_on_the_tree_of_its_origin() {
    Network n;
    Connection& left = n.neighbour();
    Connection& right = n.neighbour();
    n.router(1, &left);
    const RemoteRouter& on_tree = n.router(1, &right);
    routing::RouterSet allowed;
    allowed.insert(on_tree.slot);
    const Journey journey{.allowed = &allowed};
    const DeliveryArrived arrived = some_message();
    Offer made{arrived, nullptr, 4, {}};
    made.journey = &journey;
    EXPECT((next_hops_of_multicast(n.address, made) == std::vector<Connection*>{&right}));
}

const CMUnitTest tests[] = {
    unit::test<the_closest_is_the_cheapest>("the closest is the cheapest"),
    unit::test<those_equally_close_take_turns>("those equally close take turns"),
    unit::test<who_cannot_be_reached_is_passed_over>("who cannot be reached is passed over"),
    unit::test<nothing_goes_back_to_where_it_came_from>("nothing goes back to where it came from"),
    unit::test<balancing_weighs_cost_and_what_is_under_way>(
        "balancing weighs cost and what is under way"),
    unit::test<a_full_connection_is_taken_only_if_all_are>(
        "a full connection is taken only if all are"),
    unit::test<a_consumer_of_our_own_is_preferred_until_it_is_busier>(
        "a consumer of our own is preferred until it is busier"),
    unit::test<load_that_is_gone_is_forgotten>("load that is gone is forgotten"),
    unit::test<a_multicast_goes_once_to_each_next_hop>("a multicast goes once to each next hop"),
    unit::test<a_multicast_stays_on_the_tree_of_its_origin>(
        "a multicast stays on the tree of its origin"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
