// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address.hpp"
#include "router_core/address/pattern_tree.hpp"
#include "router_core/address/well_known.hpp"

#include "crosspoint/core/identities.hpp"
#include "crosspoint/core/settings.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace crosspoint::core {

/// A rule as operators see it.
struct ConfiguredAddress : private Tallied<ConfiguredAddress> {
    static constexpr std::string_view tally_name = "qdr_address_config_t";

    std::uint64_t identity = 0;
    AddressRule rule;
    CreationOrder<ConfiguredAddress>::Place place;
};

/// Every address that somebody uses, and the rules by which new ones are treated.
class AddressTable {
public:
    /// `identities` outlives the table.
    AddressTable(Treatment default_treatment, const std::vector<AddressRule>& rules,
                 Identities& identities);

    /// The rule for a text without class and phase, but with its tenant; null if none matches.
    /// No rule can keep an operator from the management agent.
    const AddressRule* rule_for(std::string_view text) const {
        const std::unique_ptr<ConfiguredAddress>* found =
            text == well_known::management ? nullptr : rules_.match(text);
        return found ? &(*found)->rule : nullptr;
    }

    /// Null, and nothing changes, if there is a rule for this pattern already. Addresses that are
    /// there already are treated as before, until `apply_rule`.
    const ConfiguredAddress* add_rule(AddressRule rule);
    void remove_rule(const ConfiguredAddress& configured);
    /// The rule for this address may have changed. `hint` is how other routers treat it, and counts
    /// if there is none.
    void apply_rule(Address& address, std::optional<Treatment> hint);
    /// Other routers treat this address so; counts if there is no rule.
    void follow_hint(Address& address, std::optional<Treatment> hint);

    /// Null if nobody uses it.
    Address* find(std::string_view key);

    /// Finds it or makes it, treated as its rule says.
    Address& get(std::string_view key);
    Address& get_dynamic(std::string_view key);
    /// For an address that another router has. `hint` is how it is treated there, and counts if
    /// nothing is configured here. Null: it is to be unavailable here.
    Address* get_remote(std::string_view key, std::optional<Treatment> hint);

    /// An address that something inside the router takes the messages of, from now on for ever.
    Address& add_in_process(std::string_view key, Treatment treatment, InProcess consumer);

    /// Treatment of an address that has no record yet.
    Treatment treatment_of(std::string_view text) const;

    /// Frees the record, and that of its fallback, if nobody uses it any more.
    void release_if_unused(Address& address);

    /// All addresses, and all rules, oldest first.
    const CreationOrder<Address>& in_order() const { return in_order_; }
    const CreationOrder<ConfiguredAddress>& rules_in_order() const { return rules_in_order_; }

    template <class Function>
    void for_each(Function function) const {
        for (const auto& [key, address] : addresses_) {
            function(std::as_const(*address));
        }
    }

    std::size_t size() const { return addresses_.size(); }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    Address& make(std::string_view key, Treatment treatment);
    void add_fallback(Address& address);
    void drop_fallback(Address& address);

    Treatment default_treatment_;
    CreationOrder<Address> in_order_;
    CreationOrder<ConfiguredAddress> rules_in_order_;
    Identities& identities_;
    PatternTree<std::unique_ptr<ConfiguredAddress>> rules_;
    std::unordered_map<std::string, std::unique_ptr<Address>, Hash, std::equal_to<>> addresses_;
};

} // namespace crosspoint::core
