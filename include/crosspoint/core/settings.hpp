// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
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
    bool is_prefix = false;            ///< given as a prefix
    std::optional<std::string> name{}; ///< given by the operator
};

/// Of a router that is part of a network.
struct NetworkSettings {
    std::int64_t instance = 1; ///< differs from start to start
    std::uint32_t hello_interval_seconds = 1;
    std::uint32_t hello_max_age_seconds = 3;
    std::uint32_t ra_interval_seconds = 30;
    std::uint32_t ra_interval_flux_seconds = 4;
    std::uint32_t remote_ls_max_age_seconds = 60;
};

/// When the core looks for links and deliveries that do not move.
struct HealthSettings {
    std::uint32_t interval_seconds = 30;
    std::uint32_t too_long_seconds = 10; ///< what has not moved for more is told of
};

/// What the core is started with.
struct CoreSettings {
    std::string router_id;
    bool edge = false;                      ///< an edge router
    std::optional<NetworkSettings> network; ///< of an interior router
    Treatment default_treatment = Treatment::balanced;
    std::vector<AddressRule> addresses;
    std::string version, mode; ///< for management to show
    std::optional<std::string> metadata;
    std::uint32_t worker_threads = 0;
    HealthSettings health;
    /// Of the addresses that the core makes up. Random and secret, or they can be guessed.
    std::array<std::uint64_t, 2> seed{};
};

} // namespace crosspoint::core
