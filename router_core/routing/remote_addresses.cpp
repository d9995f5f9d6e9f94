// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/remote_addresses.hpp"

#include "router_core/routing/address_key.hpp"

#include <utility>

namespace crosspoint::routing {

RemoteAddresses::Outcome RemoteAddresses::apply(const Mau& update, AddressChanges& changes) {
    if (update.kind == Mau::Kind::absolute) {
        // A set that was under way for long may be older than the differentials that passed it.
        if (update.mobile_seq < sequence_) {
            return Outcome::outdated;
        }
        replace(update, changes);
    } else {
        if (update.mobile_seq <= sequence_) {
            return Outcome::outdated;
        }
        if (update.mobile_seq - 1 != sequence_) {
            return Outcome::gap;
        }
        for (const HintedAddress& address : update.addresses) {
            if (is_advertised(address.key) && learn(address)) {
                changes.added.push_back(address);
            }
        }
        for (const std::string& key : update.removed) {
            if (keys_.erase(key) != 0) {
                changes.removed.push_back(key);
            }
        }
    }
    sequence_ = update.mobile_seq;
    return Outcome::applied;
}

bool RemoteAddresses::learn(const HintedAddress& address) {
    const auto [known, is_new] = keys_.emplace(address.key, address.hint);
    return is_new || std::exchange(known->second, address.hint) != address.hint;
}

void RemoteAddresses::replace(const Mau& update, AddressChanges& changes) {
    Set complete;
    for (const HintedAddress& address : update.addresses) {
        if (is_advertised(address.key)) {
            complete.emplace(address.key, address.hint);
        }
    }
    for (const auto& [key, hint] : keys_) {
        if (!complete.contains(key)) {
            changes.removed.push_back(key);
        }
    }
    for (const auto& [key, hint] : complete) {
        const auto known = keys_.find(key);
        if (known == keys_.end() || known->second != hint) {
            changes.added.push_back(HintedAddress{key, hint});
        }
    }
    keys_ = std::move(complete);
}

void RemoteAddresses::reset() {
    sequence_ = 0;
    keys_.clear();
}

} // namespace crosspoint::routing
