// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router_core/management/fake_port.hpp"

#include "crosspoint/core/limits.hpp"

using namespace crosspoint;
using namespace crosspoint::core;
using namespace crosspoint::test;

namespace {

void a_standalone_router_with_one_client_has_five_addresses() {
    ManagedCore core;
    Peer client(core.driver);
    LinkAttached dynamic = client.receiver_from("");
    dynamic.source.dynamic = true;
    client.attach(std::move(dynamic));
    client.attach_sender("$management");
    EXPECT(core.driver.state.addresses().size() == 5);
    EXPECT(core.driver.address("L$_management_internal") != nullptr);
    EXPECT(core.driver.address("M0$management") != nullptr);
    EXPECT(core.driver.address("L$management") != nullptr);
    EXPECT(core.driver.address("M0_$qd.edge_heartbeat") != nullptr);
}

void an_interior_router_shows_its_services_too() {
    CoreSettings settings = settings_with({});
    settings.network = NetworkSettings{};
    ManagedCore core(std::move(settings));
    for (const char* key : {"Lqdhello", "Lqdrouter", "Lqdrouter.ma", "Tqdrouter", "Tqdrouter.ma",
                            "M0_$qd.edge_addr_tracking", "M0_$qd.addr_lookup"}) {
        EXPECT(core.driver.address(key) != nullptr);
    }
    EXPECT(core.driver.state.addresses().size() == 11);
}

void a_producer_for_the_agent_gets_credit_at_once() {
    for (const char* address : {"$management", "_local/$management", "/$management",
                                "amqp:/_topo/0/R/$management", "_local/$_management_internal"}) {
        ManagedCore core;
        Peer client(core.driver);
        client.attach_sender(address);
        EXPECT(client.take().credit.size() == 1);
    }
}

void nobody_is_at_the_internal_name_without_its_prefix() {
    ManagedCore core;
    Peer client(core.driver);
    client.attach_sender("$_management_internal");
    EXPECT(client.take().credit.empty());
}

void rules_do_not_apply_to_the_agent() {
    AddressRule everything;
    everything.pattern = "#";
    everything.treatment = Treatment::unavailable;
    everything.ingress_phase = 1;
    ManagedCore core(settings_with({everything}, Treatment::unavailable));
    Peer client(core.driver);
    client.attach_sender("$management");
    EXPECT(client.take().credit.size() == 1);
}

void a_tenant_does_not_reach_it_by_its_plain_name() {
    ManagedCore core;
    ConnectionInfo info;
    info.tenant = "host/";
    Peer client(core.driver, std::move(info));
    client.attach_sender("$management");
    EXPECT(client.take().credit.empty());
    client.attach_sender("_local/$management");
    EXPECT(client.take().credit.size() == 1);
}

void a_request_waits_for_the_word_of_the_agent() {
    ManagedCore core;
    Peer client(core.driver);
    const LinkId link = client.attach_sender("$management");
    client.take();
    client.send(link);
    EXPECT(client.take().incoming_dispositions.empty());
    EXPECT(core.port.requests.size() == 1);
    EXPECT(core.port.requests[0].connection == client.id());
    EXPECT(!core.port.requests[0].from_router);
    EXPECT(core.driver.address("M0$management")->counters.to_container == 1);
    EXPECT(core.driver.address("M0$management")->counters.ingress == 1);
    core.ask(SettleRequest{core.port.requests[0].delivery, state::accepted});
    const IncomingDisposition& told = client.take_told();
    EXPECT(told.state.code == state::accepted);
    EXPECT(told.settle);
}

void an_anonymous_producer_reaches_it() {
    ManagedCore core;
    Peer client(core.driver);
    const LinkId link = client.attach_sender("");
    client.send(link, make_message("_topo/0/R/$management"));
    EXPECT(core.port.requests.size() == 1);
    EXPECT(core.driver.address("L$management")->counters.to_container == 1);
}

void a_producer_that_is_gone_is_no_problem() {
    ManagedCore core;
    Peer client(core.driver);
    const LinkId link = client.attach_sender("$management");
    client.send(link);
    client.detach(link);
    core.ask(SettleRequest{core.port.requests[0].delivery, state::accepted});
    core.ask(SettleRequest{core.port.requests[0].delivery, state::accepted});
    EXPECT(core.driver.state.context().incoming.empty());
}

void settled_requests_give_their_credit_back() {
    ManagedCore core;
    ConnectionInfo info;
    info.link_capacity = 2;
    Peer client(core.driver, std::move(info));
    const LinkId link = client.attach_sender("$management");
    client.take();
    client.send_settled(link);
    EXPECT(core.port.requests[0].delivery == 0);
    EXPECT(client.take().credit.size() == 1);
}

void a_full_agent_releases() {
    ManagedCore core;
    core.port.full = true;
    Peer client(core.driver);
    const LinkId link = client.attach_sender("$management");
    client.take();
    client.send(link);
    EXPECT(client.take_told().state.code == state::released);
    EXPECT(core.driver.address("M0$management")->counters.to_container == 0);
}

void a_request_that_still_arrives_is_too_large() {
    ManagedCore core;
    Peer client(core.driver);
    const LinkId link = client.attach_sender("$management");
    const IncomingId id = client.begin(link, limits::stream_threshold);
    client.take();
    client.grow(link, id, 2 * limits::stream_threshold, message::Ending::complete);
    const IncomingDisposition& told = client.take_told();
    EXPECT(told.state.code == state::rejected);
    EXPECT(told.state.detail->condition == "amqp:link:message-size-exceeded");
    EXPECT(core.port.requests.empty());
}

void a_reply_goes_to_a_temporary_address() {
    ManagedCore core;
    Peer client(core.driver);
    LinkAttached wanted = client.receiver_from("");
    wanted.source.dynamic = true;
    const LinkId link = client.attach(std::move(wanted));
    const std::string to = client.take().answers[0].dynamic_address;
    client.act(CreditArrived{link, 10, false, 0});
    core.ask(reply_to(to, 10));
    const LinkWithWork& sent = client.take_one();
    EXPECT(sent.settled);
    const std::string key = "L" + to.substr(to.find("temp."));
    EXPECT(core.driver.address(key)->counters.from_container == 1);
    EXPECT(core.driver.address(key)->counters.egress == 1);
}

void a_reply_to_nobody_is_dropped_and_counted() {
    ManagedCore core;
    core.ask(reply_to("nobody", 10));
    EXPECT(core.driver.state.context().counters.outcomes.dropped_presettled == 1);
}

void replies_that_nobody_takes_are_bounded() {
    ManagedCore core;
    Peer client(core.driver);
    const LinkId link = client.attach_receiver("answers", {.limit = 0});
    constexpr std::size_t size = 1024 * 1024;
    for (int i = 0; i < 12; ++i) {
        core.ask(reply_to("answers", size));
    }
    EXPECT(core.driver.state.context().outgoing.size() == 7);
    client.act(CreditArrived{link, 100, false, 0});
    client.act(SendProgress{link, 1, 100 * size});
    client.detach(link);
    EXPECT(core.driver.state.context().outgoing.empty());
}

void many_small_replies_are_all_kept() {
    ManagedCore core;
    Peer client(core.driver);
    client.attach_receiver("answers", {.limit = 0});
    for (int i = 0; i < 1000; ++i) {
        core.ask(reply_to("answers", 10));
    }
    EXPECT(core.driver.state.context().outgoing.size() == 1000);
}

const CMUnitTest tests[] = {
    unit::test<a_standalone_router_with_one_client_has_five_addresses>("five addresses"),
    unit::test<an_interior_router_shows_its_services_too>("services of an interior router"),
    unit::test<a_producer_for_the_agent_gets_credit_at_once>("credit at once"),
    unit::test<nobody_is_at_the_internal_name_without_its_prefix>("internal name"),
    unit::test<rules_do_not_apply_to_the_agent>("rules do not apply"),
    unit::test<a_tenant_does_not_reach_it_by_its_plain_name>("tenant"),
    unit::test<a_request_waits_for_the_word_of_the_agent>("request is settled by the agent"),
    unit::test<an_anonymous_producer_reaches_it>("anonymous producer"),
    unit::test<a_producer_that_is_gone_is_no_problem>("producer is gone"),
    unit::test<settled_requests_give_their_credit_back>("settled requests"),
    unit::test<a_full_agent_releases>("full agent"),
    unit::test<a_request_that_still_arrives_is_too_large>("too large"),
    unit::test<a_reply_goes_to_a_temporary_address>("reply"),
    unit::test<a_reply_to_nobody_is_dropped_and_counted>("reply to nobody"),
    unit::test<replies_that_nobody_takes_are_bounded>("replies are bounded"),
    unit::test<many_small_replies_are_all_kept>("small replies are kept"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
