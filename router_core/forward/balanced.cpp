// SPDX-License-Identifier: Apache-2.0
#include "router_core/forward/forward.hpp"

namespace crosspoint::core {

/// The consumer with the least work wins. One without any is taken at once, and the search begins
/// behind it the next time, so that idle consumers take turns; among busy ones the first of the
/// least loaded. A consumer whose work has reached its capacity is chosen only if all have.
OutgoingLink* choose_balanced(Address& address, const Connection* not_to) {
    const std::size_t count = address.consumers.size();
    if (count == 0) {
        return nullptr;
    }
    if (address.next_consumer >= count) {
        address.next_consumer = 0;
    }
    OutgoingLink* best = nullptr;
    bool best_eligible = false;
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t at = address.next_consumer + i;
        at -= at >= count ? count : 0;
        OutgoingLink* candidate = address.consumers[at];
        if (&candidate->connection == not_to) {
            continue;
        }
        const std::size_t load = candidate->load();
        if (load == 0) {
            address.next_consumer = at + 1;
            return candidate;
        }
        const bool eligible = load < candidate->capacity;
        const bool better = !best || (eligible && !best_eligible) ||
                            (eligible == best_eligible && load < best->load());
        if (better) {
            best = candidate;
            best_eligible = eligible;
        }
    }
    return best;
}

} // namespace crosspoint::core
