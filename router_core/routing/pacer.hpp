// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/timers.hpp"

#include <optional>

namespace crosspoint::routing {

/// Decides when work that changes ask for is done: soon after a quiet time, and in ever longer
/// steps while changes keep coming, so that a burst costs few runs and a single change no delay.
class Pacer {
public:
    struct Pace {
        /// From the first change to the work, so that changes that belong together cost one run.
        Duration delay;
        /// From one run to the next; doubles from run to run.
        Duration first_gap;
        Duration longest_gap;
    };

    explicit Pacer(const Pace& pace) : pace_(pace), gap_(pace.first_gap) {}

    /// Something changed. Many requests before the work is done are one.
    void request(Instant now);
    /// When the work is due; nothing if nobody asked for it.
    [[nodiscard]] std::optional<Instant> due() const { return due_; }
    /// True if the work is to be done now; the caller does it.
    [[nodiscard]] bool take(Instant now);

private:
    Pace pace_;
    std::optional<Instant> due_;
    std::optional<Instant> last_run_;
    Duration gap_;
};

} // namespace crosspoint::routing
