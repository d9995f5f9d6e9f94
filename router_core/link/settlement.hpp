// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/context.hpp"
#include "router_core/link/link.hpp"

#include "crosspoint/base/thread.hpp"

/// How outcome and settlement travel between the two ends of a delivery. The router takes no
/// responsibility of its own: it passes on what the ends say, and speaks for an end that is gone.
namespace crosspoint::core {

/// The consumer declared a state of its copy, or settled it.
void consumer_says(CoreThread& ct, Context& context, OutgoingDelivery& delivery,
                   DeliveryState state, bool settled);

/// The producer did so with its delivery.
void producer_says(CoreThread& ct, Context& context, IncomingDelivery& delivery,
                   DeliveryState state, bool settled);

/// The last byte of a delivery came: its ends hear what was kept back until now.
void completed(CoreThread& ct, Context& context, IncomingDelivery& delivery);

/// A delivery that found no destination at all, or has lost the last: the producer hears `state`.
void refuse(CoreThread& ct, Context& context, IncomingDelivery& delivery, DeliveryState state);

/// All copies of a delivery that can go no further have ended, or none was made.
void conclude(CoreThread& ct, Context& context, IncomingDelivery& delivery);

/// The link of a consumer is gone. What it had is modified, what it never had is released.
void resolve_lost(CoreThread& ct, Context& context, OutgoingLink& link,
                  const LinkDetached& detached);

/// The link of a producer is gone. What it had sent completely goes on without it.
void resolve_lost(CoreThread& ct, Context& context, IncomingLink& link);

/// The one outcome of two copies: rejected > accepted > modified > released.
std::uint64_t combine(std::uint64_t left, std::uint64_t right);

} // namespace crosspoint::core
