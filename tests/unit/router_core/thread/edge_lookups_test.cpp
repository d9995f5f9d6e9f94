// SPDX-License-Identifier: Apache-2.0
// An edge router asks its interior router before it answers a client's link.
#include "router_core/edge/address_lookup.hpp"
#include "router_core/edge/held_attaches.hpp"
#include "tests/unit/router_core/thread/edge_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <string>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using edge::LookupStatus;
using test::EdgeDriver;
using test::Peer;

struct Fixture {
    Fixture() { edge.answer_all(); }

    /// The one question that the interior router was asked since the last time.
    edge::LookupRequest take_question() {
        edge.take_orders();
        for (const LinkWithWork* work : edge.uplink.work()) {
            if (work->link == edge.links[test::questions]) {
                EXPECT(work->settled);
                const auto read = edge::read_lookup_request(test::octets_of(*work));
                EXPECT(bool(read));
                return *read;
            }
        }
        EXPECT(!"a question");
        return {};
    }
    bool asks_nothing() {
        edge.take_orders();
        for (const LinkWithWork* work : edge.uplink.work()) {
            if (work->link == edge.links[test::questions]) {
                return false;
            }
        }
        return true;
    }
    void say(const edge::LookupRequest& asked, LookupStatus status, bool is_route = false,
             bool has_destinations = false) {
        edge.send_down(edge.links[test::answers],
                       edge::encode_reply(asked, status, is_route, has_destinations));
    }
    /// Whether the client has an answer that is no refusal.
    bool is_taken(Peer& peer) {
        const Parcel& parcel = peer.take();
        return parcel.answers.size() == 1 && !parcel.answers[0].refused;
    }
    AmqpError refusal(Peer& peer) {
        const Parcel& parcel = peer.take();
        EXPECT(parcel.answers.size() == 1 && parcel.answers[0].refused);
        return *parcel.answers[0].refused;
    }

    EdgeDriver edge;
    Peer client{edge.core};
};

void a_link_is_answered_only_after_the_interior_router_has_spoken() {
    Fixture f;
    f.client.attach_receiver("amqp:/q/", {.limit = 0});
    EXPECT(f.client.take().answers.empty());
    EXPECT(!f.edge.core.address("M0q"));
    const edge::LookupRequest asked = f.take_question();
    EXPECT(asked.address == "q"); // as the interior router knows it
    EXPECT(!asked.client_sends);
    f.say(asked, LookupStatus::not_found);
    EXPECT(f.is_taken(f.client));
    EXPECT(f.edge.core.address("M0q")->consumers.size() == 1);
}

void a_sender_says_that_it_sends() {
    Fixture f;
    f.client.attach_sender("q");
    const edge::LookupRequest asked = f.take_question();
    EXPECT(asked.client_sends);
    EXPECT(asked.reply_to.starts_with("amqp:/_topo/0/A/temp."));
    f.say(asked, LookupStatus::not_found);
    EXPECT(f.is_taken(f.client));
    EXPECT(f.edge.core.address("M0q")->producers.size() == 1);
}

void a_tenants_address_is_asked_for_with_its_name() {
    Fixture f;
    ConnectionInfo info;
    info.tenant = "t/";
    Peer tenant(f.edge.core, std::move(info));
    tenant.attach_sender("q");
    EXPECT(f.take_question().address == "t/q");
}

void what_has_no_mobile_address_is_not_asked_for() {
    Fixture f;
    f.client.attach_sender("");
    f.client.attach_sender("_topo/0/A/x");
    f.client.attach_sender("_edge/E/x");
    f.client.attach_sender("_local/x");
    f.client.attach_sender("$management");
    LinkAttached dynamic = f.client.receiver_from("");
    dynamic.source.dynamic = true;
    f.client.attach(std::move(dynamic));
    EXPECT(f.client.take().answers.size() == 6);
    EXPECT(f.asks_nothing());
}

void links_from_the_uplink_are_not_asked_for() {
    Fixture f;
    f.edge.uplink.attach_receiver("q");
    EXPECT(f.asks_nothing());
    EXPECT(f.edge.core.address("M0q") != nullptr);
}

void without_an_uplink_nobody_is_asked() {
    test::CoreDriver core(test::edge_settings());
    Peer client(core);
    client.attach_receiver("q");
    EXPECT(client.take().answers.size() == 1);
    EdgeDriver unready; // the interior router has answered none of our links
    Peer other(unready.core);
    other.attach_receiver("q");
    EXPECT(other.take().answers.size() == 1);
}

