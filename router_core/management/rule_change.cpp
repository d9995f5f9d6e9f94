// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/rule_change.hpp"

#include "router_core/address/address_text.hpp"
#include "router_core/address/membership.hpp"
#include "router_core/address/producers.hpp"

#include <vector>

namespace crosspoint::core {

namespace {

constexpr std::size_t addresses_at_once = 1000;

/// The names that clients chose; not those that the router made up, nor its own.
bool follows_rules(const Address& address) {
    const auto parts = split_key(address.key);
    return parts && parts->klass == AddressClass::mobile && parts->phase != 'F' &&
           address.in_process == InProcess::nothing && !is_temporary(parts->text);
}

} // namespace

void RuleChange::note(std::string_view pattern) {
    changed_.add(pattern, 0);
    behind_ = 0;
}

void RuleChange::work(CoreThread& ct, Context& context, AddressTable& addresses,
                      const HintFor& hint_for) {
    std::vector<Address*> affected;
    const auto end = addresses.in_order().walk(behind_, addresses_at_once, [&](Address& address) {
        if (follows_rules(address) && changed_.match(text_of_mobile(address.key))) {
            affected.push_back(&address);
        }
        return true;
    });
    for (Address* address : affected) {
        const bool had_destination = address->has_destination();
        addresses.apply_rule(*address, hint_for(*address));
        note_changed(context, *address);
        if (!had_destination && address->has_destination()) {
            open_producers(ct, context, *address);
        }
    }
    behind_ = end.value_or(0);
    if (!end) {
        changed_ = {};
    }
}

} // namespace crosspoint::core
