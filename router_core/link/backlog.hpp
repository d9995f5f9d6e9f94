// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/delivery.hpp"

#include "crosspoint/core/outbox.hpp"

#include <array>
#include <cstddef>

namespace crosspoint::core {

/// The deliveries that wait on an outgoing link: the highest priority first, and those of one
/// priority in order of arrival. Neither adding nor removing one takes longer when many wait.
class Backlog {
public:
    void add(OutgoingDelivery& delivery);
    void remove(OutgoingDelivery& delivery);

    OutgoingDelivery* front() const { return list_.front(); }
    bool empty() const { return list_.empty(); }
    std::size_t size() const { return list_.size(); }

private:
    List<OutgoingDelivery> list_;
    std::array<OutgoingDelivery*, priorities> last_of_{}; ///< null: none of that priority waits
};

} // namespace crosspoint::core
