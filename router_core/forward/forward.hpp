// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address.hpp"
#include "router_core/link/context.hpp"
#include "router_core/link/outgoing.hpp"

#include "crosspoint/base/thread.hpp"

#include <cstddef>

namespace crosspoint::core {

/// Sends the message on by the treatment of the address, or of its fallback if nobody is there.
/// Returns the number of copies made; 0 means that there is no destination.
std::size_t forward(CoreThread& ct, Context& context, Address& address, const IncomingLink& from,
                    const Offer& made);

/// The treatments, one file each. They choose among the consumers of one address.
OutgoingLink* choose_closest(Address& address);
OutgoingLink* choose_balanced(Address& address);
std::size_t forward_multicast(CoreThread& ct, Context& context, Address& address,
                              const Offer& made);

} // namespace crosspoint::core
