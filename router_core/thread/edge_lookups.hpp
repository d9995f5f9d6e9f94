// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/edge/held_attaches.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/link/context.hpp"

#include "crosspoint/base/thread.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::core {

/// What the interior router says of the address of a client's link.
enum class LookedUp : std::uint8_t {
    messages,    ///< not link-routed, as far as anybody knows: its messages are routed
    link_routed, ///< the link is to be passed on
    unreachable, ///< link-routed, and nobody is there
};

/// A client's link that can be answered now.
struct LookedUpAttach {
    edge::HeldAttach held;
    LookedUp said = LookedUp::messages;
};

/// What an edge router asks its interior router before it answers a client's link: whether the
/// address is link-routed there. A link without an answer in time is taken for one of messages.
class EdgeLookups {
public:
    explicit EdgeLookups(Context& context) : context_(context) {}

    /// The two links of the uplink have come to be: for questions, and for answers to an address.
    void questions_go_on(OutgoingLink& link) { questions_ = &link; }
    void answers_come_to(std::string address) { reply_to_ = std::move(address); }
    /// One of them has gone.
    void lost();

    bool is_ready() const { return questions_ && !reply_to_.empty(); }

    /// Asks about `address`. The link waits.
    void ask(CoreThread& ct, edge::HeldAttach held, std::string_view address);
    void answered(CoreThread& ct, const DeliveryArrived& reply);
    void forget(ConnectionId connection, LinkId link) { held_.forget(connection, link); }

    void tick(CoreThread& ct);
    std::optional<std::uint64_t> next_due() const;

    /// Links that wait no more, each once.
    std::vector<LookedUpAttach> take_answered() { return std::exchange(answered_, {}); }

private:
    Context& context_;
    OutgoingLink* questions_ = nullptr;
    std::string reply_to_;
    edge::HeldAttaches held_;
    std::vector<LookedUpAttach> answered_;
};

} // namespace crosspoint::core
