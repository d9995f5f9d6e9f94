// SPDX-License-Identifier: Apache-2.0
// Which links are taken, which are refused and why, and which address a link belongs to.
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <string>
#include <vector>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::CoreDriver;
using test::Peer;
using test::Receiving;

struct Fixture {
    CoreDriver core{test::settings_with({{"closed", Treatment::unavailable, 0, 0, -1, false},
                                         {"way", Treatment::balanced, 0, 1, -1, false}})};
    Peer peer{core};

    /// The key of the address that a sender or receiver brings into being.
    bool sender_makes(const char* key, const char* address,
                      std::vector<std::string> capabilities = {}) {
        const LinkId link = peer.attach_sender(address, std::move(capabilities));
        const Address* made = core.address(key);
        const bool ok = made && made->producers.size() == 1;
        peer.detach(link);
        return ok && core.state.addresses().size() == 0;
    }
    bool receiver_makes(const char* key, const char* address,
                        std::vector<std::string> capabilities = {}) {
        const LinkId link =
            peer.attach_receiver(address, {.capabilities = std::move(capabilities)});
        const Address* made = core.address(key);
        const bool ok = made && made->consumers.size() == 1;
        peer.detach(link);
        return ok && core.state.addresses().size() == 0;
    }
};

const AmqpError no_route{condition::no_route_to_dest, "No route to the destination node"};
const AmqpError not_found{condition::not_found, "Node not found"};

void a_receiver_without_an_address_has_no_route() {
    Fixture f;
    EXPECT(f.peer.attach_refused(f.peer.receiver_from("")) == no_route);
}

void a_receiver_on_another_routers_address_has_no_route() {
    Fixture f;
    EXPECT(f.peer.attach_refused(f.peer.receiver_from("_topo/0/Other/x")) == no_route);
    EXPECT(f.peer.attach_refused(f.peer.receiver_from("_topo/1/Other/x")) == no_route);
    EXPECT(f.core.state.addresses().size() == 0);
}

void a_sender_to_another_router_is_taken_without_credit() {
    Fixture f;
    const LinkId link = f.peer.attach_sender("_topo/0/Other/x");
    Parcel& parcel = f.peer.take();
    EXPECT(parcel.answers.size() == 1 && !parcel.answers[0].refused);
    EXPECT(parcel.answers[0].link == link);
    EXPECT(parcel.credit.empty());
}

void an_unavailable_address_is_not_found() {
    Fixture f;
    EXPECT(f.peer.attach_refused(f.peer.sender_to("closed")) == not_found);
    EXPECT(f.peer.attach_refused(f.peer.receiver_from("closed")) == not_found);
    EXPECT(f.core.state.addresses().size() == 0);
}

void by_default_all_addresses_can_be_unavailable() {
    CoreDriver core(test::settings_with({{"open", Treatment::balanced, 0, 0, -1, false}},
                                        Treatment::unavailable));
    Peer peer(core);
    EXPECT(peer.attach_refused(peer.sender_to("x")) == not_found);
    EXPECT(peer.attach_refused(peer.receiver_from("x")) == not_found);
    peer.attach_receiver("open");
    EXPECT(core.address("M0open") != nullptr);
}

void transactions_need_a_coordinator_elsewhere() {
    Fixture f;
    LinkAttached attached = f.peer.sender_to("");
    attached.target.coordinator = true;
    const AmqpError expected{
        condition::precondition_failed,
        "The router can't coordinate transactions by itself, a linkRoute to a coordinator must be "
        "configured to use transactions."};
    EXPECT(f.peer.attach_refused(std::move(attached)) == expected);
}

void a_client_cannot_attach_as_a_router() {
    Fixture f;
    const AmqpError expected{condition::forbidden, "Connectivity to the node is forbidden"};
    EXPECT(f.peer.attach_refused(f.peer.sender_to("", {"qd.router"})) == expected);
    EXPECT(f.peer.attach_refused(f.peer.receiver_from("", {.capabilities = {"qd.router-data"}})) ==
           expected);
}

