// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/stream.hpp"

#include "router_core/link/connection.hpp"
#include "router_core/link/outgoing.hpp"
#include "router_core/link/settlement.hpp"

#include "crosspoint/core/limits.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace crosspoint::core {

using message::Ending;

namespace {

/// All bytes of a message that came settled are there: nobody will speak of this copy again.
void forget_settled(Context& context, OutgoingDelivery& copy) {
    if (copy.parcel == 0) {
        copy.source->copies.remove(copy);
        copy.source = nullptr;
    } else {
        count_finished(context, copy, state::none, true);
        erase(context, copy);
    }
}

/// While the delivery is still open, so that it outlives its copies.
void give_up_oversize(CoreThread& ct, Context& context, IncomingDelivery& delivery) {
    for (OutgoingDelivery* copy = delivery.copies.front(); copy;) {
        OutgoingDelivery* next = copy->copy_hook.next;
        if (is_too_large(*copy->link, delivery.size)) {
            give_up(ct, context, *copy, size_exceeded());
        }
        copy = next;
    }
}

} // namespace

void stream_grew(CoreThread& ct, Context& context, IncomingDelivery& delivery, std::uint64_t size,
                 Ending ending) {
    delivery.size = size;
    if (ending == Ending::aborted) {
        abort_copies(ct, context, delivery);
        return;
    }
    give_up_oversize(ct, context, delivery);
    delivery.ending = ending;
    for (OutgoingDelivery* copy = delivery.copies.front(); copy;) {
        OutgoingDelivery* next = copy->copy_hook.next;
        copy->ending = ending;
        if (copy->parcel == 0) {
            copy->size = size;
        } else {
            context.postman.parcel(ct, copy->link->connection)
                .streams.push_back({copy->link->id, copy->id, size, ending});
        }
        if (ending == Ending::complete && copy->came_settled) {
            forget_settled(context, *copy);
        }
        copy = next;
    }
    if (ending == Ending::complete) {
        completed(ct, context, delivery);
    }
}

void stream_progressed(CoreThread& ct, Context& context, OutgoingDelivery& delivery,
                       std::uint64_t bytes) {
    delivery.bytes_sent = bytes;
    if (delivery.source) {
        raise_allowance(ct, context, *delivery.source);
    }
}

void raise_allowance(CoreThread& ct, Context& context, IncomingDelivery& delivery) {
    if (delivery.ending != Ending::open || delivery.discarding || !delivery.link) {
        return;
    }
    if (delivery.copies.empty()) {
        discard_rest(ct, context, delivery);
        return;
    }
    std::uint64_t slowest = std::numeric_limits<std::uint64_t>::max();
    for (OutgoingDelivery* copy = delivery.copies.front(); copy; copy = copy->copy_hook.next) {
        slowest = std::min(slowest, copy->bytes_sent);
    }
    const std::uint64_t allowed = slowest + limits::stream_window;
    if (allowed >= delivery.allowed + limits::stream_step) {
        delivery.allowed = allowed;
        context.postman.parcel(ct, delivery.link->connection)
            .allowances.push_back({delivery.link->id, delivery.id, allowed, false});
    }
}

void discard_rest(CoreThread& ct, Context& context, IncomingDelivery& delivery) {
    if (delivery.discarding || !delivery.link) {
        return;
    }
    delivery.discarding = true;
    context.postman.parcel(ct, delivery.link->connection)
        .allowances.push_back(
            {delivery.link->id, delivery.id, std::numeric_limits<std::uint64_t>::max(), true});
}

void give_up(CoreThread& ct, Context& context, OutgoingDelivery& delivery, DeliveryState state) {
    if (delivery.parcel != 0) {
        context.postman.parcel(ct, delivery.link->connection)
            .streams.push_back({delivery.link->id, delivery.id, delivery.size, Ending::aborted});
    }
    consumer_says(ct, context, delivery, std::move(state), true);
}

void abort_copies(CoreThread& ct, Context& context, IncomingDelivery& delivery) {
    while (OutgoingDelivery* copy = delivery.copies.front()) {
        if (copy->parcel != 0) {
            context.postman.parcel(ct, copy->link->connection)
                .streams.push_back({copy->link->id, copy->id, copy->size, Ending::aborted});
        }
        erase(context, *copy);
    }
    delivery.ending = Ending::aborted;
    conclude(ct, context, delivery);
}

} // namespace crosspoint::core
