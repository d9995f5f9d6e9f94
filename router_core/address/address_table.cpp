// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/address_table.hpp"

#include "router_core/address/address_text.hpp"

namespace crosspoint::core {

AddressTable::AddressTable(Treatment default_treatment, const std::vector<AddressRule>& rules,
                           Identities& identities)
    : default_treatment_(default_treatment),
      identities_(identities) {
    for (const AddressRule& rule : rules) {
        add_rule(rule);
    }
}

const ConfiguredAddress* AddressTable::add_rule(AddressRule rule) {
    auto made = std::make_unique<ConfiguredAddress>();
    ConfiguredAddress* configured = made.get();
    configured->rule = std::move(rule);
    if (!rules_.add(configured->rule.pattern, std::move(made))) {
        return nullptr;
    }
    configured->identity = identities_.next();
    configured->place.enter(rules_in_order_, *configured);
    return configured;
}

void AddressTable::remove_rule(const ConfiguredAddress& configured) {
    const std::string pattern = configured.rule.pattern;
    rules_.remove(pattern);
}

Address* AddressTable::find(std::string_view key) {
    const auto found = addresses_.find(key);
    return found == addresses_.end() ? nullptr : found->second.get();
}

Treatment AddressTable::treatment_of(std::string_view text) const {
    if (text == well_known::management) {
        return Treatment::closest;
    }
    const AddressRule* rule = rule_for(text);
    return rule ? rule->treatment : default_treatment_;
}

Address& AddressTable::make(std::string_view key, Treatment treatment) {
    auto made = std::make_unique<Address>(std::string(key), treatment);
    Address& address = *made;
    addresses_.emplace(address.key, std::move(made));
    address.place.enter(in_order_, address);
    return address;
}

Address& AddressTable::get(std::string_view key) {
    if (Address* known = find(key)) {
        return *known;
    }
    const std::optional<KeyParts> parts = split_key(key);
    check(parts.has_value(), "an address has no key");
    if (parts->phase == 'F') {
        return make(key, Treatment::balanced);
    }
    if (parts->klass == AddressClass::router) {
        return make(key, Treatment::closest);
    }
    const bool mobile = parts->klass == AddressClass::mobile;
    const AddressRule* rule = mobile ? rule_for(parts->text) : nullptr;
    if (!rule) {
        // Only names that clients choose can be unavailable.
        const bool usable = mobile || default_treatment_ != Treatment::unavailable;
        return make(key, usable ? default_treatment_ : Treatment::balanced);
    }
    Address& address = make(key, rule->treatment);
    address.priority = rule->priority;
    // The fallback belongs to one record alone, that of the first phase.
    if (rule->fallback && parts->phase == '0') {
        add_fallback(address);
    }
    return address;
}

void AddressTable::add_fallback(Address& address) {
    std::string key = "MF";
    key += text_of_mobile(address.key);
    Address& fallback = get(key);
    address.fallback = &fallback;
    fallback.fallback_of = &address;
}

void AddressTable::drop_fallback(Address& address) {
    Address* fallback = std::exchange(address.fallback, nullptr);
    fallback->fallback_of = nullptr;
    release_if_unused(*fallback);
}

void AddressTable::follow_hint(Address& address, std::optional<Treatment> hint) {
    const std::optional<KeyParts> parts = split_key(address.key);
    const bool named = parts && parts->klass == AddressClass::mobile && parts->phase != 'F' &&
                       address.in_process == InProcess::nothing;
    if (named && hint && !rule_for(parts->text)) {
        address.treatment = *hint == Treatment::unavailable ? Treatment::balanced : *hint;
    }
}

void AddressTable::apply_rule(Address& address, std::optional<Treatment> hint) {
    const AddressRule* rule = rule_for(text_of_mobile(address.key));
    address.treatment = rule ? rule->treatment : default_treatment_;
    follow_hint(address, hint);
    address.priority = rule ? rule->priority : -1;
    const bool wanted = rule && rule->fallback && phase_of_mobile(address.key) == '0';
    if (wanted && !address.fallback) {
        add_fallback(address);
    } else if (!wanted && address.fallback) {
        drop_fallback(address);
    }
}

Address& AddressTable::get_dynamic(std::string_view key) {
    Address* known = find(key);
    return known ? *known : make(key, Treatment::balanced);
}

Address& AddressTable::add_in_process(std::string_view key, Treatment treatment,
                                      InProcess consumer) {
    Address& address = make(key, treatment);
    address.in_process = consumer;
    return address;
}

Address* AddressTable::get_remote(std::string_view key, std::optional<Treatment> hint) {
    if (Address* known = find(key)) {
        return known;
    }
    const std::optional<KeyParts> parts = split_key(key);
    if (!parts) {
        return nullptr;
    }
    const bool mobile = parts->klass == AddressClass::mobile && parts->phase != 'F';
    if (!mobile) {
        return &make(key, Treatment::balanced);
    }
    if (const AddressRule* rule = rule_for(parts->text)) {
        return rule->treatment == Treatment::unavailable ? nullptr : &get(key);
    }
    const Treatment wanted = hint.value_or(default_treatment_);
    return &make(key, wanted == Treatment::unavailable ? Treatment::balanced : wanted);
}

void AddressTable::release_if_unused(Address& address) {
    const bool in_use = address.has_own_destination() || !address.producers.empty() ||
                        address.fallback_of != nullptr || address.in_process != InProcess::nothing;
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
