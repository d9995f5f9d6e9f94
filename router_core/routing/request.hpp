// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/timers.hpp"

#include <cstdint>
#include <optional>

namespace crosspoint::routing {

/// A question to one other router that is repeated until it is answered. Question and answer can
/// both be lost, with a connection or where a router does not know the way yet.
class Request {
public:
    static constexpr Duration first_wait{500};
    static constexpr Duration longest_wait = std::chrono::seconds(16);

    /// How often a question is put to which there may be no answer.
    static constexpr int probes = 3;

    /// The question has to be put, if it is not on its way already, until it is answered.
    void want();
    /// The question has to be put, but it is not sure that there is an answer.
    void probe();
    /// The answer came, or nobody wants it any more.
    void done();
    [[nodiscard]] bool wanted() const { return state_ != State::idle; }
    [[nodiscard]] bool due(Instant now) const;
    void sent(Instant now);
    /// Forget the waiting, if there is something to ask: the way to the other router changed, or it
    /// answered with too little.
    void hurry();

private:
    enum class State : std::uint8_t {
        idle,   // nothing to ask
        wanted, // to be asked at the next occasion
        asked,  // waiting for the answer until next_try_
    };
    State state_ = State::idle;
    std::optional<int> tries_left_; // nothing: until there is an answer
    Duration wait_{0};
    Instant next_try_{0};
};

} // namespace crosspoint::routing
