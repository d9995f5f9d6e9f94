// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/stream_stall.hpp"

#include "router_core/link/context.hpp"
#include "router_core/link/stream.hpp"

#include "crosspoint/core/limits.hpp"

namespace crosspoint::core {

using message::Ending;

namespace {

/// All that may be read has been read.
bool is_held_up(const IncomingDelivery& delivery) {
    return delivery.size >= delivery.allowed;
}

/// As far as is known: progress is reported in steps.
bool waits_for_more(const OutgoingDelivery& copy, const IncomingDelivery& delivery) {
    return copy.bytes_sent + limits::stream_step > delivery.size;
}

bool somebody_waits(const IncomingDelivery& delivery) {
    for (const OutgoingDelivery* copy = delivery.copies.front(); copy;
         copy = copy->copy_hook.next) {
        if (waits_for_more(*copy, delivery)) {
            return true;
        }
    }
    return false;
}

/// True if this copy has been the reason for the others' waiting for too long.
bool has_had_its_time(OutgoingDelivery& copy, std::uint64_t now_ms) {
    const bool goes_on = !copy.stalled_since_ms || copy.bytes_sent != copy.stalled_at;
    if (goes_on) {
        copy.stalled_since_ms = now_ms;
        copy.stalled_at = copy.bytes_sent;
    }
    return now_ms - *copy.stalled_since_ms >= StreamStall::patience_ms;
}

void check_one(CoreThread& ct, Context& context, IncomingDelivery& delivery) {
    const bool blocked = is_held_up(delivery) && somebody_waits(delivery);
    for (OutgoingDelivery* copy = delivery.copies.front(); copy;) {
        OutgoingDelivery* next = copy->copy_hook.next;
        const bool holds = blocked && copy->bytes_sent + limits::stream_window <
                                          delivery.allowed + limits::stream_step;
        if (!holds) {
            copy->stalled_since_ms.reset();
        } else if (has_had_its_time(*copy, context.now_ms)) {
            give_up(ct, context, *copy, copy->parcel != 0 ? state::modified : state::released);
        }
        copy = next;
    }
}

} // namespace

void StreamStall::watch(IncomingDelivery& delivery, std::uint64_t now_ms) {
    if (watched_.empty()) {
        next_check_ms_ = now_ms + interval_ms;
    }
    watched_.push_back(delivery);
}

void StreamStall::forget(IncomingDelivery& delivery) {
    if (delivery.stall_hook.listed) {
        watched_.remove(delivery);
    }
}

void StreamStall::check(CoreThread& ct, Context& context) {
    if (watched_.empty() || context.now_ms < next_check_ms_) {
        return;
    }
    next_check_ms_ = context.now_ms + interval_ms;
    for (IncomingDelivery* delivery = watched_.front(); delivery;) {
        IncomingDelivery* next = delivery->stall_hook.next;
        if (delivery->ending != Ending::open || delivery->copies.size() < 2) {
            watched_.remove(*delivery); // no consumer can be in another's way any more
        } else {
            check_one(ct, context, *delivery);
        }
        delivery = next;
    }
}

std::optional<std::uint64_t> StreamStall::next_check(std::uint64_t now_ms) const {
    if (watched_.empty()) {
        return std::nullopt;
    }
    return next_check_ms_ > now_ms ? next_check_ms_ - now_ms : 0;
}

} // namespace crosspoint::core
