// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/incoming.hpp"

#include "router_core/link/connection.hpp"
#include "router_core/link/delivery_log.hpp"
#include "router_core/link/health.hpp"

#include "crosspoint/core/limits.hpp"

#include <utility>

namespace crosspoint::core {

void touch_credit(Context& context, IncomingLink& link) {
    if (!std::exchange(link.credit_touched, true)) {
        context.credit_touched.push_back(&link);
    }
}

void grant_credit(CoreThread& ct, Context& context) {
    for (IncomingLink* link : context.credit_touched) {
        link->credit_touched = false;
        if (const std::uint32_t credit = link->credit.take_grant()) {
            unmark_blocked(context, *link);
            context.postman.parcel(ct, link->connection)
                .credit.push_back({link->id, credit, link->draining});
        }
    }
    context.credit_touched.clear();
}

void open_credit(CoreThread& ct, Context& context, IncomingLink& link) {
    if (link.credit.is_open()) {
        return;
    }
    link.credit.open();
    const bool was_draining = std::exchange(link.draining, false);
    const std::uint32_t credit = link.credit.take_all();
    unmark_blocked(context, link);
    if (credit > 0 || was_draining) {
        context.postman.parcel(ct, link.connection).credit.push_back({link.id, credit, false});
    }
}

void drain_credit(CoreThread& ct, Context& context, IncomingLink& link) {
    link.credit.close();
    if (!std::exchange(link.draining, true)) {
        context.postman.parcel(ct, link.connection).credit.push_back({link.id, 0, true});
    }
}

IncomingDelivery& track(Context& context, IncomingLink& link, const DeliveryArrived& arrived) {
    auto [key, delivery] = context.incoming.emplace();
    delivery.key = key;
    delivery.link = &link;
    delivery.id = arrived.id;
    delivery.number = context.arrived;
    delivery.arrived_ms = context.now_ms;
    delivery.size = arrived.size;
    delivery.ending = arrived.ending;
    delivery.settled = arrived.settled;
    delivery.came_settled = arrived.settled;
    delivery.allowed = limits::stream_window;
    link.remember(delivery);
    return delivery;
}

void count_presettled(Context& context, IncomingLink& link) {
    link.counters.count_presettled(context.now_s);
    context.counters.outcomes.presettled += link.kind == LinkKind::endpoint ? 1 : 0;
}

void tell_producer(CoreThread& ct, Context& context, IncomingDelivery& delivery,
                   DeliveryState state, bool settle) {
    IncomingLink* link = delivery.link;
    if (!link) {
        return;
    }
    if (deliveries_are_logged()) {
        log_delivery(*link, delivery.number,
                     "Producer is told: " + text_of(state) + (settle ? ", settled" : ""));
    }
    if (settle) {
        // A message that is a failure to its consumer has failed, whatever the consumer says.
        if (delivery.came_settled) {
            count_presettled(context, *link);
        } else {
            link->counters.count_settled(state.code, context.now_s);
            context.counters.outcomes.count(state.code);
        }
        const std::uint64_t stayed = context.now_ms - delivery.arrived_ms;
        link->counters.outcomes.count_delay(stayed);
        context.counters.outcomes.count_delay(stayed);
    }
    context.postman.parcel(ct, link->connection)
        .incoming_dispositions.push_back({link->id, delivery.id, std::move(state), settle});
}

void finish(CoreThread&, Context& context, IncomingDelivery& delivery) {
    check(delivery.copies.empty(), "a delivery is finished before its copies");
    unmark_stuck(context, delivery);
    if (IncomingLink* link = delivery.link) {
        link->forget(delivery);
        link->settled_one();
        touch_credit(context, *link);
    }
    context.stream_stall.forget(delivery);
    context.incoming.erase(delivery.key);
}

} // namespace crosspoint::core
