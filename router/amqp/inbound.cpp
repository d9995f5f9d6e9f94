// SPDX-License-Identifier: Apache-2.0
// The producer's side of a connection: reads messages, hands them to the core, passes on what the
// core has to say of them.
#include "router/amqp/connection.hpp"
#include "router/amqp/disposition.hpp"
#include "router/amqp/handle.hpp"
#include "router/amqp/message_trace.hpp"

#include "crosspoint/base/log.hpp"
#include "crosspoint/core/limits.hpp"

#include <proton/delivery.h>
#include <proton/link.h>

#include <algorithm>
#include <limits>

namespace crosspoint::io {

using message::Ending;
using message::Parsed;

namespace {

constexpr std::uint32_t chunk = 32 * 1024;

char* bytes_of(message::Buffer& buffer, std::uint32_t offset) {
    return reinterpret_cast<char*>(buffer.data()) + offset;
}

message::MessagePtr counted(message::BufferPtr head, const message::Facts& facts) {
    return message::MessagePtr(new message::Message(std::move(head), facts));
}

AmqpError refusal(const message::Facts& facts) {
    return {facts.error_is_annotation ? condition::invalid_field : condition::decode_error,
            facts.error ? facts.error : "invalid message format"};
}

/// Takes what Proton holds of the current delivery, as far as the allowance goes.
void read_available(pn_link_t* pn, Reading& reading) {
    while (reading.size < reading.allowed || reading.discard) {
        if (reading.discard) {
            char nowhere[chunk];
            const ssize_t n = pn_link_recv(pn, nowhere, sizeof nowhere);
            if (n <= 0) {
                return;
            }
            reading.size += static_cast<std::uint64_t>(n);
            continue;
        }
        if (!reading.tail || reading.tail_used == reading.tail->capacity()) {
            pn_delivery_t* delivery = pn_link_current(pn);
            if (pn_delivery_pending(delivery) == 0 || pn_delivery_aborted(delivery)) {
                return;
            }
            message::BufferPtr next = message::BufferPtr::make(chunk);
            if (reading.tail) {
                reading.tail->chain(next);
            } else {
                reading.head = next;
            }
            reading.tail = std::move(next);
            reading.tail_used = 0;
        }
        const std::uint32_t room = reading.tail->capacity() - reading.tail_used;
        const ssize_t n = pn_link_recv(pn, bytes_of(*reading.tail, reading.tail_used), room);
        if (n <= 0) {
            return;
        }
        reading.tail_used += static_cast<std::uint32_t>(n);
        reading.size += static_cast<std::uint64_t>(n);
    }
}

/// Puts everything read so far into one buffer: what has to be understood did not fit into the
/// first. Only before the message is handed over.
void make_contiguous(Reading& reading) {
    const auto size = static_cast<std::uint32_t>(reading.size);
    message::BufferPtr whole = message::BufferPtr::make(size + chunk);
    std::uint32_t copied = 0;
    for (const message::Buffer* at = reading.head.get(); at; at = at->next().get()) {
        const std::uint32_t n = std::min(at->capacity(), size - copied);
        std::copy_n(const_cast<message::Buffer*>(at)->data(), n, whole->data() + copied);
        copied += n;
    }
    reading.head = reading.tail = std::move(whole);
    reading.tail_used = size;
}

/// What the producer has declared with the transfer, AMQP 1.0 2.7.5; mostly nothing.
core::TransferState transfer_state(ConnectionTurn& turn, pn_delivery_t* delivery) {
    if (pn_delivery_remote_state(delivery) == core::state::none) {
        return nullptr;
    }
    return std::make_unique<core::DeliveryState>(read_state(turn, delivery));
}

} // namespace

/// The link is closed on our side, but the peer does not know yet. What it sends is thrown away, so
/// that it does not use up the session's window.
void Connection::on_unwanted(ConnectionTurn&, pn_link_t* pn) {
    if (pn_link_is_sender(pn)) {
        return;
    }
    while (pn_delivery_t* current = pn_link_current(pn)) {
        char nowhere[chunk];
        while (pn_link_recv(pn, nowhere, sizeof nowhere) > 0) {
        }
        if (pn_delivery_partial(current) && !pn_delivery_aborted(current)) {
            return;
        }
        pn_delivery_settle(current);
    }
}

void Connection::on_incoming(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                             Actions& actions) {
    if (pn_link_remote_credit(link.pn) < 0) {
        detach_with(turn, link, {condition::transfer_limit_exceeded, "more sent than credit given"},
                    actions);
        on_unwanted(turn, pn_delivery_link(delivery));
        return;
    }
    if (delivery != pn_link_current(link.pn)) {
        on_producer_update(turn, link, delivery, actions);
        return;
    }
    while (pn_delivery_t* current = pn_link_current(link.pn)) {
        const bool whole = !link.reading && !pn_delivery_partial(current) &&
                           !pn_delivery_aborted(current) &&
                           pn_delivery_pending(current) < core::limits::stream_threshold;
        const bool done = whole ? read_whole(turn, link, current, actions)
                                : read_part(turn, link, current, actions);
        if (!done) {
            return;
        }
    }
}

IncomingId Connection::keep(IncomingLink& link, pn_delivery_t* delivery) {
    const IncomingId id = link.deliveries.emplace(delivery).first;
    pn_delivery_set_context(delivery, to_context(id));
    return id;
}

bool Connection::read_whole(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                            Actions& actions) {
    const auto size = static_cast<std::uint32_t>(pn_delivery_pending(delivery));
    message::BufferPtr buffer = message::BufferPtr::make(size);
    pn_link_recv(link.pn, bytes_of(*buffer, 0), size);
    message::Facts facts;
    const auto depth = link.anonymous ? message::Depth::properties : message::Depth::annotations;
    const Parsed parsed = message::parse_sections({buffer->data(), size}, depth,
                                                  origin_->settings.strip_inbound, true, facts);
    if (parsed != Parsed::ok) {
        reject_malformed(turn, link, delivery, facts, actions);
        return true;
    }
    if (traces_messages()) {
        trace(turn, link, *buffer, size);
    }
    const bool settled = pn_delivery_settled(delivery);
    const IncomingId id = settled ? IncomingId{} : keep(link, delivery);
    actions.emplace_back(core::DeliveryArrived{link.id, id, counted(std::move(buffer), facts), size,
                                               Ending::complete, settled,
                                               transfer_state(turn, delivery)});
    pn_link_advance(link.pn);
    if (settled) {
        pn_delivery_settle(delivery);
    }
    return true;
}

bool Connection::read_part(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                           Actions& actions) {
    if (!link.reading) {
        link.reading = std::make_unique<Reading>();
        link.reading->allowed =
            link.collects ? core::limits::max_collected : core::limits::stream_window;
    }
    Reading& reading = *link.reading;
    const bool aborted = pn_delivery_aborted(delivery);
    if (!aborted) {
        read_available(link.pn, reading);
    }
    const bool all_read =
        aborted || (!pn_delivery_partial(delivery) && pn_delivery_pending(delivery) == 0);
    const Ending ending = aborted ? Ending::aborted : (all_read ? Ending::complete : Ending::open);
    if (reading.id) {
        if (reading.size != reading.reported || ending != Ending::open) {
            reading.reported = reading.size;
            actions.emplace_back(core::StreamGrew{link.id, reading.id, reading.size, ending});
        }
    } else if (!reading.refused) {
        hand_to_core(turn, link, delivery, ending, actions);
    }
    if (!all_read) {
        return false;
    }
    const bool known = static_cast<bool>(reading.id);
    const bool refused = reading.refused;
    const message::Facts facts = reading.facts;
    link.reading.reset();
    if (aborted && traces_messages()) {
        trace_message(turn, id_, link.pn, "aborted message");
    }
    if (refused) {
        reject_malformed(turn, link, delivery, facts, actions);
        return true;
    }
    pn_link_advance(link.pn);
    if (known) {
        // Any frame may say that the message is settled, AMQP 1.0 2.7.5.
        on_producer_update(turn, link, delivery, actions);
        return true;
    }
    // Settled, or aborted before the core heard of it.
    if (aborted) {
        actions.emplace_back(core::DeliveryRefused{link.id});
    }
    pn_delivery_settle(delivery);
    return true;
}

void Connection::hand_to_core(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                              Ending ending, Actions& actions) {
    Reading& reading = *link.reading;
    if (ending == Ending::aborted ||
        (ending == Ending::open && reading.size < core::limits::stream_threshold)) {
        return;
    }
    if (link.collects && ending == Ending::open) {
        // Nobody needs so large a one.
        reading.refused = reading.discard = reading.size >= core::limits::max_collected;
        return;
    }
    const bool complete = ending == Ending::complete;
    const auto depth = link.anonymous ? message::Depth::properties : message::Depth::annotations;
    const auto parse = [&] {
        const std::uint32_t in_head =
            reading.head ? static_cast<std::uint32_t>(
                               std::min<std::uint64_t>(reading.head->capacity(), reading.size))
                         : 0;
        const bool all = complete && in_head == reading.size;
        const std::byte* start = reading.head ? reading.head->data() : nullptr;
        return message::parse_sections({start, in_head}, depth, origin_->settings.strip_inbound,
                                       all, reading.facts);
    };
    Parsed parsed = parse();
    if (parsed == Parsed::need_more && reading.size > reading.head->capacity()) {
        make_contiguous(reading);
        parsed = parse();
    }
    if (parsed == Parsed::need_more && !complete &&
        reading.size < core::limits::stream_window - chunk) {
        return;
    }
    if (parsed != Parsed::ok) {
        reading.refused = reading.discard = true;
        reading.head = reading.tail = {};
        return;
    }
    if (traces_messages()) {
        trace(turn, link, *reading.head, reading.size);
    }
    const bool settled = pn_delivery_settled(delivery);
    if (!settled || !complete) {
        reading.id = keep(link, delivery);
    }
    reading.reported = reading.size;
    actions.emplace_back(
        core::DeliveryArrived{link.id, reading.id, counted(std::move(reading.head), reading.facts),
                              reading.size, ending, settled, transfer_state(turn, delivery)});
}

void Connection::reject_malformed(ConnectionTurn& turn, IncomingLink& link, pn_delivery_t* delivery,
                                  const message::Facts& facts, Actions& actions) {
    const AmqpError error = refusal(facts);
    log::write(log::Module::message, log::Level::info, "[C%lu][L%lu] Message refused: %s: %s",
               id_.value, link.identity, error.condition.data(), error.description.c_str());
    write_state(turn, delivery, rejected(error));
    pn_delivery_settle(delivery);
    actions.emplace_back(core::DeliveryRefused{link.id});
}

void Connection::on_producer_update(ConnectionTurn& turn, IncomingLink& link,
                                    pn_delivery_t* delivery, Actions& actions) {
    const auto id = from_context<IncomingId>(pn_delivery_get_context(delivery));
    if (!id || !pn_delivery_updated(delivery) || !link.deliveries.find(id)) {
        return;
    }
    actions.emplace_back(core::ProducerDisposition{link.id, id, read_state(turn, delivery),
                                                   pn_delivery_settled(delivery)});
    pn_delivery_clear(delivery);
}

void Connection::on_disposition(ConnectionTurn& turn, core::IncomingDisposition& told) {
    IncomingLink* link = find_incoming(told.link);
    pn_delivery_t** kept = link ? link->deliveries.find(told.id) : nullptr;
    if (!kept) {
        return;
    }
    pn_delivery_t* delivery = *kept;
    write_state(turn, delivery, told.state);
    if (told.settle) {
        link->deliveries.erase(told.id);
        pn_delivery_set_context(delivery, nullptr);
        pn_delivery_settle(delivery);
    }
}

void Connection::on_grant(ConnectionTurn&, const core::CreditGrant& grant) {
    IncomingLink* link = find_incoming(grant.link);
    if (!link) {
        return;
    }
    if (pn_link_get_drain(link->pn) != grant.drain) {
        pn_link_set_drain(link->pn, grant.drain);
    }
    pn_link_flow(link->pn, static_cast<int>(grant.credit));
}

void Connection::on_credit_returned(ConnectionTurn&, IncomingLink& link, Actions& actions) {
    const int returned = pn_link_drained(link.pn);
    if (returned > 0) {
        actions.emplace_back(core::CreditReturned{link.id, static_cast<std::uint32_t>(returned)});
    }
}

void Connection::on_allowance(ConnectionTurn& turn, const core::StreamAllowance& allowance,
                              Actions& actions) {
    IncomingLink* link = find_incoming(allowance.link);
    if (!link || !link->reading || link->reading->id != allowance.id) {
        return;
    }
    link->reading->allowed = allowance.bytes;
    link->reading->discard = allowance.discard;
    if (allowance.discard) {
        link->reading->tail = {};
    }
    on_incoming(turn, *link, pn_link_current(link->pn), actions);
}

} // namespace crosspoint::io
