// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address_table.hpp"
#include "router_core/address/address_text.hpp"
#include "router_core/edge/proxy_plan.hpp"
#include "router_core/edge/uplinks.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/link/context.hpp"
#include "router_core/thread/edge_lookups.hpp"

#include "crosspoint/base/thread.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace crosspoint::core {

/// An edge router's way to the rest of the network: one connection to an interior router, on which
/// it stands for its clients. Without one it serves its own clients with what they have.
class EdgeUplink {
public:
    EdgeUplink(RouterIdentity identity, AddressTable& addresses, Context& context,
               Discriminator& discriminator)
        : identity_(std::move(identity)),
          addresses_(addresses),
          context_(context),
          discriminator_(discriminator),
          lookups_(context) {}

    void opened(CoreThread& ct, Connection& connection);
    void closed(CoreThread& ct, Connection& connection);

    /// The interior router has answered a link that we opened.
    void order_answered(CoreThread& ct, Connection& from, const LinkAttached& attached);
    void order_lost(CoreThread& ct, Connection& from, const LinkDetached& detached);
    /// A link that we opened is going to be removed.
    void detached(CoreThread& ct, const Link& link);

    /// True if the interior router has to be asked before a client's link to the address with that
    /// key is answered.
    bool asks_about(std::string_view key) const;
    EdgeLookups& lookups() { return lookups_; }

    /// A message on one of our service links.
    void arrived(CoreThread& ct, IncomingLink& link, const DeliveryArrived& arrived);

    /// Who takes the messages of an address, or sends some, has changed.
    void addresses_changed(CoreThread& ct, const std::vector<std::string>& keys);

    void tick(CoreThread& ct);
    std::optional<std::uint64_t> next_due() const;

    /// Where messages go whose address nobody has here; null while there is no uplink.
    Address* beyond();
    /// The connection in use; none: 0.
    ConnectionId active() const { return active_ ? active_->id : ConnectionId{}; }
    /// The link there, for what goes there besides to consumers of our own.
    OutgoingLink* way_up() const { return way_up_; }

private:
    struct Proxies {
        IncomingLink* receiver = nullptr;
        OutgoingLink* sender = nullptr;
        bool reachable = false; ///< as the interior router says: the sender is of use
        bool held = false;      ///< the interior router did not want one: not again at once
    };

    void activate(CoreThread& ct);
    Link& order(CoreThread& ct, Direction direction, Terminus source, Terminus target,
                std::uint32_t capacity, Service service);
    void answered(CoreThread& ct, OutgoingLink& link);
    void join(CoreThread& ct, Address& address, OutgoingLink& link);
    void leave(CoreThread& ct, OutgoingLink& link);

    // edge_proxies.cpp
    /// Makes the proxies of an address what they have to be.
    void reconcile(CoreThread& ct, std::string key);
    edge::Phases phases_of(std::string_view key) const;
    void update_receiver(CoreThread& ct, const std::string& key, Proxies& proxies, bool wanted);
    void update_sender(CoreThread& ct, const std::string& key, Proxies& proxies, bool wanted);
    void answered(CoreThread& ct, IncomingLink& link);
    void on_notice(CoreThread& ct, std::string_view key, bool reachable);
    bool is_answered(const Link& link) const;
    void detach(CoreThread& ct, Link& link);

    RouterIdentity identity_;
    AddressTable& addresses_;
    Context& context_;
    Discriminator& discriminator_;
    edge::Uplinks uplinks_;
    std::unordered_map<ConnectionId, Connection*> connections_;
    Connection* active_ = nullptr;
    OutgoingLink* way_up_ = nullptr;
    OutgoingLink* heartbeat_ = nullptr;
    EdgeLookups lookups_;
    std::uint32_t beats_ = 0;
    std::uint64_t next_beat_ms_ = 0;
    std::map<std::string, Proxies, std::less<>> proxies_; ///< by address key
    std::unordered_map<const Link*, std::string> links_;  ///< and the other way round
    std::vector<std::string> unfinished_; ///< keys of proxies that could not be detached yet
};

} // namespace crosspoint::core
