// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/counters.hpp"

namespace crosspoint::core {

void OutcomeCounters::count(std::uint64_t code) {
    switch (code) {
    case state::accepted:
        ++accepted;
        break;
    case state::rejected:
        ++rejected;
        break;
    case state::released:
        ++released;
        break;
    case state::modified:
        ++modified;
        break;
    default:
        break;
    }
}

void OutcomeCounters::count_delay(std::uint64_t milliseconds) {
    constexpr std::uint64_t second = 1000;
    if (milliseconds > 10 * second) {
        ++delayed_10s;
    } else if (milliseconds > second) {
        ++delayed_1s;
    }
}

} // namespace crosspoint::core
