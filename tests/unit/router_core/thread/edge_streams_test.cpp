// SPDX-License-Identifier: Apache-2.0
// A large message crosses an edge connection on a link of its own, in both directions.
#include "tests/unit/router_core/thread/edge_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"
#include "crosspoint/core/limits.hpp"

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::EdgeDriver;
using test::Peer;

constexpr std::uint64_t large = limits::stream_threshold;

CoreSettings interior_settings(Treatment otherwise = Treatment::balanced) {
    CoreSettings settings = test::settings_with({}, otherwise);
    settings.router_id = "A";
    settings.network = NetworkSettings{};
    return settings;
}

/// An interior router's core with an edge router below it, which the test plays.
struct Above {
    explicit Above(bool takes_streams = true, Treatment otherwise = Treatment::balanced)
        : core(interior_settings(otherwise)),
          edge(core, test::edge_connection(takes_streams)) {}

    /// The edge router answers the order, if there is one.
    LinkId answer_order() {
        const Parcel& parcel = edge.take();
        EXPECT(parcel.link_orders.size() == 1);
        order = parcel.link_orders[0];
        LinkAttached attached;
        attached.order = order.number;
        attached.direction = order.direction;
        const LinkId link = edge.attach(std::move(attached));
        edge.act(CreditArrived{link, 250, false, 0});
        return link;
    }

    test::CoreDriver core;
    Peer edge;
    Peer client{core};
    LinkOrder order;
};

void a_stream_down_gets_a_link_without_an_address() {
    Above a;
    const LinkId proxy = a.edge.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.edge.take();
    a.client.begin(sender, large);
    const LinkId link = a.answer_order();
    EXPECT(a.order.direction == Direction::outgoing);
    EXPECT(a.order.session_group == 0); // a session of its own
    EXPECT(a.order.source.present && a.order.source.address.empty());
    EXPECT(a.order.target.present && a.order.target.address.empty());
    EXPECT(a.order.source.capabilities.empty() && a.order.target.capabilities.empty());
    const LinkWithWork& work = a.edge.take_one();
    EXPECT(work.link == link && link != proxy);
    EXPECT(work.redirection && work.redirection->to == "q");
    // What is not large keeps its link.
    a.client.send(sender);
    EXPECT(a.edge.take_one().link == proxy);
}

void a_whole_message_that_is_large_counts_as_a_stream() {
    Above a;
    a.edge.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.edge.take();
    a.client.send(sender, test::make_message(), large);
    EXPECT(a.edge.take().link_orders.size() == 1);
    a.client.send(sender, test::make_message(), large - 1);
    EXPECT(a.edge.take().link_orders.empty());
}

void its_outcome_comes_back() {
    Above a;
    a.edge.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.edge.take();
    const IncomingId sent = a.client.begin(sender, large);
    a.answer_order();
    const OutgoingId id = a.edge.take_one().id;
    a.client.grow(sender, sent, 2 * large, message::Ending::complete);
    a.client.take();
    a.edge.consumer_says(id, state::accepted, true);
    EXPECT(a.client.take_told().state.code == state::accepted);
}

void an_idle_link_is_used_again() {
    Above a;
    a.edge.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.edge.take();
    a.client.begin(sender, large);
    const LinkId link = a.answer_order();
    a.edge.take_one();
    a.client.begin(sender, large);
    EXPECT(a.edge.take().link_orders.size() == 1); // the first one is busy
    a.edge.act(SendProgress{link, 1, large});
    a.client.begin(sender, large);
    EXPECT(a.edge.take_one().link == link);
}

void no_more_than_some_idle_links_are_kept() {
    Above a;
    a.edge.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.edge.attach_sender("_$qd.edge_heartbeat"); // an edge router shows that it lives
    a.edge.take();
    constexpr std::size_t kept = 128, streams = kept + 3;
    std::vector<std::pair<LinkId, OutgoingId>> sent;
    for (std::size_t i = 0; i < streams; ++i) {
        a.client.send(sender, test::make_message(), large);
        a.answer_order();
        const LinkWithWork& work = a.edge.take_one();
        sent.emplace_back(work.link, work.id);
    }
    for (const auto& [link, id] : sent) {
        a.edge.act(SendProgress{link, 1, large});
    }
    a.edge.take();
    a.core.pass_time(2000);
    EXPECT(a.edge.take().detaches.empty()); // their outcomes are still to come
    for (const auto& [link, id] : sent) {
        a.edge.consumer_says(id, state::accepted, true);
    }
    a.edge.take();
    a.core.pass_time(2000);
    EXPECT(a.edge.take().detaches.size() == streams - kept);
    a.core.pass_time(2000);
    EXPECT(a.edge.take().detaches.empty());
}

void a_link_that_the_peer_has_detached_is_not_used_again() {
    Above a;
    a.edge.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.edge.take();
    a.client.begin(sender, large);
    const LinkId link = a.answer_order();
    a.edge.take();
    a.edge.act(SendProgress{link, 1, large});
    a.edge.detach(link);
    a.client.begin(sender, large);
    EXPECT(a.edge.take().link_orders.size() == 1);
}

