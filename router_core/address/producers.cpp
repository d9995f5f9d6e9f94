// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/producers.hpp"

#include "router_core/link/incoming.hpp"

namespace crosspoint::core {

void open_producers(CoreThread& ct, Context& context, Address& address) {
    for (IncomingLink* link = address.producers.front(); link; link = link->address_hook.next) {
        open_credit(ct, context, *link);
    }
    if (address.fallback_of) {
        open_producers(ct, context, *address.fallback_of);
    }
}

} // namespace crosspoint::core
