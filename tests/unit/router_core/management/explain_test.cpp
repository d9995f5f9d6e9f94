// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/send_window.hpp"
#include "tests/unit/router_core/management/rows.hpp"

#include "crosspoint/core/limits.hpp"

using namespace crosspoint;
using namespace crosspoint::core;
using namespace crosspoint::test;

namespace {

/// Summary and reasons in one text.
std::string explain(ManagedCore& core, std::string subject) {
    core.ask(Explain{std::move(subject)});
    const ManagementAnswer& answer = core.port.answers.back();
    EXPECT(answer.last);
    if (answer.status != 200) {
        return std::to_string(answer.status);
    }
    std::vector<Row> rows;
    read_rows(answer, {"summary", "reasons"}, rows);
    return rows.at(0).at("summary") + " | " + rows.at(0).at("reasons");
}

bool says(const std::string& text, std::string_view part) {
    if (text.find(part) == std::string::npos) {
        std::printf("not in: %s\n", text.c_str());
        return false;
    }
    return true;
}

LinkId attach_sender(Peer& peer, const std::string& address, std::uint64_t identity) {
    LinkAttached attached = peer.sender_to(address);
    attached.identity = identity;
    return peer.attach(std::move(attached));
}

ConnectionInfo container(std::string name, std::uint32_t capacity = 250) {
    ConnectionInfo info;
    info.container = std::move(name);
    info.link_capacity = capacity;
    return info;
}

void what_nobody_knows_is_not_found() {
    ManagedCore core;
    EXPECT(explain(core, "nothing") == "404");
    EXPECT(explain(core, "77") == "404");
    EXPECT(explain(core, "") == "404");
}

void there_is_no_consumer() {
    ManagedCore core;
    Peer client(core.driver);
    attach_sender(client, "a", 7);
    for (const char* subject : {"a", "/a", "amqp:/a", "M0a", "7"}) {
        const std::string told = explain(core, subject);
        EXPECT(says(told, "There is no consumer here"));
    }
    EXPECT(says(explain(core, "7"), "has no credit, because nobody takes"));
}

void consumers_have_no_credit() {
    ManagedCore core;
    Peer client(core.driver, container("c"));
    client.attach_receiver("a", {.limit = 0});
    client.attach_receiver("a", {.limit = 0});
    EXPECT(says(explain(core, "a"), "No consumer has given credit"));
    EXPECT(says(explain(core, "a"), "2 of 2 consumers"));
    Peer sender(core.driver);
    sender.send(attach_sender(sender, "a", 7));
    core.driver.pass_time(5000);
    EXPECT(says(explain(core, "a"), "wait, the first for 5 seconds"));
    EXPECT(says(explain(core, "7"), "waits in the queue for link 0 of connection 1"));
    EXPECT(says(explain(core, "7"), "gives no credit"));
}

void unsettled_deliveries_fill_the_window() {
    ManagedCore core;
    Peer sender(core.driver, container("s", 2)), receiver(core.driver, container("slow"));
    LinkAttached wanted = receiver.receiver_from("a");
    wanted.identity = 8;
    receiver.act(CreditArrived{receiver.attach(std::move(wanted)), 10, false, 0});
    const LinkId in = attach_sender(sender, "a", 7);
    sender.send(in);
    core.driver.pass_time(3000);
    sender.send(in);
    const std::string told = explain(core, "7");
    EXPECT(says(told, "unsettled deliveries fill its window"));
    EXPECT(says(told, "the oldest for 3 seconds"));
    EXPECT(says(told, "given to link 8 of connection 2 (container 'slow') and is not settled"));
    EXPECT(says(explain(core, "a"), "the oldest is at link 8"));
    EXPECT(says(explain(core, "a"), "Unsettled deliveries fill the window of 1 producer"));
    EXPECT(says(explain(core, "8"), "not settled, the oldest for 3 seconds"));
}

void a_stream_is_as_slow_as_its_consumer() {
    ManagedCore core;
    Peer sender(core.driver), receiver(core.driver, container("slow"));
    receiver.attach_receiver("a");
    sender.begin(attach_sender(sender, "a", 7), limits::stream_window);
    EXPECT(says(explain(core, "7"), "is read no faster than link 0 of connection 2"));
}

void a_peer_does_not_read() {
    ManagedCore core;
    Peer sender(core.driver), receiver(core.driver, container("deaf"));
    receiver.attach_receiver("a", {.limit = 10'000});
    const LinkId in = attach_sender(sender, "a", 7);
    sender.send_settled(in, make_message(), SendWindow::max_bytes);
    sender.send(in);
    const std::string told = explain(core, "a");
    EXPECT(says(told, "does not read"));
    EXPECT(says(told, "container 'deaf'"));
    EXPECT(says(told, "Messages wait at 1 of 1 consumer"));
}

void an_address_is_unavailable() {
    AddressRule rule;
    rule.pattern = "no/#";
    rule.treatment = Treatment::unavailable;
    ManagedCore core(settings_with({rule}));
    EXPECT(says(explain(core, "no/a"), "configured as unavailable"));
}

void a_producer_drains() {
    ManagedCore core;
    Peer sender(core.driver), receiver(core.driver);
    const LinkId in = attach_sender(sender, "a", 7);
    receiver.detach(receiver.attach_receiver("a"));
    sender.send(in);
    EXPECT(says(explain(core, "7"), "(drain)"));
}

void an_edge_router_is_alone() {
    CoreSettings settings = settings_with({});
    settings.edge = true;
    ManagedCore core(std::move(settings));
    Peer client(core.driver);
    attach_sender(client, "a", 7);
    EXPECT(says(explain(core, "a"), "no connection to an interior router"));
}

void the_agent_is_its_own_consumer() {
    ManagedCore core;
    Peer client(core.driver);
    client.send(attach_sender(client, "$management", 7));
    EXPECT(says(explain(core, "$management"), "The management agent of this router takes"));
    EXPECT(says(explain(core, "7"), "has not answered the oldest message"));
}

void nothing_waits() {
    ManagedCore core;
    Peer client(core.driver);
    client.attach_receiver("a");
    attach_sender(client, "a", 7);
    EXPECT(says(explain(core, "a"), "nothing waits"));
    EXPECT(says(explain(core, "7"), "has credit for 250 messages"));
}

const CMUnitTest tests[] = {
    unit::test<what_nobody_knows_is_not_found>("not found"),
    unit::test<there_is_no_consumer>("no consumer"),
    unit::test<consumers_have_no_credit>("no credit"),
    unit::test<unsettled_deliveries_fill_the_window>("unsettled deliveries"),
    unit::test<a_stream_is_as_slow_as_its_consumer>("stream"),
    unit::test<a_peer_does_not_read>("peer does not read"),
    unit::test<an_address_is_unavailable>("unavailable"),
    unit::test<a_producer_drains>("drain"),
    unit::test<an_edge_router_is_alone>("edge without uplink"),
    unit::test<the_agent_is_its_own_consumer>("agent"),
    unit::test<nothing_waits>("nothing waits"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
