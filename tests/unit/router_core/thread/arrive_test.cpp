// SPDX-License-Identifier: Apache-2.0
// Where a message goes, and what its producer is told if it goes nowhere.
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <cstring>
#include <string>
#include <utility>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::CoreDriver;
using test::make_message;
using test::Peer;

ConnectionInfo router_like() {
    ConnectionInfo info;
    info.strip_inbound = info.strip_outbound = false;
    return info;
}

struct Anonymous {
    CoreDriver core;
    Peer producer;
    Peer consumer{core};
    LinkId in;

    explicit Anonymous(CoreSettings settings = test::settings_with({}), ConnectionInfo info = {})
        : core(std::move(settings)),
          producer(core, std::move(info)),
          in(producer.attach_sender("")) {
        producer.take();
    }
    bool consumer_gets_one() {
        consumer.take();
        return consumer.work().size() == 1;
    }
};

/// A message that a router has sent on.
message::MessagePtr with_override(const std::string& to, const std::string& override,
                                  std::int32_t phase) {
    const std::string bytes = to + override;
    message::BufferPtr buffer = message::BufferPtr::make(static_cast<std::uint32_t>(bytes.size()));
    std::memcpy(buffer->data(), bytes.data(), bytes.size());
    message::Facts facts;
    facts.to = {0, static_cast<std::uint32_t>(to.size())};
    facts.to_override = {facts.to.end, static_cast<std::uint32_t>(bytes.size())};
    facts.phase = phase;
    return message::MessagePtr(new message::Message(std::move(buffer), facts));
}

bool is_rejected(const IncomingDisposition& told, std::string_view condition,
                 std::string_view description) {
    return told.settle && told.state.code == state::rejected && told.state.detail &&
           told.state.detail->condition == condition &&
           told.state.detail->description == description;
}

void an_anonymous_message_goes_where_it_says() {
    Anonymous a;
    a.consumer.attach_receiver("a");
    a.producer.send(a.in, make_message("a"));
    EXPECT(a.consumer_gets_one());
    a.producer.send(a.in, make_message("amqp://host/a/"));
    EXPECT(a.consumer_gets_one());
}

void a_message_without_an_address_is_rejected() {
    Anonymous a;
    a.producer.send(a.in, make_message(""));
    EXPECT(is_rejected(a.producer.take_told(), "amqp:precondition-failed",
                       "Routing failure: no address present"));
}

void a_message_to_an_unavailable_address_is_rejected() {
    Anonymous a(test::settings_with({{"closed", Treatment::unavailable, 0, 0, -1, false}}));
    a.producer.send(a.in, make_message("closed"));
    EXPECT(is_rejected(a.producer.take_told(), "amqp:not-found",
                       "Deliveries cannot be sent to an unavailable address"));
}

void a_message_to_an_unknown_address_is_released_and_gives_its_credit_back() {
    ConnectionInfo info;
    info.link_capacity = 1;
    Anonymous a(test::settings_with({}), info);
    a.producer.send(a.in, make_message("nobody"));
    Parcel& parcel = a.producer.take();
    EXPECT(parcel.incoming_dispositions.size() == 1);
    EXPECT(parcel.incoming_dispositions[0].settle);
    EXPECT(parcel.incoming_dispositions[0].state.code == state::released);
    EXPECT(parcel.credit.size() == 1);
    EXPECT(parcel.credit[0].credit == 1 && !parcel.credit[0].drain);
}

void a_settled_message_to_an_unknown_address_is_dropped() {
    Anonymous a;
    a.producer.send_settled(a.in, make_message("nobody"));
    EXPECT(a.producer.take().incoming_dispositions.empty());
    EXPECT(a.core.state.context().counters.outcomes.dropped_presettled == 1);
}

void the_address_of_a_targeted_link_wins() {
    Anonymous a;
    a.consumer.attach_receiver("a");
    const LinkId targeted = a.producer.attach_sender("a");
    a.producer.send(targeted, make_message("b"));
    EXPECT(a.consumer_gets_one());
}

void a_client_cannot_override_where_it_goes() {
    Anonymous a;
    a.consumer.attach_receiver("a");
    a.producer.send(a.in, with_override("a", "b", 0));
    EXPECT(a.consumer_gets_one());
}

void the_override_of_a_router_wins() {
    Anonymous a(test::settings_with({}), router_like());
    a.consumer.attach_receiver("b");
    a.producer.send(a.in, with_override("a", "b", 0));
    EXPECT(a.consumer_gets_one());
}

void the_phase_of_a_message_counts() {
    Anonymous a(test::settings_with({}), router_like());
    a.consumer.attach_receiver("b", {.capabilities = {"qd.waypoint.2"}});
    a.producer.send(a.in, with_override("", "b", 1));
    EXPECT(a.consumer_gets_one());
    a.producer.send(a.in, with_override("", "b", 0));
    EXPECT(a.producer.take_told().state.code == state::released);
}

void phase_22_is_the_fallback() {
    Anonymous a(test::settings_with({}), router_like());
    a.consumer.attach_receiver("b", {.capabilities = {"qd.fallback"}});
    a.producer.send(a.in, with_override("", "b", 22));
    EXPECT(a.consumer_gets_one());
}

