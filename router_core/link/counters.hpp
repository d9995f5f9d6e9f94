// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/settle_rate.hpp"

#include "crosspoint/core/delivery_state.hpp"

#include <cstdint>

namespace crosspoint::core {

/// How deliveries ended, counted for a link and for the whole router.
struct OutcomeCounters {
    std::uint64_t presettled = 0;
    std::uint64_t dropped_presettled = 0;
    std::uint64_t accepted = 0;
    std::uint64_t rejected = 0;
    std::uint64_t released = 0;
    std::uint64_t modified = 0;
    std::uint64_t delayed_1s = 0;  ///< stayed more than one and at most ten seconds
    std::uint64_t delayed_10s = 0; ///< stayed longer

    void count(std::uint64_t code);
    void count_delay(std::uint64_t milliseconds);
};

struct LinkCounters {
    std::uint64_t deliveries = 0;
    OutcomeCounters outcomes;
    SettleRate settle_rate;

    void count_settled(std::uint64_t code, std::uint32_t now_s) {
        outcomes.count(code);
        if (code == state::accepted || code == state::rejected) {
            settle_rate.count(now_s);
        }
    }
    void count_presettled(std::uint32_t now_s) {
        ++outcomes.presettled;
        settle_rate.count(now_s);
    }
};

/// What passed an address.
struct AddressCounters {
    std::uint64_t ingress = 0;        ///< entered the network here
    std::uint64_t egress = 0;         ///< left it here, a copy each
    std::uint64_t transit = 0;        ///< sent on to another router
    std::uint64_t to_container = 0;   ///< given to a consumer inside the router
    std::uint64_t from_container = 0; ///< made inside the router
    std::uint64_t ingress_route_container = 0;
    std::uint64_t egress_route_container = 0;
    std::uint64_t redirected_to_fallback = 0;
    std::uint64_t dropped_presettled = 0;
};

/// The whole router's, on the core thread.
struct RouterCounters {
    std::uint64_t ingress = 0;
    std::uint64_t egress = 0;
    std::uint64_t transit = 0; ///< sent on to another router
    std::uint64_t ingress_route_container = 0;
    std::uint64_t egress_route_container = 0;
    std::uint64_t redirected_to_fallback = 0;
    OutcomeCounters outcomes;
    std::uint64_t deliveries_stuck = 0; ///< at present, as all below
    std::uint32_t links_blocked = 0;
};

} // namespace crosspoint::core
