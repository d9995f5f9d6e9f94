// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/link.hpp"

namespace crosspoint::core {

IncomingDelivery* IncomingLink::find(IncomingId wanted) const {
    if (!wanted || wanted.slot >= by_slot_.size()) {
        return nullptr;
    }
    IncomingDelivery* there = by_slot_[wanted.slot];
    return there && there->id == wanted ? there : nullptr;
}

void IncomingLink::remember(IncomingDelivery& delivery) {
    deliveries.push_back(delivery);
    if (delivery.id.slot >= by_slot_.size()) {
        by_slot_.resize(delivery.id.slot + 1);
    }
    by_slot_[delivery.id.slot] = &delivery;
}

void IncomingLink::forget(IncomingDelivery& delivery) {
    deliveries.remove(delivery);
    by_slot_[delivery.id.slot] = nullptr;
    if (deliveries.empty() && by_slot_.size() > credit.capacity()) {
        by_slot_ = {};
    }
}

} // namespace crosspoint::core
