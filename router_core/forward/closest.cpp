// SPDX-License-Identifier: Apache-2.0
#include "router_core/forward/forward.hpp"

namespace crosspoint::core {

/// The consumers of one router are all equally close, so they take turns.
OutgoingLink* choose_closest(Address& address, const Connection* not_to) {
    for (std::size_t tried = 0; tried < address.consumers.size(); ++tried) {
        if (address.next_consumer >= address.consumers.size()) {
            address.next_consumer = 0;
        }
        OutgoingLink* next = address.consumers[address.next_consumer++];
        if (&next->connection != not_to) {
            return next;
        }
    }
    return nullptr;
}

} // namespace crosspoint::core
