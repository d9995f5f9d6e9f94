// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/local_addresses.hpp"

#include "router_core/routing/address_key.hpp"

namespace crosspoint::routing {

void LocalAddresses::add(std::string_view key, TreatmentHint hint) {
    if (!is_advertised(key)) {
        return;
    }
    if (const auto back = removed_.find(key); back != removed_.end()) {
        removed_.erase(back);
    }
    const auto known = advertised_.find(key);
    if (known == advertised_.end() || known->second != hint) {
        added_.insert_or_assign(std::string(key), hint);
    } else if (const auto other = added_.find(key); other != added_.end()) {
        added_.erase(other); // as it was told the last time
    }
}

void LocalAddresses::remove(std::string_view key) {
    if (const auto fresh = added_.find(key); fresh != added_.end()) {
        added_.erase(fresh);
    }
    if (advertised_.contains(key)) {
        removed_.emplace(key);
    }
}

Mau LocalAddresses::take_differential(std::string_view self) {
    Mau mau;
    mau.id = self;
    mau.mobile_seq = ++sequence_;
    mau.kind = Mau::Kind::differential;
    for (const auto& [key, hint] : added_) {
        mau.addresses.push_back(HintedAddress{key, hint});
        advertised_.insert_or_assign(key, hint);
    }
    for (const std::string& key : removed_) {
        advertised_.erase(key);
    }
    mau.removed.assign(removed_.begin(), removed_.end());
    added_.clear();
    removed_.clear();
    return mau;
}

Mau LocalAddresses::absolute(std::string_view self) const {
    Mau mau;
    mau.id = self;
    mau.mobile_seq = sequence_;
    mau.kind = Mau::Kind::absolute;
    mau.addresses.reserve(advertised_.size());
    for (const auto& [key, hint] : advertised_) {
        mau.addresses.push_back(HintedAddress{key, hint});
    }
    return mau;
}

} // namespace crosspoint::routing
