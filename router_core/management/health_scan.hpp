// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/context.hpp"

#include "crosspoint/base/thread.hpp"

#include <cstdint>
#include <optional>

namespace crosspoint::core {

/// Looks at every link now and then, a few at a time, and marks what has not moved for too long:
/// deliveries that nobody has taken or settled, and links without credit. The marks are taken off
/// when there is news; see health.hpp.
class HealthScan {
public:
    static constexpr std::uint64_t interval_ms = 30'000;
    static constexpr std::uint32_t too_long_s = 10;

    /// True if there is something to do now.
    bool is_due(const Context& context) const {
        return under_way_ || (context.links.size() > 0 && context.now_ms >= next_ms_);
    }
    /// Looks at some links.
    void work(CoreThread& ct, Context& context);
    /// In how many milliseconds the next look is due.
    std::optional<std::uint64_t> next_due(const Context& context) const;

private:
    bool under_way_ = false;
    std::uint64_t behind_ = 0; ///< the link that was looked at last
    std::uint64_t next_ms_ = 0;
};

} // namespace crosspoint::core
