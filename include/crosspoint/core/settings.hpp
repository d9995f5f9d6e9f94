// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace crosspoint::core {

/// How an address shares messages among its consumers.
enum class Treatment : std::uint8_t { closest, balanced, multicast, unavailable };

/// What an operator says of the addresses that match a pattern.
struct AddressRule {
    std::string pattern; ///< a prefix is given as "prefix/#"
    Treatment treatment = Treatment::balanced;
    std::uint8_t ingress_phase = 0;
    std::uint8_t egress_phase = 0;
    int priority = -1;
    bool fallback = false;
};

/// What the core is started with.
struct CoreSettings {
    std::string router_id;
    Treatment default_treatment = Treatment::balanced;
    std::vector<AddressRule> addresses;
    /// Of the addresses that the core makes up. Random and secret, or they can be guessed.
    std::array<std::uint64_t, 2> seed{};
};

} // namespace crosspoint::core
