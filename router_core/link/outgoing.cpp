// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/outgoing.hpp"

#include "router_core/link/connection.hpp"
#include "router_core/link/delivery_log.hpp"
#include "router_core/link/health.hpp"
#include "router_core/link/settlement.hpp"

#include <utility>

namespace crosspoint::core {

namespace {

/// A consumer that cannot follow loses settled deliveries, but for the oldest: nobody else waits.
void drop_settled(Context& context, OutgoingLink& link) {
    bool first = true;
    OutgoingDelivery* at = link.backlog.front();
    while (at) {
        OutgoingDelivery* next = List<OutgoingDelivery>::next(*at);
        const bool droppable = at->came_settled && !at->source && !at->own;
        if (droppable && !std::exchange(first, false)) {
            ++link.counters.outcomes.dropped_presettled;
            ++context.counters.outcomes.dropped_presettled;
            if (deliveries_are_logged()) {
                log_delivery(link, at->number, "Dropped: settled, and the consumer is too slow");
            }
            erase(context, *at);
        }
        at = next;
    }
}

/// One of our own messages does not wait in the backlog any more.
void own_left(OutgoingLink& link, const OutgoingDelivery& delivery) {
    link.own_waiting -= delivery.size;
    link.own_dropped = link.own_dropped && link.own_waiting > 0;
}

/// False: there is no room for one more of our own messages, as its consumer takes none.
bool make_room_for_own(OutgoingLink& link, std::uint64_t size) {
    if (link.own_waiting == 0 || link.own_waiting + size <= OutgoingLink::max_own_waiting) {
        return true;
    }
    if (!std::exchange(link.own_dropped, true)) {
        log::write(log::Module::agent, log::Level::warning,
                   "[C%lu][L%lu] Replies are dropped: %lu bytes wait for credit already",
                   link.connection.id.value, link.identity, link.own_waiting);
    }
    return false;
}

void hand_over_one(CoreThread& ct, Context& context, OutgoingLink& link,
                   OutgoingDelivery& delivery) {
    Parcel& parcel = context.postman.parcel(ct, link.connection);
    link.window.handed_over(delivery.size);
    link.connection.last_delivery_s = context.now_s;
    ++link.counters.deliveries;
    delivery.parcel = parcel.serial;
    if (delivery.own) {
        own_left(link, delivery);
    }
    const bool producer_waits = delivery.settled && delivery.source && !delivery.came_settled;
    parcel.links_with_work[delivery.priority].push_back(
        {link.id, delivery.id, std::move(delivery.message), std::move(delivery.start),
         std::move(delivery.redirection), delivery.size, delivery.size, delivery.ending,
         delivery.settled, producer_waits, std::move(delivery.state)});
    link.backlog.remove(delivery);
    const bool nobody_will_speak_of_it = delivery.settled && !delivery.source;
    if (nobody_will_speak_of_it) {
        unmark_stuck(context, delivery);
        count_finished(context, delivery, state::none, true);
        parcel.links_with_work[delivery.priority].back().id = {};
        context.outgoing.erase(delivery.id);
    } else {
        link.sent.push_back(delivery);
    }
}

void reject_oversize(Context& context, OutgoingLink& link, const Offer& made) {
    if (IncomingDelivery* source = made.source) {
        source->outcome = source->multicast
                              ? DeliveryState(combine(source->outcome.code, state::rejected))
                              : size_exceeded();
    }
    if (made.arrived.settled) {
        ++link.counters.outcomes.dropped_presettled;
        ++context.counters.outcomes.dropped_presettled;
    } else {
        ++link.counters.outcomes.rejected;
    }
}

} // namespace

bool is_too_large(const OutgoingLink& link, std::uint64_t size) {
    return link.max_message_size > 0 && size > link.max_message_size;
}

DeliveryState size_exceeded() {
    StateDetail detail;
    detail.condition = condition::message_size_exceeded;
    detail.description = "Message size exceeded";
    return {state::rejected, std::move(detail)};
}

void offer(CoreThread& ct, Context& context, OutgoingLink& link, const Offer& made) {
    const DeliveryArrived& arrived = made.arrived;
    if (is_too_large(link, arrived.size)) {
        reject_oversize(context, link, made);
        return;
    }
    if (made.own && !make_room_for_own(link, arrived.size)) {
        ++link.counters.outcomes.dropped_presettled;
        ++context.counters.outcomes.dropped_presettled;
        return;
    }
    auto [id, delivery] = context.outgoing.emplace();
    delivery.id = id;
    delivery.number = context.arrived;
    delivery.link = &link;
    delivery.source = made.source;
    delivery.message = arrived.message;
    delivery.size = arrived.size;
    delivery.ending = arrived.ending;
    delivery.arrived_ms = context.now_ms;
    delivery.priority = made.priority;
    delivery.came_settled = arrived.settled;
    delivery.ingress = made.ingress;
    delivery.settled = arrived.settled || link.send_settled;
    if (arrived.ending == message::Ending::open) {
        delivery.start = arrived.message->head();
    }
    if (!link.connection.info.strip_outbound && !made.to.empty()) {
        delivery.redirection =
            std::make_unique<Redirection>(Redirection{std::string(made.to), made.phase});
    }
    if (made.outstanding && !arrived.settled) {
        delivery.outstanding = OutstandingShare(*made.outstanding);
    }
    if (arrived.state) {
        delivery.state = std::make_unique<DeliveryState>(arrived.state->copy());
    }
    if (made.source) {
        made.source->copies.push_back(delivery);
        ++made.source->undecided;
    }
    if (made.own) {
        delivery.own = true;
        link.own_waiting += arrived.size;
    } else if (arrived.settled && link.backlog.size() >= link.capacity) {
        drop_settled(context, link);
    }
    if (deliveries_are_logged()) {
        log_delivery(link, delivery.number,
                     "Forwarded here: priority " + std::to_string(made.priority));
    }
    link.backlog.add(delivery);
    hand_over(ct, context, link);
}

void hand_over(CoreThread& ct, Context& context, OutgoingLink& link) {
    while (link.window.is_open() && !link.backlog.empty()) {
        hand_over_one(ct, context, link, *link.backlog.front());
        if (!link.window.has_credit()) {
            credit_is_gone(context, link);
        }
    }
    const bool nothing_more_to_send = link.backlog.empty() || !link.window.has_credit();
    if (link.drain_serial && nothing_more_to_send) {
        context.postman.parcel(ct, link.connection)
            .drained.push_back({link.id, *std::exchange(link.drain_serial, std::nullopt)});
        if (link.window.has_credit()) {
            credit_is_gone(context, link);
        }
        link.window.drain();
    }
}

void count_finished(Context& context, OutgoingDelivery& delivery, std::uint64_t code,
                    bool presettled) {
    OutgoingLink& link = *delivery.link;
    if (presettled) {
        link.counters.count_presettled(context.now_s);
    } else {
        link.counters.count_settled(code, context.now_s);
    }
    link.counters.outcomes.count_delay(context.now_ms - delivery.arrived_ms);
    if (link.kind == LinkKind::endpoint) {
        link.ingress.count(delivery.ingress);
    }
}

void erase(Context& context, OutgoingDelivery& delivery) {
    OutgoingLink& link = *delivery.link;
    unmark_stuck(context, delivery);
    if (delivery.parcel == 0) {
        link.backlog.remove(delivery);
        if (delivery.own) {
            own_left(link, delivery);
        }
    } else {
        link.sent.remove(delivery);
    }
    if (delivery.source) {
        delivery.source->copies.remove(delivery);
        delivery.source->undecided -= delivery.decided ? 0 : 1;
    }
    context.outgoing.erase(delivery.id);
}

} // namespace crosspoint::core
