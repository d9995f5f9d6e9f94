// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/amqp/fifo.hpp"

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/slot_map.hpp"
#include "crosspoint/core/actions.hpp"
#include "crosspoint/core/outbox.hpp"
#include "crosspoint/message/message.hpp"

#include <proton/types.h>

#include <cstdint>
#include <memory>

namespace crosspoint::io {

/// The message that is being read on an incoming link, if it did not come in one piece.
struct Reading {
    message::BufferPtr head; ///< until the message is handed to the core
    message::BufferPtr tail; ///< the buffer that is being filled
    std::uint32_t tail_used = 0;
    std::uint64_t size = 0;     ///< bytes read
    std::uint64_t reported = 0; ///< of which the core knows
    std::uint64_t allowed = 0;  ///< how far it may be read; see core::StreamAllowance
    IncomingId id;              ///< once the core knows the delivery
    bool discard = false;       ///< nobody wants the rest
    bool refused = false;       ///< malformed: it is rejected when it has been read to its end
    message::Facts facts;       ///< if refused: why
};

/// What is being sent on an outgoing link, or waits for room.
struct Sending {
    core::LinkWithWork work;
    message::BufferPtr at; ///< the buffer to send from next; null: nothing has been sent
    std::uint32_t offset = 0;
    std::uint64_t sent = 0;     ///< bytes of the message as it came
    std::uint64_t reported = 0; ///< of which the core knows
    pn_delivery_t* delivery = nullptr;
};

/// The worker's half of an AMQP link; core::Link is the other. Owned by its Connection.
struct Link {
    LinkId id;
    std::uint64_t identity = 0; ///< the n of "[Ln]"
    core::Direction direction = core::Direction::incoming;
    bool answered = false;    ///< the core has accepted it, or the peer one that we opened
    bool own_session = false; ///< its session ends with it
    std::uint32_t order = 0;  ///< number of the core's order, if we opened it
    pn_link_t* pn = nullptr;

    virtual ~Link() = default;
};

struct IncomingLink final : Link {
    bool anonymous = false; ///< no target: every message says where it goes
    bool collects = false;  ///< large messages are not forwarded before they are complete
    SlotMap<pn_delivery_t*, IncomingId> deliveries;
    std::unique_ptr<Reading> reading;
};

struct OutgoingLink final : Link {
    Fifo<Sending> queue; ///< only the first may have been begun
    std::uint64_t next_tag = 0;
    std::uint64_t passed = 0;       ///< deliveries off our hands
    std::uint64_t passed_bytes = 0; ///< as counted by the core
    std::uint64_t reported_passed = 0;
    std::uint64_t reported_bytes = 0;
    std::uint64_t reported_limit = 0; ///< credit that the core knows of
    std::uint32_t drain_serial = 0;
    bool reported_drain = false;
    bool report_each = false;     ///< the core wants to know of every delivery
    bool waits_for_room = false;  ///< in its session; see Connection::resume_waiting
    bool drain_when_sent = false; ///< the core has nothing more: drain once the queue is empty
};

} // namespace crosspoint::io
