// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/remote_router.hpp"
#include "router_core/base/list.hpp"
#include "router_core/link/counters.hpp"
#include "router_core/link/link.hpp"

#include "crosspoint/base/tally.hpp"
#include "crosspoint/core/settings.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace crosspoint::core {

/// What inside the router takes the messages of an address.
enum class InProcess : std::uint8_t {
    nothing,
    management,   ///< the management agent
    edge_service, ///< has links of its own, so that no message comes by the address
    routing,      ///< the routing protocol; the same
};

/// A name that messages are sent to, and who takes them.
struct Address : private Tallied<Address> {
    static constexpr std::string_view tally_name = "qdr_address_t";

    Address(std::string k, Treatment t) : key(std::move(k)), treatment(t) {}

    std::string key;
    Treatment treatment;
    InProcess in_process = InProcess::nothing;
    int priority = -1;           ///< overrides that of the messages; -1: it does not
    Address* fallback = nullptr; ///< where messages go that find nobody here
    Address* fallback_of = nullptr;

    std::vector<OutgoingLink*> consumers;
    std::size_t next_consumer =
        0; ///< where the next search for one begins, so that they take turns
    List<IncomingLink, &IncomingLink::address_hook> producers;
    AddressCounters counters;
    CreationOrder<Address>::Place place; ///< among all addresses

    std::vector<RemoteRouter*> remotes; ///< routers that have consumers, by slot
    std::size_t next_remote = 0;        ///< among those that are equally close
    struct Load {
        ConnectionId connection;
        IntrusivePtr<Outstanding> outstanding;
    };
    std::vector<Load> loads; ///< for balancing: what is under way on connections to routers

    bool has_own_destination() const {
        return !consumers.empty() || !remotes.empty() || in_process == InProcess::management;
    }
    bool has_destination() const {
        return has_own_destination() || (fallback && fallback->has_own_destination());
    }
};

} // namespace crosspoint::core
