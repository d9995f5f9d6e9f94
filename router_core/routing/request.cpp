// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/request.hpp"

#include <algorithm>

namespace crosspoint::routing {

void Request::want() {
    if (state_ == State::idle) {
        hurry();
    }
}

bool Request::due(Instant now) const {
    return state_ == State::wanted || (state_ == State::asked && now >= next_try_);
}

void Request::sent(Instant now) {
    wait_ = std::clamp(2 * wait_, first_wait, longest_wait);
    next_try_ = now + wait_;
    state_ = State::asked;
}

void Request::hurry() {
    state_ = State::wanted;
    wait_ = Duration{0};
}

} // namespace crosspoint::routing
