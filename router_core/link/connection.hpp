// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/link.hpp"
#include "router_core/link/router_links.hpp"

#include "crosspoint/base/tally.hpp"
#include "crosspoint/core/actions.hpp"
#include "crosspoint/core/outbox.hpp"

#include <memory>
#include <vector>

namespace crosspoint::core {

/// The core's half of a connection; io::Connection is the other.
struct Connection : private Tallied<Connection> {
    static constexpr std::string_view tally_name = "qdr_connection_t";

    Connection(ConnectionId i, ConnectionOpened&& opened)
        : id(i),
          info(std::move(opened.info)),
          outbox(std::move(opened.outbox)),
          frames_traced(info.frames_traced) {}

    ConnectionId id;
    ConnectionInfo info;
    IntrusivePtr<Outbox> outbox;
    ParcelPtr staged;                    ///< what this batch has for the worker, if anything
    std::uint64_t parcel_serial = 0;     ///< of the parcel that is staged, or was last
    std::unique_ptr<RouterLinks> router; ///< if another router is at the other end

    // For operators.
    static constexpr std::uint32_t never = UINT32_MAX;
    Context* context = nullptr; ///< where its links are listed
    CreationOrder<Connection>::Place place;
    std::uint32_t opened_s = 0;
    std::uint32_t last_delivery_s = never; ///< came or went
    bool frames_traced = false;
    bool is_dropped = false; ///< an operator has ended it

    Link* find(LinkId wanted) const;
    IncomingLink* find_incoming(LinkId wanted) const;
    OutgoingLink* find_outgoing(LinkId wanted) const;
    /// Takes the link; there must be none in its slot.
    Link& add(std::unique_ptr<Link> link);
    void remove(Link& link);

    /// In slot order; null where there is none.
    const std::vector<std::unique_ptr<Link>>& links() const { return links_; }

private:
    std::vector<std::unique_ptr<Link>> links_;
};

} // namespace crosspoint::core
