// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/router_slot.hpp"
#include "router_core/routing/forwarding_table.hpp"
#include "router_core/routing/messages.hpp"

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/log.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace crosspoint::routing {

/// One message on the control links of some connections: HELLO.
struct SendToNeighbors {
    std::vector<ConnectionId> connections;
    ProtocolMessage message;
};
/// One message for one router, hop by hop along the routes.
struct SendToRouter {
    std::string router;
    ProtocolMessage message;
};
/// One message for all routers, by flooding.
struct SendToAll {
    ProtocolMessage message;
};
/// The order matters: an address update goes before the advertisement that announces it.
using Outgoing = std::variant<SendToNeighbors, SendToRouter, SendToAll>;

/// A router has been given a slot. Nothing is known about a way to it yet.
struct RouterLearned {
    RouterSlot slot;
    std::string id;
};
/// There is a way to the router, or another one than before.
struct RouteChanged {
    RouterSlot slot;
    Route route;
};
/// There is no way to the router any more. Its addresses have been unmapped before.
struct RouterUnreachable {
    RouterSlot slot;
};
/// The router's slot is free again.
struct RouterForgotten {
    RouterSlot slot;
    std::string id;
};
/// Messages for the address can be sent to the router, which is reachable.
struct AddressMapped {
    RouterSlot slot;
    std::string key;
    std::optional<TreatmentHint> hint;
};
struct AddressUnmapped {
    RouterSlot slot;
    std::string key;
};
/// Hops to the most distant router.
struct RadiusChanged {
    std::uint32_t radius = 0;
};
/// Answers of `RoutingEngine::valid_destinations` that somebody kept are of no use any more.
struct ValidOriginsChanged {};

using Change = std::variant<RouterLearned, RouteChanged, RouterUnreachable, RouterForgotten,
                            AddressMapped, AddressUnmapped, RadiusChanged, ValidOriginsChanged>;

struct LogEvent {
    log::Module module;
    log::Level level;
    std::string text;
};

/// What the routing engine wants to be done. Every call of the engine appends; the caller carries
/// it out in order and clears it.
struct Effects {
    std::vector<Outgoing> outgoing;
    std::vector<Change> changes;
    std::vector<LogEvent> log;

    void clear() {
        outgoing.clear();
        changes.clear();
        log.clear();
    }
};

} // namespace crosspoint::routing
