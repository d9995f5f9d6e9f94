// SPDX-License-Identifier: Apache-2.0
#include "router_core/forward/forward.hpp"
#include "router_core/link/outgoing.hpp"

#include <algorithm>

namespace crosspoint::core {

Copies forward_multicast(CoreThread& ct, Context& context, Address& address, const Offer& made) {
    std::vector<Connection*> next_hops;
    if (!address.remotes.empty()) {
        next_hops = next_hops_of_multicast(address, made);
    }
    const auto is_back = [&](const OutgoingLink* consumer) {
        return &consumer->connection == made.not_to;
    };
    const bool somebody_here = made.also_up || !std::ranges::all_of(address.consumers, is_back);
    // If nobody is here, a fallback may take the message, as one copy.
    if (made.source && (somebody_here || !next_hops.empty())) {
        made.source->multicast = true;
    }
    std::size_t here = 0;
    std::size_t to_containers = 0;
    for (OutgoingLink* consumer : address.consumers) {
        if (!is_back(consumer)) {
            offer_to_consumer(ct, context, *consumer, made);
            ++here;
            to_containers += is_container(*consumer) ? 1 : 0;
        }
    }
    if (made.also_up) {
        offer_to_consumer(ct, context, *made.also_up, made);
        ++here;
    }
    std::size_t onward = 0;
    for (Connection* next_hop : next_hops) {
        onward += forward_to_router(ct, context, *next_hop, made) ? 1 : 0;
    }
    const std::size_t copies = here + onward;
    if (made.source && made.source->ending == message::Ending::open && copies > 1) {
        context.stream_stall.watch(*made.source, context.now_ms);
    }
    return {here, onward, to_containers};
}

} // namespace crosspoint::core
