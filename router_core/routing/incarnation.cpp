// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/incarnation.hpp"

namespace crosspoint::routing {

Incarnation::Verdict Incarnation::observe(std::int64_t instance, Instant now) {
    if (instance == 0 || instance == current_) {
        return Verdict::same;
    }
    if (current_ == 0) {
        current_ = instance;
        return Verdict::first;
    }
    if (instance == former_ && now - changed_ < straggler_time) {
        return Verdict::straggler;
    }
    former_ = current_;
    current_ = instance;
    changed_ = now;
    return Verdict::restarted;
}

bool Incarnation::accepts(std::int64_t instance) const {
    return instance == 0 || current_ == 0 || instance == current_;
}

} // namespace crosspoint::routing
