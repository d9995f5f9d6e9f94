// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/amqp/frame_trace.hpp"
#include "router/amqp/link.hpp"
#include "router/config/settings.hpp"

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/log.hpp"
#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/actions.hpp"
#include "crosspoint/core/outbox.hpp"

#include <proton/codec.h>
#include <proton/types.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct pn_event_t;

namespace crosspoint::io {

class Server;

/// What a connection gets from the listener or connector that made it.
struct Origin {
    virtual ~Origin() = default;
    std::string router_id;
    std::string node;            ///< this router, as traces of messages name it
    bool of_edge_router = false; ///< this router leaves no trace in what it passes on
    bool is_connector = false;
    std::string address;  ///< "host:port" as the log names it
    std::string hostname; ///< connectors: the Open's hostname
    std::string user, password;
    std::uint32_t handshake_seconds = 0;
    bool authenticate_peer = false;
    bool multi_tenant = false;
    std::vector<config::FailoverUrl> failover;
    config::ConnectionSettings settings;
};

/// Told how a connection that a connector made fares.
class DialObserver {
public:
    /// `text` is for the operator.
    virtual void on_opened(const std::string& text, pn_data_t* remote_properties) = 0;
    /// `text` is empty if nothing went wrong.
    virtual void on_closed(bool had_been_open, const std::string& text) = 0;

protected:
    ~DialObserver() = default;
};

/// The worker's half of a connection; core::Connection is the other. Lives from accept or connect
/// until its transport has closed, and is touched only by the worker that holds its turn.
class Connection final : public core::Waker {
public:
    Connection(Server& server, ConnectionId id, std::shared_ptr<const Origin> origin,
               pn_connection_t* pn);
    ~Connection();

    /// One event of the batch. `actions` collects what the core is to be told when the batch ends.
    void on_event(ConnectionTurn& turn, pn_event_t* event, std::vector<core::Action>& actions);

    /// The batch has ended. Gives back an emptied parcel, if there was one.
    core::ParcelPtr end_turn(ConnectionTurn& turn);

    /// Later ones outdo earlier ones.
    enum class Close : std::uint8_t {
        no,
        unless_opened, ///< the peer's Open is due: drop the connection if it has not come
        in_order,
        shutting_down, ///< in order, and tell the peer why
    };
    /// From any thread, as long as the server knows the connection.
    void request_close(Close how);

    void wake() override;

    ConnectionId id() const { return id_; }
    bool is_dialled() const { return origin_->is_connector; }
    bool opened() const { return opened_; }
    /// The transport has closed: nothing will happen any more.
    bool finished() const { return finished_; }
    /// Before Proton has the connection.
    void observe(std::shared_ptr<DialObserver> observer) { observer_ = std::move(observer); }
    pn_connection_t* pn() const { return pn_; }

private:
    using Actions = std::vector<core::Action>;

    // connection.cpp
    void on_change_of_state(ConnectionTurn& turn, pn_event_t* event, Actions& actions);
    void on_bound(ConnectionTurn& turn, pn_transport_t* transport);
    void on_remote_open(ConnectionTurn& turn, Actions& actions);
    void on_remote_close(ConnectionTurn& turn);
    void on_session_remote_open(ConnectionTurn& turn, pn_session_t* session);
    void on_session_remote_close(ConnectionTurn& turn, pn_session_t* session, Actions& actions);
    void on_tail_closed(ConnectionTurn& turn, pn_transport_t* transport);
    void on_transport_closed(ConnectionTurn& turn, pn_transport_t* transport, Actions& actions);
    void on_wake(ConnectionTurn& turn, Actions& actions);
    void close_as_requested(ConnectionTurn& turn);
    void on_parcel(ConnectionTurn& turn, core::Parcel& parcel, Actions& actions);
    void log_opened(ConnectionTurn& turn, const core::ConnectionInfo& info);
    /// Closes the socket without a word to the peer.
    void drop(ConnectionTurn& turn);
    /// The peer breaks the rules of the protocol.
    void close_with(ConnectionTurn& turn, const AmqpError& error);
    /// The peer sends on a link on which it is the receiver.
    void on_wrong_way(ConnectionTurn& turn);
    void set_session_capacity(pn_session_t* session) const;

