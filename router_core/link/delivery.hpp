// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/base/list.hpp"

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/intrusive_ptr.hpp"
#include "crosspoint/core/delivery_state.hpp"
#include "crosspoint/core/redirection.hpp"
#include "crosspoint/message/message.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace crosspoint::core {

/// The core's own name for an incoming delivery.
using IncomingKey = SlotId<struct IncomingKeyTag>;

struct IncomingDelivery;
struct IncomingLink;
struct OutgoingLink;

/// Unsettled deliveries of one address that are under way on one connection between routers.
struct Outstanding : Counted {
    std::uint32_t count = 0;
};

/// Counts one delivery in an Outstanding for as long as it lives; mostly it counts nowhere.
class OutstandingShare {
public:
    OutstandingShare() = default;
    explicit OutstandingShare(const IntrusivePtr<Outstanding>& in) : in_(in) { ++in_->count; }
    OutstandingShare(OutstandingShare&&) = default;
    OutstandingShare& operator=(OutstandingShare&& other) noexcept {
        std::swap(in_, other.in_);
        return *this;
    }
    ~OutstandingShare() {
        if (in_) {
            --in_->count;
        }
    }

private:
    IntrusivePtr<Outstanding> in_;
};

/// One copy of a message on its way to one consumer.
struct OutgoingDelivery {
    OutgoingId id;
    std::uint64_t number = 0; ///< the n of "[Dn]", that of the incoming delivery
    OutgoingLink* link = nullptr;
    IncomingDelivery* source =
        nullptr;                     ///< null: nobody waits for an outcome, and all bytes are here
    ListHook<OutgoingDelivery> hook; ///< in the link's backlog, or among what was handed over
    ListHook<OutgoingDelivery> copy_hook; ///< among the copies of the same incoming delivery

    message::MessagePtr message;              ///< until it is handed over
    message::BufferPtr start;                 ///< of a stream, until it is handed over
    std::unique_ptr<Redirection> redirection; ///< if the consumer's connection shows annotations
    TransferState state;                      ///< the producer's, until it is handed over
    OutstandingShare outstanding;             ///< if it was balanced to another router
    std::uint64_t size = 0;
    std::uint64_t arrived_ms = 0;
    std::uint64_t parcel = 0; ///< the parcel it was handed over with; 0: it waits in the backlog
    std::uint64_t bytes_sent = 0;                  ///< of a stream, as last reported
    std::uint64_t stalled_at = 0;                  ///< what bytes_sent was at stalled_since_ms
    std::optional<std::uint64_t> stalled_since_ms; ///< since when it keeps others waiting
    message::Ending ending = message::Ending::complete;
    std::uint8_t priority = 4;
    bool settled = false;      ///< goes out settled
    bool came_settled = false; ///< came in settled: may be dropped when the consumer cannot follow
    bool decided = false;      ///< the consumer has given an outcome
    bool own = false;          ///< the router made the message
    bool is_stuck = false;     ///< see HealthScan
    std::uint8_t ingress = 0;  ///< where the message entered the network: see IngressHistogram
};

/// A message that came in and is not settled, or not complete, yet.
struct IncomingDelivery {
    IncomingLink* link = nullptr; ///< null: the producer is gone
    IncomingId id;                ///< the worker's name for it
    std::uint64_t number = 0;     ///< the n of "[Dn]"
    IncomingKey key;
    ListHook<IncomingDelivery> hook;
    ListHook<IncomingDelivery> stall_hook; ///< see StreamStall
    List<OutgoingDelivery, &OutgoingDelivery::copy_hook> copies;

    std::uint64_t arrived_ms = 0;
    std::uint64_t size = 0;
    std::uint64_t allowed = 0; ///< bytes that the worker was allowed to read
    message::Ending ending = message::Ending::complete;
    bool settled = false; ///< the producer has settled it
    bool came_settled = false;
    bool is_stuck = false;   ///< see HealthScan
    bool multicast = false;  ///< outcomes are combined and carry no detail
    bool discarding = false; ///< nobody wants the rest of the stream

    /// The outcome so far. Kept back while the message still arrives (it is told in one piece with
    /// the settlement), and until every copy of a multicast has one.
    DeliveryState outcome;
    std::uint32_t undecided = 0; ///< copies without an outcome
};

} // namespace crosspoint::core