void a_link_that_never_comes_to_be_releases_what_waited_for_it() {
    for (const bool with_connection : {false, true}) {
        Above a;
        const LinkId proxy = a.edge.attach_receiver("q");
        const LinkId sender = a.client.attach_sender("q");
        a.edge.take();
        a.client.send(sender, test::make_message(), large);
        const std::uint32_t number = a.edge.take().link_orders.at(0).number;
        a.client.take();
        if (with_connection) {
            a.edge.detach(proxy);
            a.edge.close();
        } else {
            LinkDetached lost;
            lost.link = a.edge.next_link();
            lost.order = number;
            a.edge.act(std::move(lost));
        }
        EXPECT(a.client.take_told().state.code == state::released);
    }
}

void who_does_not_take_streams_gets_them_on_the_usual_link() {
    Above a(false);
    const LinkId proxy = a.edge.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.edge.take();
    a.client.begin(sender, large);
    EXPECT(a.edge.take_one().link == proxy);
}

void a_clients_own_link_is_kept() {
    Above a;
    Peer consumer(a.core);
    const LinkId link = consumer.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.client.begin(sender, large);
    EXPECT(consumer.take_one().link == link);
}

void streams_count_as_load_of_the_edge_router() {
    Above a;
    Peer consumer(a.core);
    a.edge.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.edge.take();
    for (int i = 0; i < 3; ++i) {
        a.client.send(sender, test::make_message(), large);
    }
    consumer.attach_receiver("q");
    for (int i = 0; i < 3; ++i) {
        a.client.send(sender); // the edge router has more than the consumer
        consumer.take_one();
    }
    EXPECT(a.edge.take().links_with_work[4].empty());
}

void what_is_settled_is_load_no_more() {
    Above a;
    a.edge.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.edge.take();
    a.client.send(sender, test::make_message(), large);
    a.answer_order();
    const OutgoingId id = a.edge.take_one().id;
    const OutgoingLink* proxy = a.core.address("M0q")->consumers.front();
    EXPECT(proxy->load() == 1);
    a.edge.consumer_says(id, state::accepted, true);
    EXPECT(proxy->load() == 0);
}

void a_multicast_stream_does_the_same() {
    Above a(true, Treatment::multicast);
    Peer consumer(a.core);
    a.edge.attach_receiver("q");
    consumer.attach_receiver("q");
    const LinkId sender = a.client.attach_sender("q");
    a.edge.take();
    a.client.begin(sender, large);
    EXPECT(a.edge.take().link_orders.size() == 1);
    consumer.take_one();
}

void router_links_are_still_forbidden_there() {
    Above a;
    EXPECT(a.edge.attach_refused(a.edge.sender_to("", {"qd.router"})).condition ==
           condition::forbidden);
    EXPECT(a.edge.attach_refused(a.edge.sender_to("", {"qd.router-data"})).condition ==
           condition::forbidden);
}

void a_stream_up_gets_a_link_too() {
    EdgeDriver edge;
    edge.answer_all();
    Peer client(edge.core);
    const LinkId anonymous = client.attach_sender("");
    const std::size_t before = edge.orders.size();
    client.begin(anonymous, large, false, test::make_message("far"));
    edge.take_orders();
    EXPECT(edge.orders.size() == before + 1);
    EXPECT(edge.orders.back().session_group == 0);
    EXPECT(edge.orders.back().target.address.empty());
    const LinkId link = edge.answer(edge.orders.back());
    EXPECT(edge.uplink.take_one().link == link);
    client.send(anonymous, test::make_message("far"));
    EXPECT(edge.uplink.take_one().link == edge.links[test::way_up]);
}

const CMUnitTest tests[] = {
    unit::test<a_stream_down_gets_a_link_without_an_address>(
        "a stream down gets a link without an address"),
    unit::test<a_whole_message_that_is_large_counts_as_a_stream>(
        "a whole message that is large counts as a stream"),
    unit::test<its_outcome_comes_back>("its outcome comes back"),
    unit::test<an_idle_link_is_used_again>("the link is used again"),
    unit::test<no_more_than_some_idle_links_are_kept>("no more than some idle links are kept"),
    unit::test<a_link_that_the_peer_has_detached_is_not_used_again>(
        "a link that the peer has detached is not used again"),
    unit::test<a_link_that_never_comes_to_be_releases_what_waited_for_it>(
        "a link that never comes to be releases what waited for it"),
    unit::test<who_does_not_take_streams_gets_them_on_the_usual_link>(
        "who does not take streams gets them on the usual link"),
    unit::test<a_clients_own_link_is_kept>("a client's own link is kept"),
    unit::test<streams_count_as_load_of_the_edge_router>(
        "streams count as load of the edge router"),
    unit::test<what_is_settled_is_load_no_more>("what is settled is load no more"),
    unit::test<a_multicast_stream_does_the_same>("a multicast stream does the same"),
    unit::test<router_links_are_still_forbidden_there>("router links are still forbidden there"),
    unit::test<a_stream_up_gets_a_link_too>("a stream up gets a link too"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    log::set_mask(log::Module::router, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
