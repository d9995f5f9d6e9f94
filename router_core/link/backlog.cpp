// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/backlog.hpp"

namespace crosspoint::core {

void Backlog::add(OutgoingDelivery& delivery) {
    OutgoingDelivery* before = nullptr;
    for (std::size_t at_least = delivery.priority; !before && at_least < priorities; ++at_least) {
        before = last_of_[at_least];
    }
    list_.insert_after(before, delivery);
    last_of_[delivery.priority] = &delivery;
}

void Backlog::remove(OutgoingDelivery& delivery) {
    OutgoingDelivery*& last = last_of_[delivery.priority];
    if (last == &delivery) {
        OutgoingDelivery* previous = delivery.hook.previous;
        last = previous && previous->priority == delivery.priority ? previous : nullptr;
    }
    list_.remove(delivery);
}

} // namespace crosspoint::core
