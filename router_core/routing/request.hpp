// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/timers.hpp"

#include <cstdint>

namespace crosspoint::routing {

/// A question to one other router that is repeated until it is answered. Question and answer can
/// both be lost, with a connection or where a router does not know the way yet.
class Request {
public:
    static constexpr Duration first_wait{500};
    static constexpr Duration longest_wait = std::chrono::seconds(16);

    /// The question has to be put, if it is not on its way already.
    void want();
    /// The answer came, or nobody wants it any more.
    void done() { state_ = State::idle; }
    [[nodiscard]] bool wanted() const { return state_ != State::idle; }
    [[nodiscard]] bool due(Instant now) const;
    void sent(Instant now);
    /// Forget the waiting: the router to ask is within reach again, or answered with too little.
    void hurry();

private:
    enum class State : std::uint8_t {
        idle,   // nothing to ask
        wanted, // to be asked at the next occasion
        asked,  // waiting for the answer until next_try_
    };
    State state_ = State::idle;
    Duration wait_{0};
    Instant next_try_{0};
};

} // namespace crosspoint::routing
