// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/delivery.hpp"

#include "crosspoint/base/thread.hpp"

#include <cstdint>
#include <optional>

namespace crosspoint::core {

struct Context;

/// Sees to it that one consumer of a multicast stream cannot hold up all the others for ever.
///
/// A stream is read no further than its slowest consumer allows. A consumer that has taken nothing
/// for `patience_ms`, while another has all that was read and waits for more, is left out: its copy
/// is given up and the others go on. That also unties two streams that wait for each other because
/// two consumers take them in different order. Lives in the Context.
class StreamStall {
public:
    static constexpr std::uint64_t patience_ms = 3000;
    static constexpr std::uint64_t interval_ms = 1000;

    /// A multicast whose message still arrives.
    void watch(IncomingDelivery& delivery, std::uint64_t now_ms);
    /// The delivery ends; it need not have been watched.
    void forget(IncomingDelivery& delivery);

    /// Gives up the copies that have had their time. Does nothing unless a look is due.
    void check(CoreThread& ct, Context& context);

    /// In how many milliseconds a look is due; never, if there is nothing to look at.
    std::optional<std::uint64_t> next_check(std::uint64_t now_ms) const;

private:
    List<IncomingDelivery, &IncomingDelivery::stall_hook> watched_;
    std::uint64_t next_check_ms_ = 0;
};

} // namespace crosspoint::core
