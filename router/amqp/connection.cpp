// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/connection.hpp"

#include "router/amqp/condition.hpp"
#include "router/amqp/connection_info.hpp"
#include "router/amqp/describe.hpp"
#include "router/amqp/input_guard.hpp"
#include "router/amqp/message_trace.hpp"
#include "router/amqp/open.hpp"
#include "router/amqp/peer_properties.hpp"
#include "router/server/server.hpp"

#include "crosspoint/base/log.hpp"

#include <proton/condition.h>
#include <proton/connection.h>
#include <proton/delivery.h>
#include <proton/event.h>
#include <proton/link.h>
#include <proton/netaddr.h>
#include <proton/proactor.h>
#include <proton/sasl.h>
#include <proton/session.h>
#include <proton/transport.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace crosspoint::io {

namespace {

/// How many bytes of a session Proton may hold unread. A peer whose stream is not taken is stopped
/// by its session window when this is full; smaller messages never come near it.
constexpr std::size_t session_bytes = 8 * 1024 * 1024;

Link* link_of(pn_link_t* pn) {
    return static_cast<Link*>(pn_link_get_context(pn));
}

/// Of a delivery on a link of which we are the sender.
bool is_ours(Link* link, pn_delivery_t* delivery) {
    if (pn_delivery_get_context(delivery)) {
        return true;
    }
    auto* outgoing = static_cast<OutgoingLink*>(link);
    return outgoing && !outgoing->queue.empty() && outgoing->queue.front().delivery == delivery;
}

} // namespace

Connection::Connection(Server& server, ConnectionId id, std::shared_ptr<const Origin> origin,
                       pn_connection_t* pn)
    : server_(server),
      id_(id),
      origin_(std::move(origin)),
      pn_(pn),
      outbox_(new core::Outbox(*this)) {
    pn_connection_set_context(pn, this);
}

Connection::~Connection() = default;

void Connection::wake() {
    pn_connection_wake(pn_);
}

void Connection::request_close(Close how) {
    Close present = close_requested_.load();
    // What has been requested counts, but for something weaker.
    while (present < how && !close_requested_.compare_exchange_weak(present, how)) {
    }
    pn_connection_wake(pn_);
}

void Connection::on_event(ConnectionTurn& turn, pn_event_t* event, Actions& actions) {
    if (broken_ && pn_event_type(event) != PN_TRANSPORT_CLOSED) {
        return;
    }
    switch (pn_event_type(event)) {
    case PN_DELIVERY: {
        pn_delivery_t* delivery = pn_event_delivery(event);
        Link* link = link_of(pn_delivery_link(delivery));
        if (pn_link_is_sender(pn_delivery_link(delivery)) && !is_ours(link, delivery)) {
            on_wrong_way(turn);
        } else if (!link) {
            on_unwanted(turn, pn_delivery_link(delivery));
        } else if (link->direction == core::Direction::incoming) {
            on_incoming(turn, static_cast<IncomingLink&>(*link), delivery, actions);
        } else {
            auto& outgoing = static_cast<OutgoingLink&>(*link);
            if (on_outgoing_update(turn, outgoing, delivery, actions)) {
                send_ready(turn, outgoing, actions);
            }
        }
        break;
    }
    case PN_LINK_FLOW: {
        Link* link = link_of(pn_event_link(event));
        if (!link) {
            resume_waiting(turn, actions); // the last bytes of a link that is gone
            break;
        }
        if (link->direction == core::Direction::outgoing) {
            on_flow(turn, static_cast<OutgoingLink&>(*link), actions);
        } else {
            on_credit_returned(turn, static_cast<IncomingLink&>(*link), actions);
        }
        break;
    }
    case PN_CONNECTION_WAKE:
        on_wake(turn, actions);
        break;
    default:
        on_change_of_state(turn, event, actions);
    }
}