void silence_is_taken_for_an_address_of_messages() {
    Fixture f;
    f.client.attach_receiver("q");
    f.edge.core.pass_time(edge::lookup_patience_ms - 1);
    EXPECT(f.client.take().answers.empty());
    f.edge.core.pass_time(1);
    EXPECT(f.is_taken(f.client));
    f.say(f.take_question(), LookupStatus::ok, true, true); // too late
    EXPECT(f.client.take().answers.empty());
}

void the_core_wakes_up_for_the_end_of_its_patience() {
    Fixture f;
    f.client.attach_receiver("q");
    for (std::uint64_t waited = 0; waited < edge::lookup_patience_ms;) {
        const auto due = f.edge.core.state.next_deadline(f.edge.core.ct());
        EXPECT(due && *due <= edge::lookup_patience_ms - waited);
        const std::uint64_t step = std::max<std::uint64_t>(*due, 1);
        f.edge.core.pass_time(step);
        waited += step;
    }
    EXPECT(f.is_taken(f.client));
}

void the_loss_of_the_uplink_is_taken_for_an_address_of_messages() {
    Fixture f;
    f.client.attach_receiver("q");
    f.edge.uplink.detach(f.edge.links[test::answers]);
    EXPECT(f.is_taken(f.client));
    f.client.attach_receiver("r"); // nobody could hear an answer
    EXPECT(f.is_taken(f.client));
}

void a_link_route_without_a_destination_has_no_route() {
    Fixture f;
    f.client.attach_receiver("q");
    f.say(f.take_question(), LookupStatus::ok, true, false);
    EXPECT(f.refusal(f.client).condition == condition::no_route_to_dest);
}

void a_link_route_is_refused_and_not_taken_for_messages() {
    Fixture f;
    f.client.attach_sender("q");
    f.say(f.take_question(), LookupStatus::ok, true, true);
    EXPECT(f.refusal(f.client).condition == condition::not_implemented);
    EXPECT(!f.edge.core.address("M0q"));
}

void other_words_of_the_interior_router_mean_messages() {
    for (const LookupStatus status : {LookupStatus::bad_version, LookupStatus::bad_opcode,
                                      LookupStatus::not_found, LookupStatus::invalid_request}) {
        Fixture f;
        f.client.attach_receiver("q");
        f.say(f.take_question(), status, true, true);
        EXPECT(f.is_taken(f.client));
    }
}

void a_client_that_detaches_in_between_leaves_nothing_behind() {
    Fixture f;
    const LinkId link = f.client.attach_receiver("q");
    const edge::LookupRequest asked = f.take_question();
    f.client.detach(link);
    f.say(asked, LookupStatus::not_found);
    f.edge.core.pass_time(edge::lookup_patience_ms);
    EXPECT(f.client.take().answers.empty());
    EXPECT(!f.edge.core.address("M0q"));
}

void a_client_that_is_gone_is_not_answered() {
    Fixture f;
    f.client.attach_receiver("q");
    const edge::LookupRequest asked = f.take_question();
    f.client.close();
    f.say(asked, LookupStatus::not_found);
    EXPECT(!f.edge.core.address("M0q"));
}

const CMUnitTest tests[] = {
    unit::test<a_link_is_answered_only_after_the_interior_router_has_spoken>(
        "a link is answered only after the interior router has spoken"),
    unit::test<a_sender_says_that_it_sends>("a sender says that it sends"),
    unit::test<a_tenants_address_is_asked_for_with_its_name>(
        "a tenant's address is asked for with its name"),
    unit::test<what_has_no_mobile_address_is_not_asked_for>(
        "what has no mobile address is not asked for"),
    unit::test<links_from_the_uplink_are_not_asked_for>("links from the uplink are not asked for"),
    unit::test<without_an_uplink_nobody_is_asked>("without an uplink nobody is asked"),
    unit::test<silence_is_taken_for_an_address_of_messages>(
        "silence is taken for an address of messages"),
    unit::test<the_core_wakes_up_for_the_end_of_its_patience>(
        "the core wakes up for the end of its patience"),
    unit::test<the_loss_of_the_uplink_is_taken_for_an_address_of_messages>(
        "the loss of the uplink is taken for an address of messages"),
    unit::test<a_link_route_without_a_destination_has_no_route>(
        "a link route without a destination has no route"),
    unit::test<a_link_route_is_refused_and_not_taken_for_messages>(
        "a link route is refused and not taken for messages"),
    unit::test<other_words_of_the_interior_router_mean_messages>(
        "other words of the interior router mean messages"),
    unit::test<a_client_that_detaches_in_between_leaves_nothing_behind>(
        "a client that detaches in between leaves nothing behind"),
    unit::test<a_client_that_is_gone_is_not_answered>("a client that is gone is not answered"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    log::set_mask(log::Module::router, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
