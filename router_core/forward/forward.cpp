// SPDX-License-Identifier: Apache-2.0
#include "router_core/forward/forward.hpp"

#include "router_core/address/address_text.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/link/outgoing.hpp"

namespace crosspoint::core {

namespace {

std::size_t forward_to(CoreThread& ct, Context& context, Address& address, const Offer& made) {
    OutgoingLink* chosen = nullptr;
    switch (address.treatment) {
    case Treatment::multicast:
        return forward_multicast(ct, context, address, made);
    case Treatment::closest:
        chosen = choose_closest(address);
        break;
    case Treatment::balanced:
        chosen = choose_balanced(address);
        break;
    case Treatment::unavailable:
        break;
    }
    if (!chosen) {
        return 0;
    }
    if (chosen->connection.info.role == Role::route_container) {
        ++context.counters.egress_route_container;
    }
    offer(ct, context, *chosen, made);
    return 1;
}

} // namespace

std::size_t forward(CoreThread& ct, Context& context, Address& address, const IncomingLink& from,
                    const Offer& made) {
    std::size_t copies = forward_to(ct, context, address, made);
    if (copies == 0 && address.fallback && !from.fallback) {
        // Wherever it comes next, it must not go back to the address where nobody was.
        const std::string_view key = address.fallback->key;
        const Offer diverted{made.arrived, made.source, made.priority, text_of_mobile(key),
                             phase_number(phase_of_mobile(key))};
        copies = forward_to(ct, context, *address.fallback, diverted);
        address.fallback->counters.egress += copies;
        context.counters.redirected_to_fallback += copies;
        address.counters.redirected_to_fallback += copies;
        return copies;
    }
    address.counters.egress += copies;
    context.counters.egress += copies;
    return copies;
}

} // namespace crosspoint::core