/// Of the connection itself, a session or a link: not what happens for every message.
void Connection::on_change_of_state(ConnectionTurn& turn, pn_event_t* event, Actions& actions) {
    switch (pn_event_type(event)) {
    case PN_CONNECTION_INIT:
        pn_connection_set_container(pn_, origin_->router_id.c_str());
        if (origin_->is_connector) {
            send_open(turn, pn_, *origin_, id_);
        }
        break;
    case PN_CONNECTION_BOUND:
        on_bound(turn, pn_event_transport(event));
        break;
    case PN_CONNECTION_REMOTE_OPEN:
        on_remote_open(turn, actions);
        break;
    case PN_CONNECTION_REMOTE_CLOSE:
        on_remote_close(turn);
        break;
    case PN_SESSION_REMOTE_OPEN:
        on_session_remote_open(turn, pn_event_session(event));
        break;
    case PN_SESSION_REMOTE_CLOSE:
        on_session_remote_close(turn, pn_event_session(event), actions);
        break;
    case PN_LINK_REMOTE_OPEN:
        on_link_remote_open(turn, pn_event_link(event), actions);
        break;
    case PN_LINK_REMOTE_CLOSE:
    case PN_LINK_REMOTE_DETACH:
        on_link_remote_close(turn, pn_event_link(event),
                             pn_event_type(event) == PN_LINK_REMOTE_CLOSE, actions);
        break;
    case PN_TRANSPORT_TAIL_CLOSED:
        on_tail_closed(turn, pn_event_transport(event));
        break;
    case PN_TRANSPORT_CLOSED:
        on_transport_closed(turn, pn_event_transport(event), actions);
        break;
    default:
        break;
    }
}

core::ParcelPtr Connection::end_turn(ConnectionTurn&) {
    return std::move(used_);
}

void Connection::on_bound(ConnectionTurn& turn, pn_transport_t* transport) {
    prepare_transport(turn, transport, *origin_);
    frame_trace_.begin(turn, transport, id_);
    std::array<char, 256> name{};
    if (const pn_netaddr_t* remote = pn_transport_remote_addr(transport)) {
        pn_netaddr_str(remote, name.data(), name.size());
    }
    peer_ = name.data();
    if (!origin_->is_connector) {
        log::write(log::Module::server, log::Level::info,
                   "[C%lu] Accepted connection to %s from %s", id_.value, origin_->address.c_str(),
                   peer_.c_str());
    }
}

void Connection::on_remote_open(ConnectionTurn& turn, Actions& actions) {
    if (opened_) {
        close_with(turn, {condition::illegal_state, "the connection is open already"});
        return;
    }
    opened_ = true;
    if (!origin_->is_connector) {
        send_open(turn, pn_, *origin_, id_);
    }
    core::ConnectionOpened opened;
    opened.info = connection_info(turn, pn_, *origin_, peer_);
    opened.info.frames_traced = frame_trace_.on();
    log_opened(turn, opened.info);
    opened.outbox = outbox_;
    actions.emplace_back(std::move(opened));
}

void Connection::log_opened(ConnectionTurn& turn, const core::ConnectionInfo& info) {
    const std::string line = opened_line(turn, pn_, info);
    pn_data_t* properties = pn_connection_remote_properties(pn_);
    log::write(log::Module::router_core, log::Level::info, "[C%lu] %s props=%s", id_.value,
               line.c_str(), describe(properties).c_str());
    if (info.role == core::Role::inter_router || info.role == core::Role::edge) {
        log::write(log::Module::router, log::Level::debug,
                   "[C%lu] Remote router annotations version: %u", id_.value,
                   read_peer_properties(turn, pn_).annotations_version);
    }
    if (observer_) {
        observer_->on_opened("[C" + std::to_string(id_.value) + "] " + line, properties);
    }
}

void Connection::on_remote_close(ConnectionTurn&) {
    const std::string why = describe(pn_connection_remote_condition(pn_));
    if (!why.empty()) {
        log::write(log::Module::server, log::Level::info, "[C%lu] Peer closed the connection: %s",
                   id_.value, why.c_str());
    }
    pn_connection_close(pn_);
}

void Connection::close_with(ConnectionTurn& turn, const AmqpError& error) {
    log::write(log::Module::server, log::Level::info, "[C%lu] Closing the connection: %s: %s",
               id_.value, error.condition.data(), error.description.c_str());
    // As Proton does for violations that it finds itself: nothing more is read, and the peer gets
    // an Open, if there was none, and a Close.
    pn_transport_t* transport = pn_connection_transport(pn_);
    set_condition(pn_transport_condition(transport), error);
    close_tail(turn, transport);
}

