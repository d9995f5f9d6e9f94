// SPDX-License-Identifier: Apache-2.0
// Forwarding to other routers: which of them, and over which link.
#include "router_core/forward/forward.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/message/trace.hpp"

#include "crosspoint/core/limits.hpp"

#include <algorithm>

namespace crosspoint::core {

namespace {

/// Never back to where the message came from: the routers there know better ways than through us.
bool can_go(const RemoteRouter& remote, const Journey* journey) {
    const Connection* via = remote.via;
    return via && via->router && via->router->control && !(journey && journey->from == via);
}

/// It would keep all that follow it on its link waiting, here or further on.
bool is_large(const Offer& made) {
    return made.arrived.ending == message::Ending::open ||
           made.arrived.size >= limits::stream_threshold;
}

bool is_on_the_way(const RemoteRouter& remote, const Journey* journey) {
    return !journey || !journey->allowed || journey->allowed->contains(remote.slot);
}

} // namespace

RemoteRouter* choose_closest_remote(Address& address, const Journey* journey) {
    RemoteRouter* best = nullptr;
    std::size_t equals = 0;
    for (RemoteRouter* remote : address.remotes) {
        if (!can_go(*remote, journey)) {
            continue;
        }
        if (!best || remote->cost < best->cost) {
            best = remote;
            equals = 1;
        } else if (remote->cost == best->cost) {
            ++equals;
        }
    }
    if (equals < 2) {
        return best;
    }
    std::size_t turn = address.next_remote++ % equals;
    for (RemoteRouter* remote : address.remotes) {
        if (can_go(*remote, journey) && remote->cost == best->cost && turn-- == 0) {
            return remote;
        }
    }
    return best;
}

const IntrusivePtr<Outstanding>& load_of(Address& address, const Connection& connection) {
    for (const Address::Load& load : address.loads) {
        if (load.connection == connection.id) {
            return load.outstanding;
        }
    }
    // Connections come and go; what nobody counts in any more is forgotten when there is news.
    std::erase_if(address.loads,
                  [](const Address::Load& load) { return load.outstanding->count == 0; });
    address.loads.push_back({connection.id, IntrusivePtr<Outstanding>(new Outstanding)});
    return address.loads.back().outstanding;
}

RemoteRouter* choose_balanced_remote(Address& address, const Journey* journey,
                                     const OutgoingLink* here) {
    RemoteRouter* best = nullptr;
    std::uint64_t lowest = here ? here->load() : 0;
    bool eligible = here && here->load() < here->capacity;
    bool anybody = here != nullptr;
    for (RemoteRouter* remote : address.remotes) {
        if (!can_go(*remote, journey) || !is_on_the_way(*remote, journey)) {
            continue;
        }
        const std::uint32_t under_way = load_of(address, *remote->via)->count;
        const std::uint64_t value = under_way + remote->cost;
        const bool may_have_more = under_way < remote->via->info.link_capacity;
        const bool better = !anybody || (may_have_more && !eligible) ||
                            (may_have_more == eligible && value < lowest);
        if (better) {
            best = remote;
            lowest = value;
            eligible = may_have_more;
            anybody = true;
        }
    }
    return best;
}

std::vector<Connection*> next_hops_of_multicast(const Address& address, const Offer& made) {
    std::vector<Connection*> hops;
    if (made.journey && made.journey->origin_unknown) {
        return hops;
    }
    for (const RemoteRouter* remote : address.remotes) {
        const bool goes = can_go(*remote, made.journey) && is_on_the_way(*remote, made.journey);
        if (goes && std::ranges::find(hops, remote->via) == hops.end() &&
            !(made.journey &&
              message::has_passed(*made.arrived.message, remote->via->router->node))) {
            hops.push_back(remote->via);
        }
    }
    return hops;
}

void offer_to_consumer(CoreThread& ct, Context& context, OutgoingLink& consumer,
                       const Offer& made) {
    OutgoingLink& link = link_to_consumer(ct, context, consumer, is_large(made));
    if (&link == &consumer) {
        offer(ct, context, consumer, made);
        return;
    }
    if (!consumer.streams) {
        consumer.streams = IntrusivePtr<Outstanding>(new Outstanding);
    }
    Offer counted = made;
    counted.outstanding = &consumer.streams;
    offer(ct, context, link, counted);
}

bool forward_to_router(CoreThread& ct, Context& context, Connection& to, const Offer& made) {
    OutgoingLink* link = link_to_router(ct, context, to, made.priority, is_large(made));
    if (!link) {
        return false;
    }
    offer(ct, context, *link, made);
    return true;
}

} // namespace crosspoint::core
