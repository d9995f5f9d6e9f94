// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address_table.hpp"
#include "router_core/address/pattern_tree.hpp"
#include "router_core/link/context.hpp"

#include "crosspoint/base/thread.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace crosspoint::core {

/// Lets the addresses that are there already follow rules that came or went, some at a time. All
/// others are left alone. New addresses are made by the rules of the moment anyway.
class RuleChange {
public:
    /// A rule with this pattern has come or gone.
    void note(std::string_view pattern);
    bool is_idle() const { return changed_.empty(); }
    /// How other routers treat an address, for those without a rule.
    using HintFor = std::function<std::optional<Treatment>(const Address&)>;
    void work(CoreThread& ct, Context& context, AddressTable& addresses, const HintFor& hint_for);

private:
    PatternTree<char> changed_;
    std::uint64_t behind_ = 0; ///< the address that was looked at last
};

} // namespace crosspoint::core
