// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/address_table.hpp"

namespace crosspoint::core {

AddressTable::AddressTable(Treatment default_treatment, const std::vector<AddressRule>& rules)
    : default_treatment_(default_treatment) {
    for (const AddressRule& rule : rules) {
        rules_.add(rule.pattern, rule);
    }
}

Address* AddressTable::find(std::string_view key) {
    const auto found = addresses_.find(key);
    return found == addresses_.end() ? nullptr : found->second.get();
}

Treatment AddressTable::treatment_of(std::string_view text) const {
    const AddressRule* rule = rule_for(text);
    return rule ? rule->treatment : default_treatment_;
}

Address& AddressTable::make(std::string_view key, Treatment treatment) {
    auto made = std::make_unique<Address>(std::string(key), treatment);
    Address& address = *made;
    addresses_.emplace(address.key, std::move(made));
    return address;
}

Address& AddressTable::get(std::string_view key, std::string_view text) {
    if (Address* known = find(key)) {
        return *known;
    }
    const AddressRule* rule = rule_for(text);
    const bool is_fallback = key.substr(0, 2) == "MF";
    if (is_fallback || !rule) {
        return make(key, is_fallback ? Treatment::balanced : default_treatment_);
    }
    Address& address = make(key, rule->treatment);
    address.priority = rule->priority;
    if (rule->fallback) {
        std::string fallback_key = "MF";
        fallback_key += text;
        Address& fallback = get(fallback_key, text);
        address.fallback = &fallback;
        fallback.fallback_of = &address;
    }
    return address;
}

Address& AddressTable::get_dynamic(std::string_view key) {
    Address* known = find(key);
    return known ? *known : make(key, Treatment::balanced);
}

void AddressTable::release_if_unused(Address& address) {
    const bool in_use = !address.consumers.empty() || !address.producers.empty() ||
                        address.fallback_of != nullptr;
    if (in_use) {
        return;
    }
    Address* fallback = address.fallback;
    addresses_.erase(addresses_.find(address.key));
    if (fallback) {
        fallback->fallback_of = nullptr;
        release_if_unused(*fallback);
    }
}

} // namespace crosspoint::core
