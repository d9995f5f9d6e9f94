// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/membership.hpp"

#include "router_core/address/address_text.hpp"

#include <algorithm>

namespace crosspoint::core {

void leave_address(OutgoingLink& link) {
    if (!link.address) {
        return;
    }
    auto& consumers = link.address->consumers;
    const auto place = std::find(consumers.begin(), consumers.end(), &link);
    const auto index = static_cast<std::size_t>(place - consumers.begin());
    consumers.erase(place);
    link.address->next_consumer -= link.address->next_consumer > index ? 1 : 0;
}

void leave_address(Context& context, IncomingLink& link) {
    if (link.credit_touched) {
        std::erase(context.credit_touched, &link);
    }
    if (link.address) {
        link.address->producers.remove(link);
    }
}

void note_changed(Context& context, const Address& address) {
    if (context.notes_changes && address.key[0] == static_cast<char>(AddressClass::mobile)) {
        context.changed_addresses.push_back(address.key);
    }
}

} // namespace crosspoint::core