    // attach.cpp
    void on_link_remote_open(ConnectionTurn& turn, pn_link_t* link, Actions& actions);
    void on_link_remote_close(ConnectionTurn& turn, pn_link_t* link, bool closed, Actions& actions);
    void on_answer(ConnectionTurn& turn, core::AttachAnswer& answer, Actions& actions);
    void on_detach_order(ConnectionTurn& turn, core::DetachOrder& order);
    /// The peer breaks the rules of the protocol on this link, which is gone afterwards.
    void detach_with(ConnectionTurn& turn, Link& link, const AmqpError& error, Actions& actions);
    void lose_link(ConnectionTurn& turn, pn_link_t* link, bool lost, Actions& actions);

    // ordered_links.cpp
    pn_session_t* session_for(ConnectionTurn& turn, std::uint32_t group);
    void on_link_order(ConnectionTurn& turn, const core::LinkOrder& order);
    void on_order_answered(ConnectionTurn& turn, Link& link, Actions& actions);
    void forget_session(ConnectionTurn& turn, pn_session_t* session);

    // inbound.cpp
    void on_unwanted(ConnectionTurn& turn, pn_link_t* link);
    void on_incoming(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                     Actions& actions);
    bool read_whole(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                    Actions& actions);
    bool read_part(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                   Actions& actions);
    void hand_to_core(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                      message::Ending ending, Actions& actions);
    void reject_malformed(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                          const message::Facts& facts, Actions& actions);
    void on_producer_update(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                            Actions& actions);
    static IncomingId keep(IncomingLink& link, pn_delivery_t* delivery);
    void on_credit_returned(ConnectionTurn& turn, IncomingLink& link, Actions& actions);
    void on_disposition(ConnectionTurn& turn, core::IncomingDisposition& told);
    void on_grant(ConnectionTurn& turn, const core::CreditGrant& grant);
    void on_allowance(ConnectionTurn& turn, const core::StreamAllowance& allowance,
                      Actions& actions);

    // outbound.cpp
    /// True if it made room for the next delivery.
    bool on_outgoing_update(ConnectionTurn& turn, OutgoingLink& link, pn_delivery_t* delivery,
                            Actions& actions);
    void on_flow(ConnectionTurn& turn, OutgoingLink& link, Actions& actions);
    void on_work(ConnectionTurn& turn, core::LinkWithWork& work, Actions& actions);
    void on_stream_ready(ConnectionTurn& turn, const core::StreamReady& ready, Actions& actions);
    void on_disposition(ConnectionTurn& turn, core::OutgoingDisposition& told);
    void on_drain_done(ConnectionTurn& turn, const core::DrainDone& done, Actions& actions);
    void send_ready(ConnectionTurn& turn, OutgoingLink& link, Actions& actions);
    void resume_waiting(ConnectionTurn& turn, Actions& actions);
    bool send_front(ConnectionTurn& turn, OutgoingLink& link, Actions& actions);
    void begin(ConnectionTurn& turn, OutgoingLink& link, Sending& sending);
    void finish(ConnectionTurn& turn, OutgoingLink& link, Actions& actions);
    void abort_front(ConnectionTurn& turn, OutgoingLink& link);
    void report(ConnectionTurn& turn, OutgoingLink& link, Actions& actions);

    /// Asked before a message is described, so that those that nobody wants to see cost nothing.
    bool traces_messages() const {
        return !origin_->settings.message_logging_components.empty() &&
               log::enabled(log::Module::message, log::Level::trace);
    }
    /// `size`: of the message so far, of which `head` is the first buffer.
    void trace(ConnectionTurn& turn, const Link& link, message::Buffer& head, std::uint64_t size);

    IncomingLink* find_incoming(LinkId link);
    OutgoingLink* find_outgoing(LinkId link);

    Server& server_;
    ConnectionId id_;
    std::shared_ptr<const Origin> origin_;
    pn_connection_t* pn_;
    IntrusivePtr<core::Outbox> outbox_;
    SlotMap<std::unique_ptr<Link>, LinkId, 4> links_;
    std::map<std::uint32_t, pn_session_t*> own_sessions_; ///< for links that we open, by group
    std::string annotations_; ///< of the message that begins; kept, to allocate but once
    std::vector<LinkId> waiting_for_room_; ///< outgoing links whose session is full
    std::uint64_t parcels_taken_ = 0;
    core::ParcelPtr used_;
    std::shared_ptr<DialObserver> observer_;
    std::string peer_; ///< address of the other end
    bool opened_ = false;
    bool dropped_ = false;
    bool broken_ = false; ///< ends, and Proton's objects of it cannot be trusted
    bool finished_ = false;
    FrameTrace frame_trace_;
    std::atomic<Close> close_requested_{Close::no};
};

} // namespace crosspoint::io