/// Proton makes a delivery of it, among those that we send, and mixes up the numbers of the two
/// directions. So nothing that is not needed to end the connection is done with it any more.
void Connection::on_wrong_way(ConnectionTurn& turn) {
    if (!std::exchange(broken_, true)) {
        close_with(turn, {condition::not_allowed, "a transfer to the sender of a link"});
    }
}

void Connection::on_session_remote_open(ConnectionTurn& turn, pn_session_t* session) {
    if (!opened_) {
        close_with(turn, {condition::illegal_state, "a session before the connection is open"});
        return;
    }
    set_session_capacity(session);
    pn_session_open(session);
}

void Connection::set_session_capacity(pn_session_t* session) const {
    const config::ConnectionSettings& settings = origin_->settings;
    const std::size_t frame = settings.max_frame_size;
    const std::size_t capacity = settings.max_session_frames > 0
                                     ? frame * settings.max_session_frames
                                     : std::max(session_bytes, 2 * frame);
    pn_session_set_incoming_capacity(session, capacity);
}

void Connection::on_session_remote_close(ConnectionTurn& turn, pn_session_t* session,
                                         Actions& actions) {
    std::vector<pn_link_t*> lost;
    links_.for_each([session, &lost](std::unique_ptr<Link>& link) {
        if (pn_link_session(link->pn) == session) {
            lost.push_back(link->pn);
        }
    });
    for (pn_link_t* pn : lost) {
        lose_link(turn, pn, true, actions);
    }
    forget_session(turn, session);
    pn_session_close(session);
    pn_session_free(session); // and its links
}

void Connection::on_wake(ConnectionTurn& turn, Actions& actions) {
    frame_trace_.follow_levels(turn, pn_connection_transport(pn_));
    if (close_requested_.load(std::memory_order_relaxed) != Close::no) {
        close_as_requested(turn);
    }
    if (core::ParcelPtr parcel = outbox_->take(turn)) {
        parcels_taken_ = parcel->serial;
        on_parcel(turn, *parcel, actions);
        used_ = std::move(parcel);
    }
}

void Connection::close_as_requested(ConnectionTurn& turn) {
    const Close wanted = close_requested_.exchange(Close::no);
    if (wanted == Close::unless_opened) {
        if (!opened_) {
            log::write(log::Module::error, log::Level::error,
                       "[C%lu] Run Time: Timeout waiting for initial handshake", id_.value);
            drop(turn);
        }
        return;
    }
    if (!opened_) {
        // Nothing was agreed yet, so there is nothing to close in order. And a peer that is still
        // being dialled may never answer.
        drop(turn);
        return;
    }
    if (wanted == Close::shutting_down) {
        set_condition(pn_connection_condition(pn_),
                      {condition::connection_forced, "The router is shutting down"});
    }
    pn_connection_close(pn_);
}

void Connection::drop(ConnectionTurn& turn) {
    dropped_ = true;
    pn_transport_t* transport = pn_connection_transport(pn_);
    pn_transport_close_head(transport);
    close_tail(turn, transport);
}

void Connection::on_parcel(ConnectionTurn& turn, core::Parcel& parcel, Actions& actions) {
    for (core::AttachAnswer& answer : parcel.answers) {
        on_answer(turn, answer, actions);
    }
    for (const core::LinkOrder& order : parcel.link_orders) {
        on_link_order(turn, order);
    }
    for (core::IncomingDisposition& told : parcel.incoming_dispositions) {
        on_disposition(turn, told);
    }
    for (const core::CreditGrant& grant : parcel.credit) {
        on_grant(turn, grant);
    }
    for (const core::StreamAllowance& allowance : parcel.allowances) {
        on_allowance(turn, allowance, actions);
    }
    for (std::size_t p = core::priorities; p-- > 0;) {
        for (core::LinkWithWork& work : parcel.links_with_work[p]) {
            on_work(turn, work, actions);
        }
    }
    for (const core::StreamReady& ready : parcel.streams) {
        on_stream_ready(turn, ready, actions);
    }
    for (core::OutgoingDisposition& told : parcel.outgoing_dispositions) {
        on_disposition(turn, told);
    }
    for (const core::DrainDone& done : parcel.drained) {
        on_drain_done(turn, done, actions);
    }
    for (core::DetachOrder& order : parcel.detaches) {
        on_detach_order(turn, order);
    }
    if (parcel.close) {
        set_condition(pn_connection_condition(pn_), *parcel.close);
        pn_connection_close(pn_);
    }
    if (parcel.trace_frames) {
        frame_trace_.order(turn, pn_connection_transport(pn_), *parcel.trace_frames);
    }
    if (parcel.drop) {
        drop(turn); // after all the rest, so that the core hears what of it was not sent
    }
}

