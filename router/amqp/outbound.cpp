// SPDX-License-Identifier: Apache-2.0
// The consumer's side of a connection: sends what the core has handed over, from the shared
// buffers, and tells the core what becomes of it.
#include "router/amqp/connection.hpp"
#include "router/amqp/disposition.hpp"
#include "router/amqp/handle.hpp"
#include "router/amqp/message_trace.hpp"

#include "crosspoint/core/limits.hpp"
#include "crosspoint/message/annotations.hpp"

#include <proton/delivery.h>
#include <proton/link.h>
#include <proton/session.h>

#include <algorithm>
#include <utility>

namespace crosspoint::io {

using message::Ending;

namespace {

/// What Proton may hold for a session that the peer does not read. Beyond that deliveries wait
/// here, and then in the core.
constexpr std::size_t max_session_bytes = 512 * 1024;

constexpr std::size_t max_kept_annotations = 4096;

bool session_is_full(pn_link_t* link) {
    return pn_session_outgoing_bytes(pn_link_session(link)) >= max_session_bytes;
}

} // namespace

void Connection::on_work(ConnectionTurn& turn, core::LinkWithWork& work, Actions& actions) {
    OutgoingLink* link = find_outgoing(work.link);
    if (!link) {
        return; // the core learns from parcels_taken that it was not sent
    }
    const bool was_idle = link->queue.empty();
    Sending& sending = link->queue.push();
    sending.work = std::move(work);
    if (was_idle) {
        send_ready(turn, *link, actions);
    }
}

void Connection::send_ready(ConnectionTurn& turn, OutgoingLink& link, Actions& actions) {
    while (!link.queue.empty() && !session_is_full(link.pn)) {
        if (!send_front(turn, link, actions)) {
            break;
        }
    }
    if (link.queue.empty() && std::exchange(link.drain_when_sent, false)) {
        pn_link_drained(link.pn);
    }
    if (!link.queue.empty() && session_is_full(link.pn) &&
        !std::exchange(link.waits_for_room, true)) {
        waiting_for_room_.push_back(link.id);
    }
    report(turn, link, actions);
}

/// Proton tells only the link whose bytes it has written that there is room again; the others of
/// the session would wait for ever. Who has had room goes behind those who have not, so that a link
/// that always has more to send leaves some to the others.
void Connection::resume_waiting(ConnectionTurn& turn, Actions& actions) {
    if (waiting_for_room_.empty()) {
        return;
    }
    std::vector<LinkId> waiting;
    waiting.swap(waiting_for_room_);
    std::vector<LinkId> in_vain;
    for (const LinkId id : waiting) {
        OutgoingLink* link = find_outgoing(id);
        if (link && session_is_full(link->pn)) {
            in_vain.push_back(id);
        } else if (link) {
            link->waits_for_room = false;
            send_ready(turn, *link, actions);
        }
    }
    waiting_for_room_.insert(waiting_for_room_.begin(), in_vain.begin(), in_vain.end());
}

void Connection::begin(ConnectionTurn& turn, OutgoingLink& link, Sending& sending) {
    const std::uint64_t tag = link.next_tag++;
    sending.delivery =
        pn_delivery(link.pn, pn_dtag(reinterpret_cast<const char*>(&tag), sizeof tag));
    if (sending.work.id) {
        pn_delivery_set_context(sending.delivery, to_context(sending.work.id));
    }
    if (const core::TransferState state = std::move(sending.work.state)) {
        write_state(turn, sending.delivery, *state);
    }
    const message::Message& content = *sending.work.message;
    sending.at =
        sending.work.start ? std::move(sending.work.start) : message::BufferPtr(content.head());
    if (traces_messages()) {
        trace(turn, link, *sending.at, sending.work.size);
    }
    const message::Facts& facts = content.facts();
    const bool annotate = !origin_->settings.strip_outbound;
    if (!facts.has_router_annotations && !annotate) {
        return;
    }
    // The section that carries router annotations is written anew; all else passes untouched.
    std::string& front = annotations_;
    front.clear();
    const std::byte* bytes = sending.at->data();
    const auto text = [bytes](message::Range range) {
        return std::string_view(reinterpret_cast<const char*>(bytes) + range.begin, range.size());
    };
    const std::string& node = origin_->node;
    message::RouterAnnotations ours;
    const core::Redirection* redirection = sending.work.redirection.get();
    ours.to_override = redirection ? std::string_view(redirection->to) : text(facts.to_override);
    ours.phase = redirection ? redirection->phase : facts.phase;
    ours.stream = facts.stream;
    if (!origin_->of_edge_router) {
        ours.ingress = facts.ingress.empty() ? std::string_view(node) : text(facts.ingress);
        ours.trace = {bytes + facts.trace.begin, facts.trace.size()};
        ours.trace_count = facts.trace_count;
        ours.append_to_trace = node;
    }
    message::write_annotations({bytes, sending.at->capacity()}, facts, annotate ? &ours : nullptr,
                               front);
    pn_link_send(link.pn, reinterpret_cast<const char*>(bytes), facts.annotations.begin);
    pn_link_send(link.pn, front.data(), front.size());
    sending.offset = facts.annotations.end;
    sending.sent = facts.annotations.end;
    if (front.capacity() > max_kept_annotations) {
        std::string().swap(front);
    }
}

/// True: the first of the queue is done with, go on with the next.
bool Connection::send_front(ConnectionTurn& turn, OutgoingLink& link, Actions& actions) {
    Sending& sending = link.queue.front();
    if (sending.work.ending == Ending::aborted) {
        abort_front(turn, link);
        return true;
    }
    if (!sending.delivery) {
        if (pn_link_credit(link.pn) <= 0) {
            return false;
        }
        if (pn_link_current(link.pn)) {
            on_wrong_way(turn); // not ours: we would write into it
            return false;
        }
        begin(turn, link, sending);
    }
    while (sending.sent < sending.work.size) {
        const std::uint64_t here = std::min<std::uint64_t>(sending.at->capacity() - sending.offset,
                                                           sending.work.size - sending.sent);
        if (here == 0) {
            sending.at = message::BufferPtr(sending.at->next());
            sending.offset = 0;
            continue;
        }
        pn_link_send(link.pn, reinterpret_cast<const char*>(sending.at->data()) + sending.offset,
                     here);
        sending.offset += static_cast<std::uint32_t>(here);
        sending.sent += here;
        if (sending.sent < sending.work.size && session_is_full(link.pn)) {
            break;
        }
    }
    const bool all = sending.sent == sending.work.size && sending.work.ending == Ending::complete;
    if (all) {
        finish(turn, link, actions);
        return true;
    }
    if (sending.work.id && sending.sent >= sending.reported + core::limits::stream_step) {
        sending.reported = sending.sent;
        actions.emplace_back(core::StreamProgress{sending.work.id, sending.sent});
    }
    return false;
}

void Connection::finish(ConnectionTurn&, OutgoingLink& link, Actions& actions) {
    Sending& sending = link.queue.front();
    pn_link_advance(link.pn);
    if (sending.work.settled) {
        pn_delivery_set_context(sending.delivery, nobody_asks());
        pn_delivery_settle(sending.delivery);
        if (sending.work.producer_waits) {
            actions.emplace_back(
                core::ConsumerDisposition{sending.work.id, core::state::accepted, true});
        }
    }
    ++link.passed;
    link.passed_bytes += sending.work.counted;
    link.queue.pop();
}

/// The producer gave up in the middle, or the consumer did not want the rest.
void Connection::abort_front(ConnectionTurn& turn, OutgoingLink& link) {
    Sending& sending = link.queue.front();
    if (sending.delivery) {
        pn_delivery_set_context(sending.delivery, nobody_asks());
        pn_delivery_abort(sending.delivery);
        if (traces_messages()) {
            trace_message(turn, id_, link.pn, "aborted message");
        }
    }
    ++link.passed;
    link.passed_bytes += sending.work.counted;
    link.queue.pop();
}

/// Tells the core how far we have got and how much credit there is, when it is worth telling.
void Connection::report(ConnectionTurn&, OutgoingLink& link, Actions& actions) {
    const std::uint64_t step = link.report_each ? 1 : core::limits::progress_deliveries;
    if (link.passed - link.reported_passed >= step ||
        link.passed_bytes - link.reported_bytes >= core::limits::progress_bytes) {
        link.reported_passed = link.passed;
        link.reported_bytes = link.passed_bytes;
        actions.emplace_back(core::SendProgress{link.id, link.passed, link.passed_bytes});
    }
    const auto credit = static_cast<std::uint64_t>(std::max(0, pn_link_credit(link.pn)));
    const std::uint64_t limit = link.passed + credit;
    const bool drain = pn_link_get_drain(link.pn) && credit > 0;
    if (limit != link.reported_limit || drain != link.reported_drain) {
        link.reported_limit = limit;
        link.reported_drain = drain;
        link.drain_when_sent = false; // a new word of the consumer; the core answers it anew
        link.drain_serial += drain ? 1 : 0;
        actions.emplace_back(core::CreditArrived{link.id, limit, drain, link.drain_serial});
    }
}

void Connection::on_flow(ConnectionTurn& turn, OutgoingLink& link, Actions& actions) {
    resume_waiting(turn, actions);
    if (link.answered && link.waits_for_room) {
        report(turn, link, actions);
    } else if (link.answered) {
        send_ready(turn, link, actions);
    }
}

bool Connection::on_outgoing_update(ConnectionTurn& turn, OutgoingLink& link,
                                    pn_delivery_t* delivery, Actions& actions) {
    const auto id = from_context<OutgoingId>(pn_delivery_get_context(delivery));
    if (!id || !pn_delivery_updated(delivery)) {
        return false;
    }
    const bool settled = pn_delivery_settled(delivery);
    actions.emplace_back(core::ConsumerDisposition{id, read_state(turn, delivery), settled});
    pn_delivery_clear(delivery);
    if (!settled) {
        return false;
    }
    if (!link.queue.empty() && link.queue.front().delivery == delivery) {
        abort_front(turn, link);
        return true;
    }
    pn_delivery_set_context(delivery, nobody_asks());
    pn_delivery_settle(delivery);
    return false;
}

void Connection::on_stream_ready(ConnectionTurn& turn, const core::StreamReady& ready,
                                 Actions& actions) {
    OutgoingLink* link = find_outgoing(ready.link);
    if (!link) {
        return;
    }
    for (Sending& sending : link->queue.items()) {
        if (sending.work.id != ready.id) {
            continue;
        }
        sending.work.size = ready.size;
        sending.work.ending = ready.ending;
        if (&sending == &link->queue.front()) {
            send_ready(turn, *link, actions);
        }
        return;
    }
}

void Connection::on_disposition(ConnectionTurn& turn, core::OutgoingDisposition& told) {
    OutgoingLink* link = find_outgoing(told.link);
    if (!link) {
        return;
    }
    // Producers settle in order, mostly, so that it is found near the head.
    void* wanted = to_context(told.id);
    pn_delivery_t* delivery = pn_unsettled_head(link->pn);
    while (delivery && pn_delivery_get_context(delivery) != wanted) {
        delivery = pn_unsettled_next(delivery);
    }
    const bool being_sent =
        delivery && !link->queue.empty() && link->queue.front().delivery == delivery;
    if (!delivery || being_sent) {
        for (Sending& sending : link->queue.items()) {
            if (sending.work.id == told.id) {
                sending.work.settled = told.settle; // still waits: goes out settled
            }
        }
        return;
    }
    write_state(turn, delivery, told.state);
    if (told.settle) {
        pn_delivery_set_context(delivery, nobody_asks());
        pn_delivery_settle(delivery);
    }
}

void Connection::on_drain_done(ConnectionTurn& turn, const core::DrainDone& done,
                               Actions& actions) {
    OutgoingLink* link = find_outgoing(done.link);
    if (link && done.serial == link->drain_serial) {
        link->drain_when_sent = true;
        send_ready(turn, *link, actions);
    }
}

} // namespace crosspoint::io
