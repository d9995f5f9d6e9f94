// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address_table.hpp"
#include "router_core/address/address_text.hpp"
#include "router_core/forward/forward.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/link/context.hpp"
#include "router_core/routing/routing_engine.hpp"

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/settings.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace crosspoint::core {

/// An interior router's part in its network. Carries the routing engine's messages over control
/// links, and makes of what it computes what forwarding uses: next hops, and which addresses other
/// routers have.
class Network {
public:
    Network(const std::string& id, const NetworkSettings& settings, AddressTable& addresses,
            Context& context, Discriminator& discriminator);

    /// A connection to another router is open. If we dialled, we open its links.
    void opened(CoreThread& ct, Connection& connection);
    void closed(CoreThread& ct, Connection& connection);

    /// The peer has opened a link between routers; the answer to it.
    std::optional<AmqpError> attached(CoreThread& ct, Connection& from,
                                      const LinkAttached& attached);
    /// The peer has answered a link that we opened.
    void order_answered(CoreThread& ct, Connection& from, const LinkAttached& attached);
    /// A link that we opened has ended before it was answered.
    void order_lost(CoreThread& ct, Connection& from, const LinkDetached& detached);
    /// A link between routers is going to be removed.
    void detached(CoreThread& ct, Link& link);

    /// A message on a control link.
    void control_arrived(CoreThread& ct, Connection& from, const DeliveryArrived& arrived);

    /// Of a message on a data link: how it may go on. Nothing: it goes in circles.
    std::optional<Journey> journey_of(const Connection& from, const message::Message& message);

    /// The first consumer of an address has come to this router, the last has gone.
    void consumer_came(CoreThread& ct, const Address& address);
    void consumer_went(CoreThread& ct, const Address& address);
    /// Tells the others if they know these addresses of ours as treated otherwise.
    void addresses_changed(CoreThread& ct, const std::vector<std::string>& keys);
    /// How other routers that have the address treat it.
    std::optional<Treatment> hint_for(const Address& address) const;

    /// Does what is due.
    void tick(CoreThread& ct);
    /// In how many milliseconds something is due.
    std::uint64_t next_due() const;

    /// For management.
    routing::RoutingEngine& engine() { return engine_; }
    const RemoteRouter* remote(routing::RouterSlot slot) const;

private:
    routing::Instant now() const;

    // network_effects.cpp
    void apply(CoreThread& ct);
    void apply_change(CoreThread& ct, const routing::RouterLearned& change);
    void apply_change(CoreThread& ct, const routing::RouteChanged& change);
    void apply_change(CoreThread& ct, const routing::RouterUnreachable& change);
    void apply_change(CoreThread& ct, const routing::RouterForgotten& change);
    void apply_change(CoreThread& ct, const routing::AddressMapped& change);
    void apply_change(CoreThread& ct, const routing::AddressUnmapped& change);
    void apply_change(CoreThread& ct, const routing::RadiusChanged& change);
    void apply_change(CoreThread& ct, const routing::ValidOriginsChanged& change);
    void send_out(CoreThread& ct, const routing::SendToNeighbors& outgoing);
    void send_out(CoreThread& ct, const routing::SendToRouter& outgoing);
    void send_out(CoreThread& ct, const routing::SendToAll& outgoing);
    void send_control(CoreThread& ct, const DeliveryArrived& message, ConnectionId to);
    DeliveryArrived encode(const routing::ProtocolMessage& message, std::string to) const;
    /// False: it was mapped already.
    bool map(CoreThread& ct, Address& address, RemoteRouter& remote);
    void unmap(std::string_view key, const RemoteRouter& remote);

    // network_reserve.cpp
    /// There is another connection to the same router, with links.
    bool is_connected_besides(const Connection& connection) const;
    void stand_by(CoreThread& ct, Connection& connection);
    /// A connection in reserve to that router takes the place of the one that was lost.
    void replace(CoreThread& ct, const std::string& container);
    void leave_reserve(CoreThread& ct, Connection& connection);
    /// The same if a router has not been heard of for some time, though nothing was lost.
    void check_reserve(CoreThread& ct);

    void open_links(CoreThread& ct, Connection& connection);
    void control_is_up(CoreThread& ct, Connection& connection);
    RemoteRouter* find(routing::RouterSlot slot) const;
    Connection* find(ConnectionId id) const;

    RouterIdentity identity_;
    AddressTable& addresses_;
    Context& context_;
    Discriminator& discriminator_;
    routing::RoutingEngine engine_;
    routing::Effects effects_;
    std::vector<std::unique_ptr<RemoteRouter>> remotes_; ///< by slot
    std::unordered_map<ConnectionId, Connection*> connections_;
    std::size_t in_reserve_ = 0;        ///< of those
    std::uint64_t reserve_patience_ms_; ///< for the first HELLO on the connection in use

    /// What the last message's origin allowed; most messages in a row come from the same.
    struct {
        std::string ingress;
        const routing::RouterSet* allowed = nullptr;
        std::uint8_t place = 0; ///< see IngressHistogram
        bool unknown = false;
    } last_origin_;
};

} // namespace crosspoint::core