/// Nothing more will be read. If the peer closed the connection, or broke it off, or broke a rule
/// that Proton checks, Proton does what follows. But it stops reading without a word, and for ever,
/// when it cannot decode a frame.
void Connection::on_tail_closed(ConnectionTurn& turn, pn_transport_t* transport) {
    const std::string assertion = failed_assertion(turn, transport);
    const bool proton_knows =
        assertion.empty() && pn_condition_is_set(pn_transport_condition(transport));
    const bool proton_will_end_it =
        proton_knows || (pn_connection_state(pn_) & PN_REMOTE_CLOSED) != 0;
    if (proton_will_end_it) {
        return;
    }
    log::write(log::Module::server, log::Level::info,
               "[C%lu] Closing the connection: a frame could not be decoded%s%s", id_.value,
               assertion.empty() ? "" : ": Proton expects ", assertion.c_str());
    if (!opened_) {
        pn_transport_close_head(transport); // there is no telling the peer before it has opened
        return;
    }
    set_condition(pn_connection_condition(pn_),
                  {condition::decode_error, "a frame could not be decoded"});
    pn_connection_close(pn_);
}

void Connection::on_transport_closed(ConnectionTurn& turn, pn_transport_t* transport,
                                     Actions& actions) {
    const std::string why = dropped_ ? "" : describe(pn_transport_condition(transport));
    outbox_->close(turn);
    outbox_->take(turn).reset(); // not counted as taken: nothing of it was sent
    std::vector<pn_link_t*> lost;
    links_.for_each([&lost](std::unique_ptr<Link>& link) { lost.push_back(link->pn); });
    for (pn_link_t* pn : lost) {
        lose_link(turn, pn, true, actions);
    }
    if (opened_) {
        actions.emplace_back(core::ConnectionClosed{});
        log::write(log::Module::router_core, log::Level::info, "[C%lu] Connection Closed",
                   id_.value);
    }
    std::string failure;
    if (!why.empty()) {
        failure = origin_->is_connector ? "Connection to " + origin_->address + " failed: " + why
                                        : "Connection from " + peer_ + " (to " + origin_->address +
                                              ") failed: " + why;
        log::write(log::Module::server, log::Level::info, "[C%lu] %s", id_.value, failure.c_str());
    }
    if (observer_) {
        observer_->on_closed(
            opened_, failure.empty() ? "" : "[C" + std::to_string(id_.value) + "] " + failure);
    }
    finished_ = true;
}

void Connection::trace(ConnectionTurn& turn, const Link& link, message::Buffer& head,
                       std::uint64_t size) {
    const std::span<const std::byte> bytes{head.data(),
                                           std::min<std::uint64_t>(head.capacity(), size)};
    trace_message(turn, id_, link.pn,
                  describe_message(bytes, origin_->settings.message_logging_components));
}

IncomingLink* Connection::find_incoming(LinkId wanted) {
    std::unique_ptr<Link>* found = links_.find(wanted);
    return found && (*found)->direction == core::Direction::incoming
               ? static_cast<IncomingLink*>(found->get())
               : nullptr;
}

OutgoingLink* Connection::find_outgoing(LinkId wanted) {
    std::unique_ptr<Link>* found = links_.find(wanted);
    return found && (*found)->direction == core::Direction::outgoing
               ? static_cast<OutgoingLink*>(found->get())
               : nullptr;
}

} // namespace crosspoint::io
