// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/base/creation_order.hpp"
#include "router_core/link/backlog.hpp"
#include "router_core/link/counters.hpp"
#include "router_core/link/credit.hpp"
#include "router_core/link/delivery.hpp"
#include "router_core/link/ingress_histogram.hpp"
#include "router_core/link/send_window.hpp"

#include "crosspoint/base/tally.hpp"
#include "crosspoint/core/actions.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::core {

struct Address;
struct Connection;

/// What a link is for.
enum class LinkKind : std::uint8_t {
    endpoint,       ///< of a client or container
    control,        ///< for the routing protocol
    data,           ///< for messages of one priority between routers
    streaming,      ///< for one large message at a time between routers
    edge_streaming, ///< the same on an edge connection, where we have opened it
    service,        ///< its messages are for the core itself, or made by it
};

constexpr bool is_between_interior_routers(LinkKind kind) {
    return kind == LinkKind::control || kind == LinkKind::data || kind == LinkKind::streaming;
}

/// One that we have opened for one large message at a time.
constexpr bool is_for_streams(LinkKind kind) {
    return kind == LinkKind::streaming || kind == LinkKind::edge_streaming;
}

/// What a service link is for.
enum class Service : std::uint8_t {
    none,
    tracking,         ///< an edge router is told which addresses can be reached
    lookup,           ///< an edge router asks which addresses are link-routed
    lookup_reply,     ///< and is answered
    management,       ///< an edge router asks the management agent
    management_reply, ///< and is answered
    heartbeat,        ///< an edge router shows that it lives
};

/// The core's half of an AMQP link; io::Link is the other. Owned by its Connection.
struct Link {
    Link(Connection& c, const LinkAttached& attached)
        : connection(c),
          id(attached.link),
          identity(attached.identity),
          direction(attached.direction),
          name(attached.name) {}
    virtual ~Link() = default;
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    Connection& connection;
    LinkId id;
    std::uint64_t identity; ///< the n of "[Ln]"
    Direction direction;
    LinkKind kind = LinkKind::endpoint;
    Service service = Service::none;
    bool fallback = false; ///< attached as a fallback destination, or to feed one
    std::string name;
    Address* address = nullptr; ///< null: anonymous, every message says where it goes
    LinkCounters counters;

    // For operators.
    CreationOrder<Link>::Place place;
    std::uint32_t no_credit_since_s = 0; ///< of no meaning while there is credit
    std::uint32_t deliveries_stuck = 0;
    bool is_attached = false;  ///< by both sides: the peer has answered, or was first
    bool is_blocked = false;   ///< without credit for long, and an operator was told
    std::uint8_t priority = 4; ///< between routers: of the messages it is for
};

/// On which a producer sends to us.
struct IncomingLink final : Link, private Tallied<IncomingLink> {
    static constexpr std::string_view tally_name = "incoming_link";

    IncomingLink(Connection& c, const LinkAttached& attached, std::uint32_t capacity)
        : Link(c, attached),
          credit(capacity) {}

    IncomingDelivery* find(IncomingId wanted) const;
    void remember(IncomingDelivery& delivery);
    void forget(IncomingDelivery& delivery);

    /// Between routers credit is returned when a delivery comes, so that what nobody settles never
    /// blocks a link that all share.
    bool returns_credit_at_once() const { return credit_at_once || kind != LinkKind::endpoint; }
    /// A delivery is off our hands.
    void settled_one() {
        if (!returns_credit_at_once()) {
            credit.settled();
        }
    }

    ListHook<IncomingLink> address_hook; ///< among the producers of its address
    CreditWindow credit;
    bool draining = false; ///< the producer was asked to drain: its address has lost everybody
    bool credit_at_once = false; ///< it is an edge connection's
    bool told_reachable = false; ///< an edge router's: what it was told of its address
    bool credit_touched = false; ///< the window is looked at when the batch ends
    std::uint8_t phase = 0;      ///< at which its messages enter
    std::string to;              ///< its address as a text that other routers understand
    List<IncomingDelivery> deliveries;

private:
    std::vector<IncomingDelivery*> by_slot_;
};

/// On which we send to a consumer.
struct OutgoingLink final : Link, private Tallied<OutgoingLink> {
    static constexpr std::string_view tally_name = "outgoing_link";

    using Link::Link;

    /// The load that balanced forwarding compares.
    std::size_t load() const {
        return backlog.size() + sent.size() + (streams ? streams->count : 0);
    }

    SendWindow window;
    Backlog backlog;             ///< waits here
    List<OutgoingDelivery> sent; ///< handed over and not settled
    /// Unsettled large messages for this consumer that took another link; null: never any.
    IntrusivePtr<Outstanding> streams;
    std::optional<std::uint32_t> drain_serial; ///< the consumer drains and has no answer yet
    bool send_settled = false;                 ///< the consumer asked for settled deliveries
    std::uint64_t max_message_size = 0;        ///< the consumer takes nothing larger; 0: it does
    std::uint32_t capacity = 250;
    IngressHistogram ingress;

    /// Messages of our own may wait here for credit, but not without bound.
    static constexpr std::uint64_t max_own_waiting = 8 * 1024 * 1024;
    std::uint64_t own_waiting = 0; ///< bytes
    bool own_dropped = false;      ///< some found no room since the last time there were none
};

} // namespace crosspoint::core
