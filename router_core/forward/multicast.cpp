// SPDX-License-Identifier: Apache-2.0
#include "router_core/forward/forward.hpp"
#include "router_core/link/outgoing.hpp"

namespace crosspoint::core {

std::size_t forward_multicast(CoreThread& ct, Context& context, Address& address,
                              const Offer& made) {
    // If nobody is here, a fallback may take the message, as one copy.
    if (made.source && !address.consumers.empty()) {
        made.source->multicast = true;
    }
    for (OutgoingLink* consumer : address.consumers) {
        offer(ct, context, *consumer, made);
    }
    if (made.source && made.source->ending == message::Ending::open &&
        address.consumers.size() > 1) {
        context.stream_stall.watch(*made.source, context.now_ms);
    }
    return address.consumers.size();
}

} // namespace crosspoint::core
