// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address_table.hpp"
#include "router_core/address/address_text.hpp"
#include "router_core/edge/heartbeat.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/link/context.hpp"

#include "crosspoint/base/thread.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace crosspoint::core {

/// What a router does for the edge routers below it: tells them which addresses can be reached
/// beyond them, answers which ones are link-routed, and drops those that have gone silent. Every
/// router listens to heartbeats; the rest is an interior router's.
class EdgeServices {
public:
    EdgeServices(RouterIdentity identity, bool interior, AddressTable& addresses, Context& context)
        : identity_(std::move(identity)),
          interior_(interior),
          addresses_(addresses),
          context_(context) {}

    void opened(CoreThread& ct, Connection& connection, std::string name_prefix);
    void closed(CoreThread& ct, Connection& connection);

    /// The edge router has answered a link that we opened for large messages.
    void order_answered(CoreThread& ct, Connection& from, const LinkAttached& attached);
    void order_lost(CoreThread& ct, Connection& from, const LinkDetached& detached);

    /// True if the address of the link is one of our services: then the peer has its answer.
    bool attached(CoreThread& ct, Connection& from, const LinkAttached& attached);
    void detached(CoreThread& ct, const Link& link);

    /// A message for one of the services.
    void arrived(CoreThread& ct, Connection& from, IncomingLink& link,
                 const DeliveryArrived& arrived);

    /// Who takes the messages of an address, or sends some, has changed.
    void addresses_changed(CoreThread& ct, const std::vector<std::string>& keys);

    void tick(CoreThread& ct);
    std::optional<std::uint64_t> next_due() const;

private:
    void look_up(CoreThread& ct, IncomingLink& link, const DeliveryArrived& arrived);
    void tell(CoreThread& ct, Address& address);

    RouterIdentity identity_;
    bool interior_;
    AddressTable& addresses_;
    Context& context_;
    std::unordered_map<ConnectionId, OutgoingLink*> trackers_; ///< who wants to be told
    struct Watched {
        Connection* connection = nullptr;
        edge::HeartbeatWatch watch;
    };
    std::unordered_map<const Link*, Watched> heartbeats_; ///< by the link on which they come
    std::uint64_t next_check_ms_ = 0; ///< all at once, so that a batch pays nothing for them
};

} // namespace crosspoint::core
