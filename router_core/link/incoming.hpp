// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/context.hpp"
#include "router_core/link/link.hpp"

#include "crosspoint/base/thread.hpp"

namespace crosspoint::core {

/// A delivery of this link came or was settled: its window is looked at when the batch ends.
void touch_credit(Context& context, IncomingLink& link);

/// Grants what the windows touched in this batch have due. Called once at the end of a batch.
void grant_credit(CoreThread& ct, Context& context);

/// There is somebody to take this link's messages: grants all that is due at once.
void open_credit(CoreThread& ct, Context& context, IncomingLink& link);

/// A message came for which nobody is left: the producer is asked to give its credit back.
void drain_credit(CoreThread& ct, Context& context, IncomingLink& link);

/// Keeps a delivery that somebody will speak of again: unsettled, or not complete.
IncomingDelivery& track(Context& context, IncomingLink& link, const DeliveryArrived& arrived);

/// A delivery of this link that came settled was taken.
void count_presettled(Context& context, IncomingLink& link);

/// Tells the producer the state of its delivery; with `settle` that is the end of it.
void tell_producer(CoreThread& ct, Context& context, IncomingDelivery& delivery,
                   DeliveryState state, bool settle);

/// Forgets a delivery that has no copies any more.
void finish(CoreThread& ct, Context& context, IncomingDelivery& delivery);

} // namespace crosspoint::core
