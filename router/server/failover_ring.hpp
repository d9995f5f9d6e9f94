// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/settings.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace crosspoint::io {

/// Where a connector dials next, and when: the configured address and those that a peer has named.
/// Each is tried twice before the next one's turn.
class FailoverRing {
public:
    explicit FailoverRing(config::FailoverUrl configured) : urls_{std::move(configured)} {}

    const config::FailoverUrl& current() const { return urls_[at_]; }

    /// The attempt failed, or the connection was lost. How long to wait before the next attempt at
    /// `current()`: it grows from attempt to attempt, and is short when there are alternatives.
    std::chrono::milliseconds failed(bool had_been_open);

    /// A peer named others to go to; none means that there are none any more.
    void learned(const std::vector<config::FailoverUrl>& urls);

    /// "amqp://a:5672, amqp://b:5672", beginning with the current one.
    std::string text() const;

private:
    std::vector<config::FailoverUrl> urls_; ///< the first is the configured one
    std::size_t at_ = 0;
    unsigned tries_ = 0;    ///< of the current one
    unsigned failures_ = 0; ///< in a row
};

} // namespace crosspoint::io
