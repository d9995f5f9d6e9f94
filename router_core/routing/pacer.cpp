// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/pacer.hpp"

#include <algorithm>

namespace crosspoint::routing {

void Pacer::request(Instant now) {
    if (due_) {
        return;
    }
    due_ = now + pace_.delay;
    if (last_run_) {
        due_ = std::max(*due_, *last_run_ + gap_);
    }
}

bool Pacer::take(Instant now) {
    if (!due_ || now < *due_) {
        return false;
    }
    const bool was_quiet = !last_run_ || now - *last_run_ > 2 * pace_.longest_gap;
    gap_ = was_quiet ? pace_.first_gap : std::min(2 * gap_, pace_.longest_gap);
    last_run_ = now;
    due_.reset();
    return true;
}

} // namespace crosspoint::routing
