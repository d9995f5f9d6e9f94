// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/context.hpp"
#include "router_core/link/link.hpp"

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/actions.hpp"

#include <cstdint>
#include <string_view>

namespace crosspoint::core {

struct Connection;
struct Journey;

/// A message that is to be forwarded.
struct Offer {
    const DeliveryArrived& arrived;
    IncomingDelivery* source; ///< null: came settled and complete
    std::uint8_t priority;
    std::string_view to;              ///< where it goes, if the message itself does not say so
    std::int32_t phase = 0;           ///< and at which phase
    const Journey* journey = nullptr; ///< of a message that another router sent
    /// The edge connection it came on, to which it must not go back.
    const Connection* not_to = nullptr;
    OutgoingLink* also_up = nullptr; ///< an edge router's way up, if a multicast goes there too
    const IntrusivePtr<Outstanding>* outstanding = nullptr; ///< where the copy counts, if it does
    /// The router has made it. Never dropped for being settled, but only so much of it may wait.
    bool own = false;
    std::uint8_t ingress = 0; ///< where it entered the network: see IngressHistogram
};

/// Puts one copy of a message into the link's backlog, where its priority allows, and hands over
/// what credit allows. A message that is larger than the consumer takes is rejected instead; then
/// the source may be left without a copy, and its delivery is to be concluded.
void offer(CoreThread& ct, Context& context, OutgoingLink& link, const Offer& made);

/// The consumer has said that it takes nothing of this size.
bool is_too_large(const OutgoingLink& link, std::uint64_t size);
/// What becomes of a message that is too large for its consumer.
DeliveryState size_exceeded();

/// Hands over what credit and room allow. Answers a drain once all of that is on its way.
void hand_over(CoreThread& ct, Context& context, OutgoingLink& link);

/// Counts a delivery that has ended, for those who look at its link.
void count_finished(Context& context, OutgoingDelivery& delivery, std::uint64_t code,
                    bool presettled);

/// Removes a copy from its link and from its source, and frees it.
void erase(Context& context, OutgoingDelivery& delivery);

} // namespace crosspoint::core
