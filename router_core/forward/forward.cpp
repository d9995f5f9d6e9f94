// SPDX-License-Identifier: Apache-2.0
#include "router_core/forward/forward.hpp"

#include "router_core/address/address_text.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/link/outgoing.hpp"

namespace crosspoint::core {

namespace {

Copies forward_to_consumer(CoreThread& ct, Context& context, OutgoingLink& chosen,
                           const Offer& made) {
    offer_to_consumer(ct, context, chosen, made);
    return {1, 0, is_container(chosen) ? 1U : 0U};
}

Copies forward_closest(CoreThread& ct, Context& context, Address& address, const Offer& made) {
    if (OutgoingLink* chosen = choose_closest(address, made.not_to)) {
        return forward_to_consumer(ct, context, *chosen, made);
    }
    if (address.remotes.empty()) {
        return {};
    }
    const RemoteRouter* remote = choose_closest_remote(address, made.journey);
    return {0, remote && forward_to_router(ct, context, *remote->via, made) ? 1U : 0U, 0};
}

Copies forward_balanced(CoreThread& ct, Context& context, Address& address, const Offer& made) {
    OutgoingLink* chosen = choose_balanced(address, made.not_to);
    const bool others_may_be_better = !address.remotes.empty() && (!chosen || chosen->load() > 0);
    const RemoteRouter* remote =
        others_may_be_better ? choose_balanced_remote(address, made.journey, chosen) : nullptr;
    if (remote) {
        Offer counted = made;
        counted.outstanding = &load_of(address, *remote->via);
        if (forward_to_router(ct, context, *remote->via, counted)) {
            return {0, 1, 0};
        }
    }
    return chosen ? forward_to_consumer(ct, context, *chosen, made) : Copies{};
}

Copies forward_to(CoreThread& ct, Context& context, Address& address, const Offer& made) {
    switch (address.treatment) {
    case Treatment::multicast:
        return forward_multicast(ct, context, address, made);
    case Treatment::closest:
        return forward_closest(ct, context, address, made);
    case Treatment::balanced:
        return forward_balanced(ct, context, address, made);
    case Treatment::unavailable:
        break;
    }
    return {};
}

void count(Context& context, Address& address, const Copies& copies) {
    address.counters.egress += copies.here;
    address.counters.transit += copies.onward;
    address.counters.egress_route_container += copies.to_containers;
    context.counters.egress += copies.here;
    context.counters.transit += copies.onward;
    context.counters.egress_route_container += copies.to_containers;
}

std::size_t forward_or_divert(CoreThread& ct, Context& context, Address& address, const Offer& made,
                              bool may_divert) {
    Copies copies = forward_to(ct, context, address, made);
    std::size_t all = copies.here + copies.onward;
    if (all == 0 && address.fallback && may_divert) {
        // Wherever it comes next, it must not go back to the address where nobody was.
        const std::string_view key = address.fallback->key;
        Offer diverted = made;
        diverted.to = text_of_mobile(key);
        diverted.phase = phase_number(phase_of_mobile(key));
        copies = forward_to(ct, context, *address.fallback, diverted);
        all = copies.here + copies.onward;
        address.fallback->counters.egress += copies.here;
        address.fallback->counters.transit += copies.onward;
        context.counters.redirected_to_fallback += all;
        address.counters.redirected_to_fallback += all;
        return all;
    }
    count(context, address, copies);
    return all;
}

} // namespace

std::size_t forward(CoreThread& ct, Context& context, Address& address, const IncomingLink& from,
                    const Offer& made) {
    return forward_or_divert(ct, context, address, made, !from.fallback);
}

std::size_t forward_own(CoreThread& ct, Context& context, Address& address, const Offer& made) {
    ++address.counters.from_container;
    return forward_or_divert(ct, context, address, made, true);
}

} // namespace crosspoint::core
