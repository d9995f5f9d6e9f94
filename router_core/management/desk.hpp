// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/link/context.hpp"

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/management.hpp"

#include <cstdint>

namespace crosspoint::core {

/// Where messages change hands between the core and the management agent: requests go in to the
/// agent, its replies come out. A request stays unsettled until the agent has spoken, so that the
/// window of the link it came on bounds how many there are.
class ManagementDesk {
public:
    /// Without a port all requests are refused.
    ManagementDesk(ManagementPort* port, Context& context) : port_(port), context_(context) {}

    /// A message for `address`, which the agent is the consumer of. `tracked`: see `track`.
    void arrived(CoreThread& ct, Connection& from, IncomingLink& link, DeliveryArrived&& arrived,
                 IncomingDelivery* tracked, Address& address);

    /// The agent has an outcome for a request. Its producer may be gone already.
    void settle(CoreThread& ct, SettleRequest&& settle);

    /// Sends a message of the agent to an address; null: there is nobody of that name.
    void send(CoreThread& ct, const SendReply& reply, Address* to, OutgoingLink* also_up);

private:
    bool post(const Connection& from, const IncomingLink& link, DeliveryArrived&& arrived,
              const IncomingDelivery* tracked);

    ManagementPort* port_;
    Context& context_;
    bool refusing_ = false; ///< the agent had no room for the last request
};

} // namespace crosspoint::core