void a_dynamic_source_lives_on_this_router() {
    Fixture f;
    LinkAttached attached = f.peer.receiver_from("");
    attached.source.dynamic = true;
    f.peer.attach(std::move(attached));
    const std::string given = f.peer.take().answers.front().dynamic_address;
    const std::string prefix = "amqp:/_topo/0/R/temp.";
    EXPECT(given.compare(0, prefix.size(), prefix) == 0);
    EXPECT(given.size() == prefix.size() + 15);
    const Address* address = f.core.address("Ltemp." + given.substr(prefix.size()));
    EXPECT(address && address->consumers.size() == 1);
    EXPECT(address->treatment == Treatment::balanced);
    // Anybody can send there.
    Peer producer(f.core);
    producer.attach_sender(given);
    EXPECT(producer.take().credit.size() == 1);
}

void a_dynamic_target_is_a_mobile_address() {
    Fixture f;
    LinkAttached attached = f.peer.sender_to("");
    attached.target.dynamic = true;
    f.peer.attach(std::move(attached));
    Parcel& parcel = f.peer.take();
    const std::string given = parcel.answers.front().dynamic_address;
    const std::string prefix = "amqp:/_$temp.";
    EXPECT(given.compare(0, prefix.size(), prefix) == 0);
    EXPECT(given.size() == prefix.size() + 15);
    EXPECT(parcel.credit.empty());
    Peer consumer(f.core);
    consumer.attach_receiver(given);
    EXPECT(f.core.address("M0_$temp." + given.substr(prefix.size()))->consumers.size() == 1);
    EXPECT(f.peer.take().credit.size() == 1);
}

void dynamic_addresses_differ() {
    Fixture f;
    std::string last;
    for (int i = 0; i < 3; ++i) {
        LinkAttached attached = f.peer.receiver_from("");
        attached.source.dynamic = true;
        f.peer.attach(std::move(attached));
        const std::string given = f.peer.take().answers.front().dynamic_address;
        EXPECT(given != last);
        last = given;
    }
}

void the_capability_of_a_waypoint_is_its_phase() {
    Fixture f;
    EXPECT(f.sender_makes("M0q", "q"));
    EXPECT(f.sender_makes("M1q", "q", {"qd.waypoint"}));
    EXPECT(f.sender_makes("M1q", "q", {"other", "qd.waypoint.1"}));
    EXPECT(f.sender_makes("M9q", "q", {"qd.waypoint.9"}));
    EXPECT(f.receiver_makes("M0q", "q", {"qd.waypoint"}));
    EXPECT(f.receiver_makes("M2q", "q", {"qd.waypoint.3"}));
}

void what_only_looks_like_a_waypoint_is_none() {
    Fixture f;
    for (const char* text : {"qd.waypoint.0", "qd.waypoint.10", "qd.waypoint.x", "qd.waypoints"}) {
        EXPECT(f.sender_makes("M0q", "q", {text}));
        EXPECT(f.receiver_makes("M0q", "q", {text}));
    }
}

void a_rule_gives_phases_to_ordinary_links() {
    Fixture f;
    EXPECT(f.sender_makes("M0way", "way"));
    EXPECT(f.receiver_makes("M1way", "way"));
    EXPECT(f.receiver_makes("M0way", "way", {"qd.waypoint.1"}));
    EXPECT(f.sender_makes("M1way", "way", {"qd.waypoint.1"}));
}

void a_message_goes_through_a_waypoint() {
    Fixture f;
    Peer broker(f.core), consumer(f.core);
    broker.attach_receiver("way", {.capabilities = {"qd.waypoint.1"}});
    const LinkId from_broker = broker.attach_sender("way", {"qd.waypoint.1"});
    consumer.attach_receiver("way");
    f.peer.send(f.peer.attach_sender("way"));
    broker.take();
    EXPECT(broker.work().size() == 1);
    consumer.take();
    EXPECT(consumer.work().empty());
    broker.send(from_broker);
    consumer.take();
    EXPECT(consumer.work().size() == 1);
}

