// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/effects.hpp"
#include "router_core/routing/flood_filter.hpp"
#include "router_core/routing/forwarding_table.hpp"
#include "router_core/routing/local_addresses.hpp"
#include "router_core/routing/messages.hpp"
#include "router_core/routing/neighbor_table.hpp"
#include "router_core/routing/node_table.hpp"
#include "router_core/routing/once.hpp"
#include "router_core/routing/pacer.hpp"
#include "router_core/routing/path_computer.hpp"
#include "router_core/routing/timers.hpp"

#include "crosspoint/base/id.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::routing {

struct RoutingConfig {
    std::string id;
    /// Must differ from that of the last process with this id, and not be 0.
    std::int64_t instance = 1;
    Timers timers;
    /// So that a confused peer cannot make us remember routers without end.
    std::size_t max_routers = 10'000;
};

/// The routing protocol of one interior router: who the neighbours are, what the network looks
/// like, and which addresses live where.
///
/// It has no clock, thread or socket. Messages and time go in, and what is to be done comes out in
/// an Effects; the same inputs always give the same outputs. Time never runs backwards. All
/// methods that take an Effects only append to it.
class RoutingEngine {
public:
    RoutingEngine(RoutingConfig config, Instant now);

    /// When `on_tick` has work to do next. Calling it earlier does no harm, later makes the network
    /// slower to notice things.
    [[nodiscard]] Instant next_deadline() const;
    void on_tick(Instant now, Effects& effects);

    /// The control links to a router are attached. `cost` is what both sides agreed on.
    void on_connection_up(ConnectionId connection, Cost cost, Instant now, Effects& effects);
    /// The outgoing control link, or the connection as a whole, is gone.
    void on_connection_lost(ConnectionId connection, Instant now, Effects& effects);
    void on_cost_changed(ConnectionId connection, Cost cost, Instant now);

    /// A message for this router alone arrived.
    void on_message(ConnectionId from, const ProtocolMessage& message, Instant now,
                    Effects& effects);
    /// A message for all routers arrived. `trace` are the node ids in it. Returns the connections
    /// on which it has to be passed on, with our own node id at the end of its trace.
    [[nodiscard]] std::vector<ConnectionId> on_flooded_message(ConnectionId from,
                                                               const ProtocolMessage& message,
                                                               std::span<const std::string> trace,
                                                               Instant now, Effects& effects);

    /// The first local destination of an address came, the last one went.
    void local_address_added(std::string_view key, TreatmentHint hint, Instant now);
    void local_address_removed(std::string_view key, Instant now);

    /// The routers towards which we may send what entered the network at `origin`. Stays valid
    /// until the next ValidOriginsChanged.
    [[nodiscard]] const RouterSet& valid_destinations(RouterSlot origin) {
        return paths_.valid_destinations(origin);
    }
    /// For management: it may cost a shortest path tree for every known router.
    [[nodiscard]] std::vector<RouterSlot> valid_origins(RouterSlot destination) {
        return paths_.valid_origins(destination);
    }
    /// The way to a router by its id; nothing if it is unknown or unreachable.
    [[nodiscard]] const Route* route_to(std::string_view id) const;
    [[nodiscard]] const ForwardingTable& forwarding() const { return forwarding_; }
    [[nodiscard]] const NodeTable& nodes() const { return nodes_; }
    [[nodiscard]] const LinkState& own_link_state() const { return own_; }
    [[nodiscard]] bool is_neighbor(std::string_view id) const { return neighbors_.is_neighbor(id); }
    [[nodiscard]] const std::string& id() const { return config_.id; }
    /// When the known topology last changed; nothing if it never did.
    [[nodiscard]] std::optional<Instant> last_topology_change() const {
        return schedule_.last_topology_change;
    }

private:
    struct Schedule {
        Instant second{0};
        Instant hello{0};
        std::optional<Instant> last_ra;
        std::optional<Instant> last_topology_change;
    };

    void handle(ConnectionId from, const Hello& hello, Instant now, Effects& effects);
    void handle(ConnectionId from, const Ra& ra, Instant now, Effects& effects);
    void handle(ConnectionId from, const Lsr& lsr, Instant now, Effects& effects);
    void handle(ConnectionId from, const Lsu& lsu, Instant now, Effects& effects);
    void handle(ConnectionId from, const Mar& mar, Instant now, Effects& effects);
    void handle(ConnectionId from, const Mau& mau, Instant now, Effects& effects);
    void complain_about_own_id(std::int64_t instance, Effects& effects);

    RouterNode* find_or_create(const std::string& id, Effects& effects);
    /// False if the message is of a former process and to be ignored.
    bool check_incarnation(RouterNode& node, std::int64_t instance, Instant now, Effects& effects);
    void drop_link_state(RouterNode& node, Instant now);
    void drop_addresses(RouterNode& node, Effects& effects);
    void forget(RouterNode& node, Effects& effects);

    void note_neighbors(Instant now);
    void note_topology_change(Instant now);
    void note_question(Instant now) { route_pacer_.request(now); }
    void housekeeping(Instant now, Effects& effects);
    void forget_dead_routers(Instant now, Effects& effects);
    /// True if there is news that the others have to be told by an RA.
    bool announce_link_state(Instant now);
    bool announce_addresses(Instant now, Effects& effects);
    void recompute_routes(Effects& effects);
    void update_route(RouterNode& node, Effects& effects);
    void put_requests(RouterNode& node, Instant now, Effects& effects);
    void send_hello(std::vector<ConnectionId> connections, Instant now, Effects& effects);
    void send_ra(Instant now, Effects& effects);
    void send_link_state(const std::string& router, Effects& effects);
    void send_addresses(const std::string& router, Effects& effects);
    [[nodiscard]] Instant ra_due(Instant now) const;
    [[nodiscard]] bool is_reachable(const RouterNode& node) const;

    RoutingConfig config_;
    NeighborTable neighbors_;
    NodeTable nodes_;
    LocalAddresses local_;
    PathComputer paths_;
    ForwardingTable forwarding_;
    FloodFilter flood_filter_;
    /// As the others are told; what changed since then is in neighbors_.
    LinkState own_;
    /// For the local work: routes, and questions to others.
    Pacer route_pacer_;
    /// For what costs the whole network something.
    Pacer link_state_pacer_;
    Pacer address_pacer_;
    Schedule schedule_;
    std::uint64_t neighbor_revision_ = 0;
    bool routes_outdated_ = true;
    Once complaints_;
};

} // namespace crosspoint::routing
