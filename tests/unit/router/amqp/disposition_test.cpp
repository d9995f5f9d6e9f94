// SPDX-License-Identifier: Apache-2.0
// States as they cross the wire, between two ends of Proton that share a process.
#include "router/amqp/disposition.hpp"
#include "tests/unit/tokens.hpp"
#include "tests/unit/unit.hpp"

#include <proton/codec.h>
#include <proton/connection.h>
#include <proton/delivery.h>
#include <proton/link.h>
#include <proton/session.h>
#include <proton/transport.h>

#include <algorithm>
#include <utility>

namespace {

using namespace crosspoint;
using core::DeliveryState;
using core::StateDetail;
namespace state = core::state;

/// One side of a connection.
struct End {
    pn_connection_t* connection = pn_connection();
    pn_transport_t* transport = pn_transport();

    explicit End(bool server) {
        if (server) {
            pn_transport_set_server(transport);
        }
        pn_connection_set_container(connection, server ? "server" : "client");
        pn_transport_bind(transport, connection);
        pn_connection_open(connection);
    }
    End(const End&) = delete;
    End& operator=(const End&) = delete;
    ~End() {
        pn_transport_unbind(transport);
        pn_transport_free(transport);
        pn_connection_free(connection);
    }
};

/// A delivery that a consumer has got of us.
struct Wire {
    End ours{false};
    End theirs{true};
    pn_delivery_t* sent = nullptr;
    pn_delivery_t* received = nullptr;
    ConnectionTurnForTest turn;

    Wire() {
        pn_session_t* session = pn_session(ours.connection);
        pn_session_open(session);
        pn_link_t* sender = pn_sender(session, "link");
        pn_link_open(sender);
        pump();
        pn_session_open(pn_session_head(theirs.connection, 0));
        pn_link_t* receiver = pn_link_head(theirs.connection, 0);
        pn_link_open(receiver);
        pn_link_flow(receiver, 1);
        pump();
        sent = pn_delivery(sender, pn_dtag("t", 1));
        pn_link_send(sender, "x", 1);
        pn_link_advance(sender);
        pump();
        received = pn_link_current(receiver);
        EXPECT(received != nullptr);
    }

    void pump() {
        while (move(ours, theirs) || move(theirs, ours)) {
        }
    }
    static bool move(End& from, End& to) {
        const ssize_t ready = pn_transport_pending(from.transport);
        const ssize_t room = pn_transport_capacity(to.transport);
        const ssize_t n = std::min(ready, room);
        if (n <= 0) {
            return false;
        }
        pn_transport_push(to.transport, pn_transport_head(from.transport),
                          static_cast<std::size_t>(n));
        pn_transport_pop(from.transport, static_cast<std::size_t>(n));
        return true;
    }

    /// What we read when the consumer writes this.
    DeliveryState cross(const DeliveryState& written) {
        io::write_state(turn.token, received, written);
        pump();
        return io::read_state(turn.token, sent);
    }
};

void plain_outcomes_cross() {
    for (const std::uint64_t code : {state::accepted, state::released}) {
        Wire wire;
        const DeliveryState read = wire.cross(code);
        EXPECT(read.code == code);
        EXPECT(!read.detail);
    }
}

void without_a_state_there_is_none() {
    Wire wire;
    EXPECT(!io::read_state(wire.turn.token, wire.sent));
    EXPECT(!wire.cross({}));
}

void rejected_crosses_with_its_reason() {
    Wire wire;
    const DeliveryState read =
        wire.cross(io::rejected({condition::not_allowed, "because of a test"}));
    EXPECT(read.code == state::rejected);
    EXPECT(read.detail->condition == "amqp:not-allowed");
    EXPECT(read.detail->description == "because of a test");
}

void the_info_of_a_rejection_crosses() {
    Wire first;
    pn_condition_t* condition = pn_disposition_condition(pn_delivery_local(first.received));
    pn_condition_set_name(condition, "test:why");
    pn_data_t* info = pn_condition_info(condition);
    pn_data_put_map(info);
    pn_data_enter(info);
    pn_data_put_symbol(info, pn_bytes(1, "k"));
    pn_data_put_int(info, 7);
    pn_data_exit(info);
    pn_delivery_update(first.received, PN_REJECTED);
    first.pump();
    const DeliveryState read = io::read_state(first.turn.token, first.sent);
    EXPECT(!read.detail->info.empty());
    Wire second;
    EXPECT(second.cross(read).detail->info == read.detail->info);
}

void modified_crosses_and_has_always_failed() {
    Wire wire;
    StateDetail detail;
    detail.undeliverable_here = true;
    const DeliveryState read = wire.cross({state::modified, std::move(detail)});
    EXPECT(read.code == state::modified);
    EXPECT(read.detail->undeliverable_here);
    EXPECT(pn_disposition_is_failed(pn_delivery_remote(wire.sent)));
}

void received_crosses_with_its_place() {
    Wire wire;
    StateDetail detail;
    detail.section_number = 3;
    detail.section_offset = 1'000'000'000'000;
    const DeliveryState read = wire.cross({state::received, std::move(detail)});
    EXPECT(read.code == state::received);
    EXPECT(read.detail->section_number == 3);
    EXPECT(read.detail->section_offset == 1'000'000'000'000);
}

void states_that_we_do_not_know_cross_unread() {
    Wire first;
    pn_data_t* fields = pn_disposition_data(pn_delivery_local(first.received));
    pn_data_put_list(fields);
    pn_data_enter(fields);
    pn_data_put_binary(fields, pn_bytes(3, "txn"));
    pn_data_exit(fields);
    pn_delivery_update(first.received, state::declared);
    first.pump();
    const DeliveryState read = io::read_state(first.turn.token, first.sent);
    EXPECT(read.code == state::declared);
    EXPECT(!read.detail->fields.empty());
    Wire second;
    const DeliveryState again = second.cross(read);
    EXPECT(again.code == state::declared);
    EXPECT(again.detail->fields == read.detail->fields);
}

const CMUnitTest tests[] = {
    unit::test<plain_outcomes_cross>("plain outcomes cross"),
    unit::test<without_a_state_there_is_none>("without a state there is none"),
    unit::test<rejected_crosses_with_its_reason>("rejected crosses with its reason"),
    unit::test<the_info_of_a_rejection_crosses>("the info of a rejection crosses"),
    unit::test<modified_crosses_and_has_always_failed>("modified crosses and has always failed"),
    unit::test<received_crosses_with_its_place>("received crosses with its place"),
    unit::test<states_that_we_do_not_know_cross_unread>("states that we do not know cross unread"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