void local_texts_name_local_addresses() {
    Fixture f;
    EXPECT(f.receiver_makes("Lx", "_local/x"));
    EXPECT(f.receiver_makes("Lx", "_topo/0/R/x"));
    EXPECT(f.sender_makes("Lx", "amqp:/_topo/0/R/x"));
    EXPECT(f.sender_makes("ROther", "_topo/0/Other/x"));
}

void tenants_have_addresses_of_their_own() {
    CoreDriver core(test::settings_with({{"t/closed", Treatment::unavailable, 0, 0, -1, false}}));
    ConnectionInfo info;
    info.tenant = "t/";
    Peer tenant(core, info), other(core);
    tenant.attach_receiver("a");
    EXPECT(core.address("M0t/a") != nullptr);
    EXPECT(core.address("M0a") == nullptr);
    // Rules are matched with the tenant's name in front.
    EXPECT(tenant.attach_refused(tenant.receiver_from("closed")) == not_found);
    other.attach_receiver("closed");
    EXPECT(core.address("M0closed") != nullptr);
}

void an_anonymous_sender_gets_credit_at_once() {
    ConnectionInfo info;
    info.link_capacity = 17;
    CoreDriver core;
    Peer peer(core, info);
    peer.attach_sender("");
    EXPECT(peer.take().credit.front().credit == 17);
}

void a_sender_gets_credit_when_the_first_consumer_comes() {
    Fixture f;
    f.peer.attach_sender("a");
    EXPECT(f.peer.take().credit.empty());
    Peer consumer(f.core);
    consumer.attach_receiver("a");
    Parcel& parcel = f.peer.take();
    EXPECT(parcel.credit.size() == 1 && parcel.credit[0].credit == 250);
    EXPECT(!parcel.credit[0].drain);
    consumer.attach_receiver("a");
    EXPECT(f.peer.take().credit.empty());
}

void a_detach_of_an_unknown_link_is_ignored() {
    Fixture f;
    f.peer.detach({7, 7});
    f.peer.act(DeliveryRefused{{7, 7}});
    f.peer.act(CreditArrived{{7, 7}, 1, false, 0});
    EXPECT(f.peer.take().answers.empty());
}

const CMUnitTest tests[] = {
    unit::test<a_receiver_without_an_address_has_no_route>(
        "a receiver without an address has no route"),
    unit::test<a_receiver_on_another_routers_address_has_no_route>(
        "a receiver on another router's address has no route"),
    unit::test<a_sender_to_another_router_is_taken_without_credit>(
        "a sender to another router is taken without credit"),
    unit::test<an_unavailable_address_is_not_found>("an unavailable address is not found"),
    unit::test<by_default_all_addresses_can_be_unavailable>(
        "by default all addresses can be unavailable"),
    unit::test<transactions_need_a_coordinator_elsewhere>(
        "transactions need a coordinator elsewhere"),
    unit::test<a_client_cannot_attach_as_a_router>("a client cannot attach as a router"),
    unit::test<a_dynamic_source_lives_on_this_router>("a dynamic source lives on this router"),
    unit::test<a_dynamic_target_is_a_mobile_address>("a dynamic target is a mobile address"),
    unit::test<dynamic_addresses_differ>("dynamic addresses differ"),
    unit::test<the_capability_of_a_waypoint_is_its_phase>(
        "the capability of a waypoint is its phase"),
    unit::test<what_only_looks_like_a_waypoint_is_none>("what only looks like a waypoint is none"),
    unit::test<a_rule_gives_phases_to_ordinary_links>("a rule gives phases to ordinary links"),
    unit::test<a_message_goes_through_a_waypoint>("a message goes through a waypoint"),
    unit::test<local_texts_name_local_addresses>("local texts name local addresses"),
    unit::test<tenants_have_addresses_of_their_own>("tenants have addresses of their own"),
    unit::test<an_anonymous_sender_gets_credit_at_once>("an anonymous sender gets credit at once"),
    unit::test<a_sender_gets_credit_when_the_first_consumer_comes>(
        "a sender gets credit when the first consumer comes"),
    unit::test<a_detach_of_an_unknown_link_is_ignored>("a detach of an unknown link is ignored"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
