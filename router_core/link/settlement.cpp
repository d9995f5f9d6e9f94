// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/settlement.hpp"

#include "router_core/link/connection.hpp"
#include "router_core/link/delivery_log.hpp"
#include "router_core/link/health.hpp"
#include "router_core/link/incoming.hpp"
#include "router_core/link/outgoing.hpp"
#include "router_core/link/stream.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace crosspoint::core {

using message::Ending;

namespace {

/// Speaks for a consumer that is gone.
void lose(CoreThread& ct, Context& context, OutgoingDelivery& delivery, DeliveryState state) {
    if (deliveries_are_logged()) {
        log_delivery(*delivery.link, delivery.number,
                     "Consumer is gone: " + text_of(state) +
                         (delivery.source ? "" : ", and nobody waits to hear of it"));
    }
    consumer_says(ct, context, delivery, std::move(state), true);
}

/// A copy has got its outcome, or has been settled without one, which proves nothing.
void decide(IncomingDelivery& source, OutgoingDelivery& copy, std::uint64_t code) {
    if (std::exchange(copy.decided, true)) {
        return;
    }
    --source.undecided;
    const std::uint64_t outcome = code == state::declared ? state::rejected : code;
    source.outcome.code = combine(source.outcome.code, outcome ? outcome : state::modified);
}

void consumer_of_multicast_says(CoreThread& ct, Context& context, OutgoingDelivery& copy,
                                IncomingDelivery& source, const DeliveryState& state,
                                bool settled) {
    if (!state.terminal() && !settled) {
        return;
    }
    const bool were_undecided = source.undecided > 0;
    decide(source, copy, state.terminal() ? state.code : state::none);
    if (settled) {
        erase(context, copy);
    }
    if (source.copies.empty()) {
        conclude(ct, context, source);
    } else if (were_undecided && source.undecided == 0 && source.ending == Ending::complete) {
        tell_producer(ct, context, source, source.outcome.code, false);
    } else {
        raise_allowance(ct, context, source);
    }
}

void consumer_of_one_says(CoreThread& ct, Context& context, OutgoingDelivery& copy,
                          IncomingDelivery& source, DeliveryState state, bool settled) {
    if (!settled && source.ending == Ending::complete) {
        source.outcome.code = state.code;
        tell_producer(ct, context, source, std::move(state), false);
        return;
    }
    if (!settled) {
        source.outcome = std::move(state);
        return;
    }
    if (state) {
        source.outcome = std::move(state);
    }
    erase(context, copy);
    conclude(ct, context, source);
}

bool contains(const std::vector<OutgoingId>& ids, OutgoingId id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

void let_go(CoreThread& ct, Context& context, IncomingDelivery& source, OutgoingDelivery& copy) {
    const bool multicast = source.multicast;
    if (multicast && copy.parcel != 0) {
        context.postman.parcel(ct, copy.link->connection)
            .outgoing_dispositions.push_back({copy.link->id, copy.id, state::modified, true});
        erase(context, copy);
        return;
    }
    source.copies.remove(copy);
    source.undecided -= copy.decided ? 0 : 1;
    copy.source = nullptr;
    copy.settled = copy.settled || (multicast && copy.parcel == 0);
}

} // namespace

std::uint64_t combine(std::uint64_t left, std::uint64_t right) {
    constexpr std::array by_precedence{state::rejected, state::accepted, state::modified,
                                       state::released};
    for (const std::uint64_t code : by_precedence) {
        if (left == code || right == code) {
            return code;
        }
    }
    return left ? left : right;
}

void consumer_says(CoreThread& ct, Context& context, OutgoingDelivery& delivery,
                   DeliveryState state, bool settled) {
    if (settled) {
        count_finished(context, delivery, state.code, delivery.came_settled);
    }
    IncomingDelivery* source = delivery.source;
    if (!source) {
        if (settled) {
            erase(context, delivery);
        }
    } else if (source->multicast) {
        consumer_of_multicast_says(ct, context, delivery, *source, state, settled);
    } else {
        consumer_of_one_says(ct, context, delivery, *source, std::move(state), settled);
    }
}

void conclude(CoreThread& ct, Context& context, IncomingDelivery& delivery) {
    if (!delivery.copies.empty()) {
        return;
    }
    if (delivery.ending == Ending::open) {
        discard_rest(ct, context, delivery);
        return;
    }
    // No disposition is sent for an aborted delivery, nor for one that the producer has settled;
    // but the worker waits for the word that it may forget the delivery.
    const bool silent = delivery.settled || delivery.ending == Ending::aborted;
    tell_producer(ct, context, delivery, silent ? DeliveryState{} : std::move(delivery.outcome),
                  true);
    finish(ct, context, delivery);
}

void completed(CoreThread& ct, Context& context, IncomingDelivery& delivery) {
    const bool decided = delivery.outcome && (!delivery.multicast || delivery.undecided == 0);
    if (delivery.settled) {
        producer_says(ct, context, delivery, {}, true);
    } else if (delivery.copies.empty()) {
        conclude(ct, context, delivery);
    } else if (decided) {
        // The code stays here for the settlement; the detail is told once.
        DeliveryState told = std::move(delivery.outcome);
        delivery.outcome = told.code;
        tell_producer(ct, context, delivery, std::move(told), false);
    }
}

void refuse(CoreThread& ct, Context& context, IncomingDelivery& delivery, DeliveryState state) {
    delivery.outcome = std::move(state);
    conclude(ct, context, delivery);
}

void producer_says(CoreThread& ct, Context& context, IncomingDelivery& delivery,
                   DeliveryState state, bool settled) {
    delivery.settled = delivery.settled || settled;
    const bool unicast = !delivery.multicast;
    for (OutgoingDelivery* copy = delivery.copies.front(); copy;) {
        OutgoingDelivery* next = copy->copy_hook.next;
        if (copy->parcel == 0) {
            copy->settled = copy->settled || settled;
            if (state) {
                copy->state = std::make_unique<DeliveryState>(state.copy());
            }
        } else if ((settled || state) && copy->ending == Ending::complete) {
            // Copies of a multicast get the bare state.
            DeliveryState told = unicast ? state.copy() : DeliveryState(state.code);
            context.postman.parcel(ct, copy->link->connection)
                .outgoing_dispositions.push_back(
                    {copy->link->id, copy->id, std::move(told), settled});
            if (settled) {
                erase(context, *copy);
            }
        }
        copy = next;
    }
    if (!settled || delivery.ending == Ending::open) {
        return;
    }
    while (OutgoingDelivery* copy = delivery.copies.front()) {
        delivery.copies.remove(*copy);
        copy->source = nullptr;
    }
    delivery.undecided = 0;
    conclude(ct, context, delivery);
}

void resolve_lost(CoreThread& ct, Context& context, OutgoingLink& link,
                  const LinkDetached& detached) {
    while (OutgoingDelivery* waiting = link.backlog.front()) {
        if (waiting->came_settled) {
            ++link.counters.outcomes.dropped_presettled;
            ++context.counters.outcomes.dropped_presettled;
        }
        lose(ct, context, *waiting, state::released);
    }
    while (OutgoingDelivery* sent = link.sent.front()) {
        const bool never_sent =
            sent->parcel > detached.parcels_taken || contains(detached.unsent, sent->id);
        StateDetail failed;
        failed.delivery_failed = true;
        lose(ct, context, *sent,
             never_sent ? DeliveryState(state::released)
                        : DeliveryState(state::modified, std::move(failed)));
    }
}

void resolve_lost(CoreThread& ct, Context& context, IncomingLink& link) {
    while (IncomingDelivery* delivery = link.deliveries.front()) {
        unmark_stuck(context, *delivery);
        link.forget(*delivery);
        delivery->link = nullptr;
        if (delivery->ending == Ending::open) {
            abort_copies(ct, context, *delivery);
            continue;
        }
        while (OutgoingDelivery* copy = delivery->copies.front()) {
            let_go(ct, context, *delivery, *copy);
        }
        finish(ct, context, *delivery);
    }
}

} // namespace crosspoint::core
