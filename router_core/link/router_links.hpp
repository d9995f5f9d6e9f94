// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/context.hpp"
#include "router_core/link/link.hpp"

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/outbox.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace crosspoint::core {

struct Connection;

/// The links of a connection to another router, beyond what every connection has.
struct RouterLinks {
    std::string node; ///< between interior routers: the peer as annotations name it, "0/" and id
    std::string name_prefix;                      ///< of the links that we open
    OutgoingLink* control = nullptr;              ///< null: it is not up, and nothing can be sent
    std::array<OutgoingLink*, priorities> data{}; ///< by priority
    std::uint32_t outgoing_data = 0; ///< data links so far; their number says their priority
    std::uint32_t incoming_data = 0;
    /// Open in reserve, without links: there is another connection to the same router.
    bool stands_by = false;
    std::uint64_t leave_to_other_until_ms = 0; ///< so long the other need not be of use
    bool takes_streams = false;                ///< the peer takes links for single streams
    std::vector<OutgoingLink*> idle_streams;   ///< streaming links with nothing to send

    /// Links that we asked the worker for and that the peer has not answered yet.
    struct Ordered {
        std::uint32_t number = 0;
        std::unique_ptr<Link> link;
    };
    std::vector<Ordered> ordered;
    std::uint32_t last_order = 0;

    /// Of this priority or, if there is none, of the next lower one. Null: there is none at all.
    OutgoingLink* data_link(std::uint8_t priority) const;
    /// The link of that order, which from now on is the caller's; null if there is none.
    std::unique_ptr<Link> take_ordered(std::uint32_t number);
};

/// Has a link opened to the other router. Until the peer has answered, the link is kept in
/// `ordered`, and what is offered to it waits.
Link& order_link(CoreThread& ct, Context& context, Connection& to, LinkKind kind,
                 Direction direction, std::uint32_t session_group);
/// The same for a link of any kind; number and name of the order are filled in.
Link& order_link(CoreThread& ct, Context& context, Connection& to, LinkKind kind, LinkOrder order,
                 std::uint32_t capacity);

/// The peer has answered a link that we ordered, which from now on is the connection's. Null: we
/// know of no such order.
Link* take_answered(Connection& from, const LinkAttached& attached);

/// The link that a message takes to the router at the other end; a `large` one does not get into
/// the way of the others. Null: it cannot be sent there.
OutgoingLink* link_to_router(CoreThread& ct, Context& context, Connection& to,
                             std::uint8_t priority, bool large);

/// A large message for this consumer takes a link of its own if the consumer is behind an edge
/// connection whose peer takes such links; else the consumer's link itself is given back.
OutgoingLink& link_to_consumer(CoreThread& ct, Context& context, OutgoingLink& consumer,
                               bool large);

/// A streaming link may have sent all that it had: then it is kept for the next stream.
void note_idle_stream(OutgoingLink& link);
/// Gives up links for streams if too many have nothing to do. To be called now and then.
void trim_idle_streams(CoreThread& ct, Context& context, RouterLinks& router);
/// A streaming link is going to be removed.
void forget_stream(RouterLinks& router, const Link& link);

} // namespace crosspoint::core
