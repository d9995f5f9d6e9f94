// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/request.hpp"

#include <algorithm>

namespace crosspoint::routing {

void Request::want() {
    tries_left_.reset();
    if (state_ == State::idle) {
        state_ = State::wanted;
    }
}

void Request::probe() {
    if (state_ == State::idle) {
        state_ = State::wanted;
        tries_left_ = probes;
    }
}

void Request::done() {
    state_ = State::idle;
    wait_ = Duration{0};
}

bool Request::due(Instant now) const {
    return state_ == State::wanted || (state_ == State::asked && now >= next_try_);
}

void Request::sent(Instant now) {
    if (tries_left_ && --*tries_left_ <= 0) {
        done();
        return;
    }
    wait_ = std::clamp(2 * wait_, first_wait, longest_wait);
    next_try_ = now + wait_;
    state_ = State::asked;
}

void Request::hurry() {
    if (state_ == State::asked) {
        state_ = State::wanted;
        wait_ = Duration{0};
    }
}

} // namespace crosspoint::routing
