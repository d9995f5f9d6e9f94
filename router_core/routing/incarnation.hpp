// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/timers.hpp"

#include <cstdint>

namespace crosspoint::routing {

/// Notices from the instance numbers in its messages that a router restarted.
///
/// Flooded messages take several ways, so one of the former process may arrive after one of the
/// new. Such a straggler must not look like another restart: for a while the former instance is
/// recognised and its messages are dropped.
class Incarnation {
public:
    static constexpr Duration straggler_time = std::chrono::seconds(10);

    enum class Verdict : std::uint8_t {
        same,      // of the process that we know
        first,     // the first we hear of: what we have may be of this process or of a former one
        restarted, // of a new process
        straggler, // of the former process
    };

    /// 0 says nothing about the instance and so counts as the same.
    Verdict observe(std::int64_t instance, Instant now);
    /// Whether an answer with this instance can be of the process that we know.
    [[nodiscard]] bool accepts(std::int64_t instance) const;
    [[nodiscard]] std::int64_t current() const { return current_; }

private:
    std::int64_t current_ = 0;
    std::int64_t former_ = 0;
    Instant changed_{0};
};

} // namespace crosspoint::routing
