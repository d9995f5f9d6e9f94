// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address.hpp"
#include "router_core/address/router_set.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/link/context.hpp"
#include "router_core/link/outgoing.hpp"

#include "crosspoint/base/thread.hpp"

#include <cstddef>
#include <vector>

namespace crosspoint::core {

/// What is to be known of a message that another router sent, besides the message.
struct Journey {
    const Connection* from = nullptr;
    std::uint8_t ingress = 0; ///< where it entered the network: see IngressHistogram
    /// The routers towards which it may go, given where it entered the network.
    const routing::RouterSet* allowed = nullptr;
    /// Nobody knows where it entered, so that a multicast has no tree to follow.
    bool origin_unknown = false;
};

/// Sends the message on by the treatment of the address, or of its fallback if nobody is there.
/// Returns the number of copies made; 0 means that there is no destination.
std::size_t forward(CoreThread& ct, Context& context, Address& address, const IncomingLink& from,
                    const Offer& made);

/// The same for a message that the router has made itself.
std::size_t forward_own(CoreThread& ct, Context& context, Address& address, const Offer& made);

/// How many copies were made for consumers of this router, and for other routers.
struct Copies {
    std::size_t here = 0;
    std::size_t onward = 0;
    std::size_t to_containers = 0; ///< of those for consumers: on route-container connections
};

inline bool is_container(const OutgoingLink& consumer) {
    return consumer.connection.info.role == Role::route_container;
}

/// The treatments, one file each. They choose among the consumers of one address.
/// Consumers on the connection `not_to` are passed over.
OutgoingLink* choose_closest(Address& address, const Connection* not_to = nullptr);
OutgoingLink* choose_balanced(Address& address, const Connection* not_to = nullptr);
Copies forward_multicast(CoreThread& ct, Context& context, Address& address, const Offer& made);

/// And among the other routers that have consumers; see remote.cpp. Null: none can be reached.
RemoteRouter* choose_closest_remote(Address& address, const Journey* journey);
/// `here` is the best consumer of this router, null if there is none. Null also if that is better.
RemoteRouter* choose_balanced_remote(Address& address, const Journey* journey,
                                     const OutgoingLink* here);
/// The connections on which a multicast goes on, each once, ascending.
std::vector<Connection*> next_hops_of_multicast(const Address& address, const Offer& made);

/// Sends one copy to a consumer, or to whom an edge connection leads.
void offer_to_consumer(CoreThread& ct, Context& context, OutgoingLink& consumer, const Offer& made);
/// Sends one copy over a connection to another router. False: it cannot be sent there.
bool forward_to_router(CoreThread& ct, Context& context, Connection& to, const Offer& made);

/// Where deliveries of the address are counted that go out on that connection.
const IntrusivePtr<Outstanding>& load_of(Address& address, const Connection& connection);

} // namespace crosspoint::core
