// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/link_state.hpp"
#include "router_core/routing/messages.hpp"
#include "router_core/routing/timers.hpp"

#include "crosspoint/base/id.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::routing {

/// Who our neighbours are, and on which connection: the HELLO part of the protocol.
///
/// A router is *heard* when its HELLO arrives, and a *neighbour* when its HELLO says that it heard
/// us. Two routers may have several connections. The neighbour stays bound to the first one for as
/// long as HELLOs confirm it; the others stand by and take over at once when it fails. Following
/// the latest HELLO instead would change the topology every second.
class NeighborTable {
public:
    enum class HelloResult : std::uint8_t {
        ignored,        // of no known connection
        heard_first,    // the router is new on this connection, and has not heard us yet
        heard,          // no contact in both directions
        confirmed,      // already a neighbour, on this connection
        confirmed_also, // already a neighbour, on another connection: this one stands by
        bound,          // a neighbour from now on, or on this connection from now on
    };

    NeighborTable(std::string_view self, Duration max_age) : self_(self), max_age_(max_age) {}

    /// A connection that was up already starts anew.
    void connection_up(ConnectionId connection, Cost cost);
    /// Returns the neighbour that is left without connection, if there is one.
    std::optional<std::string> connection_lost(ConnectionId connection, Instant now);
    void cost_changed(ConnectionId connection, Cost cost);

    HelloResult on_hello(ConnectionId connection, const Hello& hello, Instant now);
    /// The router restarted, as we learn on `alive`: its other connections belong to the past.
    void restarted(std::string_view id, ConnectionId alive);
    /// Gives up connections that are silent. Returns the neighbours that are lost with them.
    std::vector<std::string> expire(Instant now);

    /// Grows whenever a neighbour comes, goes, changes its connection or its cost.
    [[nodiscard]] std::uint64_t revision() const { return revision_; }

    /// The ids for the `seen` of our HELLO, ascending.
    [[nodiscard]] std::vector<std::string> seen(Instant now) const;
    [[nodiscard]] std::vector<ConnectionId> connections() const;
    [[nodiscard]] bool is_neighbor(std::string_view id) const;
    /// The connection to a neighbour.
    [[nodiscard]] std::optional<ConnectionId> connection_to(std::string_view id) const;
    /// The peers of our own link state, ascending by id.
    [[nodiscard]] std::vector<Peer> peers() const;

private:
    /// What HELLOs told about one connection.
    struct Contact {
        Cost cost = 1;
        std::string router; // empty before the first HELLO
        Instant heard{0};
        std::optional<Instant> confirmed;
    };

    [[nodiscard]] bool is_confirmed(const Contact& contact, Instant now) const;
    [[nodiscard]] std::optional<ConnectionId> standby_for(std::string_view id, Instant now) const;
    void set_router(ConnectionId connection, Contact& contact, const std::string& id);

    std::string self_;
    Duration max_age_;
    std::map<ConnectionId, Contact> contacts_;
    std::map<std::string, ConnectionId, std::less<>> bound_;
    std::uint64_t revision_ = 0;
};

} // namespace crosspoint::routing
