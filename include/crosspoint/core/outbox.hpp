// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/intrusive_ptr.hpp"
#include "crosspoint/base/mutex.hpp"
#include "crosspoint/base/result.hpp"
#include "crosspoint/base/tally.hpp"
#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/delivery_state.hpp"
#include "crosspoint/core/link_order.hpp"
#include "crosspoint/core/redirection.hpp"
#include "crosspoint/message/message.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crosspoint::core {

inline constexpr std::size_t priorities = 10;

/// The core's answer to LinkAttached.
struct AttachAnswer {
    LinkId link;
    std::optional<AmqpError> refused;
    std::string dynamic_address; ///< given to a dynamic terminus
};

struct DetachOrder {
    LinkId link;
    std::optional<AmqpError> error;
};

struct CreditGrant {
    LinkId link;
    std::uint32_t credit = 0;
    bool drain = false;
};

/// "Everything that can be sent within the credit is in this parcel or was in one before."
struct DrainDone {
    LinkId link;
    std::uint32_t serial = 0;
};

/// What the producer is told of its delivery.
struct IncomingDisposition {
    LinkId link;
    IncomingId id;
    DeliveryState state;
    bool settle = false;
};

/// What the consumer is told of a delivery it has.
struct OutgoingDisposition {
    LinkId link;
    OutgoingId id;
    DeliveryState state;
    bool settle = false;
};

/// More of a stream may be sent, or it ended.
struct StreamReady {
    LinkId link;
    OutgoingId id;
    std::uint64_t size = 0;
    message::Ending ending = message::Ending::open;
};

/// How many bytes of a stream may be read in all; with `discard` nobody wants the rest.
struct StreamAllowance {
    LinkId link;
    IncomingId id;
    std::uint64_t bytes = 0;
    bool discard = false;
};

/// A link with a delivery to send on it.
struct LinkWithWork {
    LinkId link;
    OutgoingId id;
    message::MessagePtr message;
    message::BufferPtr start; ///< only for a message that was still arriving when it was forwarded
    std::unique_ptr<Redirection> redirection; ///< if the connection shows router annotations
    std::uint64_t size = 0;                   ///< bytes so far
    std::uint64_t counted = 0;                ///< what it counts for in SendProgress
    message::Ending ending = message::Ending::complete;
    bool settled = false;        ///< send it settled
    bool producer_waits = false; ///< settled here, but the producer wants to know that it was sent
    TransferState state{};       ///< goes with the transfer
};

/// What one batch of the core's work has ready for one connection. The worker handles the parts in
/// the order in which they stand here; `links_with_work` from the highest priority down.
struct Parcel : private Tallied<Parcel> {
    static constexpr std::string_view tally_name = "parcel";

    std::uint64_t serial = 0; ///< of the last batch in it
    std::vector<AttachAnswer> answers;
    std::vector<LinkOrder> link_orders;
    std::vector<IncomingDisposition> incoming_dispositions;
    std::vector<CreditGrant> credit;
    std::vector<StreamAllowance> allowances;
    std::array<std::vector<LinkWithWork>, priorities> links_with_work;
    std::vector<StreamReady> streams;
    std::vector<OutgoingDisposition> outgoing_dispositions;
    std::vector<DrainDone> drained;
    std::vector<DetachOrder> detaches;
    std::optional<AmqpError> close;
    bool drop = false;                ///< close the socket at once, without a word to the peer
    std::optional<bool> trace_frames; ///< whether to log frames, whatever the log's levels are

    /// Takes over what `later` has, behind what is here.
    void append(Parcel&& later);
    /// Empties it for the next use; a vector that grew large is given back to the system.
    void clear();
};
using ParcelPtr = std::unique_ptr<Parcel>;

/// Wakes the worker side of one connection; safe to call from any thread at any time.
class Waker {
public:
    virtual void wake() = 0;

protected:
    ~Waker() = default;
};

/// What the core thread has ready for one connection: the mailbox between core::Connection and
/// io::Connection. The core adds, the connection's worker takes everything; they share nothing
/// else.
class Outbox : public Counted {
public:
    explicit Outbox(Waker& waker) : waker_(&waker) {}

    /// Wakes the worker if it has not been woken for what is in here already. Returns the parcel
    /// back, emptied of its content, if it was appended to one that still waited.
    ParcelPtr add(CoreThread&, ParcelPtr parcel) EXCLUDES(lock_, waker_lock_);

    /// Null if there is nothing.
    ParcelPtr take(ConnectionTurn&) EXCLUDES(lock_);

    /// The connection goes away: from now on nobody is woken.
    void close(ConnectionTurn&) EXCLUDES(waker_lock_);

private:
    Mutex lock_;
    ParcelPtr waiting_ GUARDED_BY(lock_);

    // Held while waking, so that a connection cannot be freed under the call. The call itself only
    // sets a flag in the proactor and takes no lock of ours.
    Mutex waker_lock_;
    Waker* waker_ GUARDED_BY(waker_lock_);
};

} // namespace crosspoint::core
