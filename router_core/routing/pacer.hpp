// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/timers.hpp"

#include <optional>

namespace crosspoint::routing {

/// Decides when work that changes ask for is done: soon after a quiet time, and in ever longer
/// steps while changes keep coming, so that a burst costs few runs and a single change no delay.
class Pacer {
public:
    static constexpr Duration first_delay{20};
    static constexpr Duration first_gap{200};
    static constexpr Duration longest_gap{1000};

    /// Something changed. Many requests before the work is done are one.
    void request(Instant now);
    /// When the work is due; nothing if nobody asked for it.
    [[nodiscard]] std::optional<Instant> due() const { return due_; }
    /// True if the work is to be done now; the caller does it.
    [[nodiscard]] bool take(Instant now);

private:
    std::optional<Instant> due_;
    std::optional<Instant> last_run_;
    Duration gap_ = first_gap;
};

} // namespace crosspoint::routing
