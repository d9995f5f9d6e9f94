// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/amqp/writer.hpp"
#include "crosspoint/base/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace crosspoint::edge {

/// What an interior router tells an edge router of an address that has producers there: whether
/// messages for it find anybody beyond that edge router.
struct ReachabilityNotice {
    std::string key;
    bool reachable = false;
    friend bool operator==(const ReachabilityNotice&, const ReachabilityNotice&) = default;
};

/// The whole AMQP message.
amqp::Octets encode(const ReachabilityNotice& notice, std::string_view router_id);

/// Nothing if the message is well-formed but says something else: then it is ignored.
Result<std::optional<ReachabilityNotice>> read_notice(std::span<const std::uint8_t> octets);

/// Who consumes an address, as far as an interior router knows.
struct Destinations {
    std::size_t local = 0;   ///< consumers attached to this router
    std::size_t of_edge = 0; ///< those of them on the edge router's own connection
    bool remote = false;     ///< another interior router advertises it
};

/// Whether an edge router should send up what it has for the address. A consumer of its own does
/// not count, or else its local traffic would travel up and down again.
constexpr bool reachable_for_edge(const Destinations& who) {
    return who.remote || who.local >= 2 || (who.local == 1 && who.of_edge == 0);
}

} // namespace crosspoint::edge
