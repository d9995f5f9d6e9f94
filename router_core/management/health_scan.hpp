// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/context.hpp"

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/settings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace crosspoint::core {

/// Looks at every link now and then, a few at a time, and marks what has not moved for too long:
/// deliveries that nobody has taken or settled, and links without credit. The marks are taken off
/// when there is news; see health.hpp.
class HealthScan {
public:
    explicit HealthScan(HealthSettings settings) : settings_(settings) {}

    /// True if there is something to do now.
    bool is_due(const Context& context) const {
        return under_way_ || (context.links.size() > 0 && context.now_ms >= next_ms_);
    }
    /// Looks at some links.
    void work(CoreThread& ct, Context& context);
    /// In how many milliseconds the next look is due.
    std::optional<std::uint64_t> next_due(const Context& context) const;

private:
    void look_at(Context& context, Link& link, std::size_t& looked) const;

    HealthSettings settings_;
    bool under_way_ = false;
    std::uint64_t behind_ = 0; ///< the link that was looked at last
    std::uint64_t next_ms_ = 0;
};

} // namespace crosspoint::core
