// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/base/creation_order.hpp"
#include "router_core/link/counters.hpp"
#include "router_core/link/delivery.hpp"
#include "router_core/link/postman.hpp"
#include "router_core/link/stream_stall.hpp"

#include "crosspoint/base/slot_map.hpp"
#include "crosspoint/core/identities.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace crosspoint::core {

struct Connection;
struct Link;

/// What the functions of the core work on together: every delivery there is, the mail to the
/// workers, the counters, and the time of the batch.
struct Context {
    SlotMap<OutgoingDelivery, OutgoingId, 256> outgoing;
    SlotMap<IncomingDelivery, IncomingKey, 256> incoming;
    Postman postman;
    RouterCounters counters;
    StreamStall stream_stall;
    Identities identities;
    CreationOrder<Connection> connections;
    CreationOrder<Link> links;
    std::uint64_t now_ms = 0;
    std::uint32_t now_s = 0;    ///< since the router was started
    std::uint64_t arrived = 0;  ///< deliveries that came in: the n of the last one's "[Dn]"
    bool notes_changes = false; ///< somebody wants `changed_addresses`
    std::vector<std::string> changed_addresses; ///< keys; see note_changed
    std::vector<IncomingLink*> credit_touched;  ///< each once; see grant_credit
};

} // namespace crosspoint::core
