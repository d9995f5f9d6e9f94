// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/messages.hpp"
#include "router_core/routing/timers.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace crosspoint::routing {

/// Keeps copies of a flooded message from being passed on again and again.
///
/// Flooding follows every path that does not cross itself, and their number explodes in a network
/// with redundant connections. So a router passes on only the first copy, and a later one only if
/// it came by fewer hops: the routers further on may refuse a message that passed too many.
/// Nothing is lost by that, since every neighbour got the first copy or had sent it. A copy that
/// was overtaken by newer news of the same router is of no use to anybody.
class FloodFilter {
public:
    /// A repetition after this time is a new message: originators repeat themselves every few
    /// seconds at most.
    static constexpr Duration window = std::chrono::seconds(2);

    /// True if this copy is worth passing on and handling. `trace_length` is that of the copy.
    [[nodiscard]] bool pass(const ProtocolMessage& message, std::size_t trace_length, Instant now);
    /// Drops what is too old to matter; to be called now and then.
    void forget_old(Instant now);

private:
    struct Seen {
        std::int64_t instance = 0;
        std::int64_t first_seq = 0;
        std::int64_t second_seq = 0;
        std::size_t trace_length = 0;
        Instant when{0};

        [[nodiscard]] bool tells_no_more_than(const Seen& other) const;
    };
    [[nodiscard]] static bool pass(std::unordered_map<std::string, Seen>& table,
                                   const std::string& id, const Seen& copy);

    std::unordered_map<std::string, Seen> advertisements_;  // RA, by originator
    std::unordered_map<std::string, Seen> address_updates_; // MAU, by originator
};

} // namespace crosspoint::routing
