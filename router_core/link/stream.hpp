// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/context.hpp"
#include "router_core/link/link.hpp"

#include "crosspoint/base/thread.hpp"

/// Messages that are forwarded while they arrive. Reading goes ahead of the slowest consumer by one
/// window at most: the core raises the producer's allowance as the consumers' progress comes in.
namespace crosspoint::core {

/// More of the message came, or it ended.
void stream_grew(CoreThread& ct, Context& context, IncomingDelivery& delivery, std::uint64_t size,
                 message::Ending ending);

/// One consumer has been sent so much.
void stream_progressed(CoreThread& ct, Context& context, OutgoingDelivery& delivery,
                       std::uint64_t bytes);

/// Lets the producer's worker read as far as the slowest consumer allows.
void raise_allowance(CoreThread& ct, Context& context, IncomingDelivery& delivery);

/// Nobody wants the rest: it is read and thrown away, so that the link stays usable.
void discard_rest(CoreThread& ct, Context& context, IncomingDelivery& delivery);

/// One consumer is not sent the rest: its copy ends as if the consumer had settled it with `state`.
void give_up(CoreThread& ct, Context& context, OutgoingDelivery& delivery, DeliveryState state);

/// The producer gave up or is gone: every copy that has begun is aborted, the others vanish.
void abort_copies(CoreThread& ct, Context& context, IncomingDelivery& delivery);

} // namespace crosspoint::core
