// SPDX-License-Identifier: Apache-2.0
#include "router_core/forward/forward.hpp"

namespace crosspoint::core {

/// The consumers of one router are all equally close, so they take turns.
OutgoingLink* choose_closest(Address& address) {
    if (address.consumers.empty()) {
        return nullptr;
    }
    if (address.next_consumer >= address.consumers.size()) {
        address.next_consumer = 0;
    }
    return address.consumers[address.next_consumer++];
}

} // namespace crosspoint::core
