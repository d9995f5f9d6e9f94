// SPDX-License-Identifier: Apache-2.0
#include "router/server/core_settings.hpp"

#include <array>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <unistd.h>

namespace crosspoint::server {

namespace {

core::Treatment treatment(config::Distribution distribution) {
    switch (distribution) {
    case config::Distribution::closest:
        return core::Treatment::closest;
    case config::Distribution::multicast:
        return core::Treatment::multicast;
    case config::Distribution::unavailable:
        return core::Treatment::unavailable;
    case config::Distribution::balanced:
        break;
    }
    return core::Treatment::balanced;
}

/// From the system, and never less than random: without a source of randomness it throws.
std::array<std::uint64_t, 2> random_key() {
    std::array<std::uint64_t, 2> key{};
    if (getentropy(key.data(), sizeof key) != 0) {
        throw std::runtime_error("the system gives no random numbers");
    }
    return key;
}

core::NetworkSettings network_settings(const config::RouterSettings& router) {
    core::NetworkSettings network;
    // Milliseconds, so that a router that restarts at once is seen to have restarted.
    network.instance = std::chrono::duration_cast<std::chrono::milliseconds>(
                           std::chrono::system_clock::now().time_since_epoch())
                           .count();
    network.hello_interval_seconds = router.hello_interval_seconds;
    network.hello_max_age_seconds = router.hello_max_age_seconds;
    network.ra_interval_seconds = router.ra_interval_seconds;
    network.ra_interval_flux_seconds = router.ra_interval_flux_seconds;
    network.remote_ls_max_age_seconds = router.remote_ls_max_age_seconds;
    return network;
}

} // namespace

const char* mode_name(config::RouterMode mode) {
    switch (mode) {
    case config::RouterMode::interior:
        return "Interior";
    case config::RouterMode::edge:
        return "Edge";
    case config::RouterMode::standalone:
        break;
    }
    return "Standalone";
}

core::CoreSettings core_settings(const config::Configuration& configuration, bool test_hooks) {
    core::CoreSettings settings;
    settings.router_id = configuration.router.id;
    settings.default_treatment = treatment(configuration.router.default_distribution);
    std::size_t number = 0;
    for (const config::AddressSettings& address : configuration.addresses) {
        const std::string usual_name = "address/" + std::to_string(number++);
        settings.addresses.push_back({address.is_prefix ? address.pattern + "/#" : address.pattern,
                                      treatment(address.distribution), address.ingress_phase,
                                      address.egress_phase, address.priority, address.fallback,
                                      address.is_prefix, address.name.value_or(usual_name)});
    }
    settings.version = CROSSPOINT_VERSION;
    settings.mode = mode_name(configuration.router.mode);
    settings.mode.front() =
        static_cast<char>(std::tolower(static_cast<unsigned char>(settings.mode.front())));
    settings.metadata = configuration.router.metadata;
    settings.worker_threads = configuration.router.worker_threads;
    settings.seed = random_key();
    if (test_hooks) {
        settings.health = {.interval_seconds = 5, .too_long_seconds = 3};
    }
    settings.edge = configuration.router.mode == config::RouterMode::edge;
    if (configuration.router.mode == config::RouterMode::interior) {
        settings.network = network_settings(configuration.router);
    }
    return settings;
}

} // namespace crosspoint::server
