// SPDX-License-Identifier: Apache-2.0
#include "router_core/forward/forward.hpp"
#include "router_core/link/outgoing.hpp"

namespace crosspoint::core {

Copies forward_multicast(CoreThread& ct, Context& context, Address& address, const Offer& made) {
    std::vector<Connection*> next_hops;
    if (!address.remotes.empty()) {
        next_hops = next_hops_of_multicast(address, made);
    }
    // If nobody is here, a fallback may take the message, as one copy.
    if (made.source && !(address.consumers.empty() && next_hops.empty())) {
        made.source->multicast = true;
    }
    for (OutgoingLink* consumer : address.consumers) {
        offer(ct, context, *consumer, made);
    }
    std::size_t onward = 0;
    for (Connection* next_hop : next_hops) {
        onward += forward_to_router(ct, context, *next_hop, made) ? 1 : 0;
    }
    const std::size_t copies = address.consumers.size() + onward;
    if (made.source && made.source->ending == message::Ending::open && copies > 1) {
        context.stream_stall.watch(*made.source, context.now_ms);
    }
    return {address.consumers.size(), onward};
}

} // namespace crosspoint::core