void a_phase_that_is_none_leads_nowhere() {
    Anonymous a(test::settings_with({}), router_like());
    a.consumer.attach_receiver("b");
    for (const std::int32_t phase : {10, 256, -1}) {
        a.producer.send(a.in, with_override("", "b", phase));
        EXPECT(a.producer.take_told().state.code == state::released);
    }
}

void a_tenants_message_stays_with_the_tenant() {
    ConnectionInfo info;
    info.tenant = "t/";
    Anonymous a(test::settings_with({{"t/closed", Treatment::unavailable, 0, 0, -1, false}}), info);
    Peer outside(a.core);
    Peer inside(a.core, info);
    outside.attach_receiver("a");
    inside.attach_receiver("a");
    a.producer.send(a.in, make_message("a"));
    inside.take();
    EXPECT(inside.work().size() == 1);
    a.producer.send(a.in, make_message("closed"));
    EXPECT(a.producer.take_told().state.code == state::rejected);
}

void the_priority_of_an_address_overrides_the_messages() {
    Anonymous a(test::settings_with({{"a", Treatment::balanced, 0, 0, 7, false}}));
    a.consumer.attach_receiver("a");
    a.consumer.attach_receiver("b");
    a.consumer.take();
    a.producer.send(a.in, make_message("a", 2));
    EXPECT(a.consumer.take().links_with_work[7].size() == 1);
    a.producer.send(a.in, make_message("b", 2));
    EXPECT(a.consumer.take().links_with_work[2].size() == 1);
    a.producer.send(a.in, make_message("b"));
    EXPECT(a.consumer.take().links_with_work[4].size() == 1);
}

/// What a consumer that is shown router annotations reads of a message sent to `target`.
std::string override_of(const char* target, ConnectionInfo from = {}) {
    CoreDriver core;
    ConnectionInfo to = router_like();
    to.tenant = from.tenant;
    Peer producer(core, std::move(from)), consumer(core, to);
    consumer.attach_receiver(target);
    consumer.take();
    producer.send(producer.attach_sender(target), make_message("b"));
    const LinkWithWork& work = consumer.take_one();
    return work.redirection ? work.redirection->to : "none";
}

void the_target_is_written_into_the_annotations() {
    ConnectionInfo tenant;
    tenant.tenant = "t/";
    EXPECT(override_of("a/b") == "a/b");
    EXPECT(override_of("a", tenant) == "t/a");
    EXPECT(override_of("amqp:/_topo/0/R/x") == "_topo/0/R/x");
    EXPECT(override_of("_topo/0/R/") == "_topo/0/R");
}

void clients_see_no_annotations() {
    Anonymous a;
    a.consumer.attach_receiver("a");
    a.consumer.take();
    a.producer.send(a.producer.attach_sender("a"));
    EXPECT(!a.consumer.take_one().redirection);
}

void a_message_that_the_worker_refused_gives_its_credit_back() {
    ConnectionInfo info;
    info.link_capacity = 1;
    Anonymous a(test::settings_with({}), info);
    a.producer.act(DeliveryRefused{a.in});
    EXPECT(a.producer.take().credit.front().credit == 1);
}

void a_sender_has_no_more_unsettled_messages_than_its_capacity() {
    ConnectionInfo info;
    info.link_capacity = 4;
    Anonymous a(test::settings_with({}), info);
    a.consumer.attach_receiver("a");
    for (int i = 0; i < 4; ++i) {
        a.producer.send(a.in, make_message("a"));
    }
    EXPECT(a.producer.take().credit.empty());
}

const CMUnitTest tests[] = {
    unit::test<an_anonymous_message_goes_where_it_says>("an anonymous message goes where it says"),
    unit::test<a_message_without_an_address_is_rejected>(
        "a message without an address is rejected"),
    unit::test<a_message_to_an_unavailable_address_is_rejected>(
        "a message to an unavailable address is rejected"),
    unit::test<a_message_to_an_unknown_address_is_released_and_gives_its_credit_back>(
        "a message to an unknown address is released and gives its credit back"),
    unit::test<a_settled_message_to_an_unknown_address_is_dropped>(
        "a settled message to an unknown address is dropped"),
    unit::test<the_address_of_a_targeted_link_wins>("the address of a targeted link wins"),
    unit::test<a_client_cannot_override_where_it_goes>("a client cannot override where it goes"),
    unit::test<the_override_of_a_router_wins>("the override of a router wins"),
    unit::test<the_phase_of_a_message_counts>("the phase of a message counts"),
    unit::test<phase_22_is_the_fallback>("phase 22 is the fallback"),
    unit::test<a_phase_that_is_none_leads_nowhere>("a phase that is none leads nowhere"),
    unit::test<a_tenants_message_stays_with_the_tenant>("a tenant's message stays with the tenant"),
    unit::test<the_priority_of_an_address_overrides_the_messages>(
        "the priority of an address overrides the message's"),
    unit::test<the_target_is_written_into_the_annotations>(
        "the target is written into the annotations"),
    unit::test<clients_see_no_annotations>("clients see no annotations"),
    unit::test<a_message_that_the_worker_refused_gives_its_credit_back>(
        "a message that the worker refused gives its credit back"),
    unit::test<a_sender_has_no_more_unsettled_messages_than_its_capacity>(
        "a sender has no more unsettled messages than its capacity"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
