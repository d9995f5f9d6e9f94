// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/result.hpp"
#include "crosspoint/core/delivery_state.hpp"
#include "crosspoint/core/link_order.hpp"
#include "crosspoint/core/management.hpp"
#include "crosspoint/core/outbox.hpp"
#include "crosspoint/core/terminus.hpp"
#include "crosspoint/message/message.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// All that a worker can ask of the core, as data. An action that is dropped at shutdown cleans up
/// in its destructor.
namespace crosspoint::core {

enum class Role : std::uint8_t { normal, inter_router, route_container, edge };

/// What only an operator asks for, and what most connections have nothing of.
struct ConnectionDetails {
    std::string properties; ///< those of the peer's Open, an encoded AMQP map; empty for none
    bool is_encrypted = false;
    std::string tls_protocol, tls_cipher;
    std::uint32_t tls_strength = 0; ///< in bits, as SASL counts them
};

/// What the core and an operator want to know of a connection.
struct ConnectionInfo {
    std::string container, host, tenant;
    std::string user; ///< empty: one of our connectors made it, and gave no name
    std::string sasl; ///< the mechanism in use; empty: none
    std::shared_ptr<const ConnectionDetails> details; ///< null if there is nothing in it
    Role role = Role::normal;
    bool dialled = false; ///< true: one of our connectors made it
    bool is_authenticated = false;
    bool frames_traced = false; ///< when it was opened
    bool strip_inbound = true;
    bool strip_outbound = true;
    std::uint32_t link_capacity = 250;
    std::uint32_t cost = 1;       ///< between routers: the higher of what both sides said
    bool streaming_links = false; ///< the peer takes links that are opened for one stream
};

/// A connection has been opened by both sides.
struct ConnectionOpened {
    ConnectionInfo info;
    IntrusivePtr<Outbox> outbox;
};

/// The transport is gone. Comes after a LinkDetached for every link that was still there.
struct ConnectionClosed {};

struct LinkAttached {
    LinkId link;
    std::uint64_t identity = 0; ///< the n of "[Ln]"
    std::uint32_t order = 0;    ///< of the LinkOrder that this answers; 0: the peer's own idea
    Direction direction = Direction::incoming;
    bool peer_wants_settled = false;    ///< outgoing: the receiver asks for settled deliveries
    std::uint64_t max_message_size = 0; ///< outgoing: what the receiver takes; 0: anything
    std::string name;
    Terminus source, target;
};

/// The peer detached the link, ended its session, or is gone. The worker has answered already.
struct LinkDetached {
    LinkId link;
    bool lost = false; ///< with its session or connection, not by a detach
    /// Outgoing links: how much of the outbox the worker had seen, and which deliveries of that it
    /// had not completely sent. The core tells released from modified by them.
    std::uint64_t parcels_taken = 0;
    std::vector<OutgoingId> unsent;
    std::uint32_t order = 0; ///< of a link that we opened
};

/// Credit of a receiver: the core may hand over deliveries until it has handed over `limit` of them
/// since the link was attached. Absolute, so that it does not matter what is in flight.
struct CreditArrived {
    LinkId link;
    std::uint64_t limit = 0;
    bool drain = false;
    std::uint32_t drain_serial = 0; ///< echoed in DrainDone
};

/// A sender answered our drain: this much of the credit it had is gone unused.
struct CreditReturned {
    LinkId link;
    std::uint32_t credit = 0;
};

/// A message whose destination can be known: complete, or large and still arriving.
struct DeliveryArrived {
    LinkId link;
    IncomingId id; ///< none if it came settled and complete: nobody will speak of it again
    message::MessagePtr message;
    std::uint64_t size = 0; ///< bytes so far
    message::Ending ending = message::Ending::complete;
    bool settled = false;
    TransferState state{}; ///< what the producer has declared with the message
};

/// A delivery that the worker itself has refused (it could not be understood); its credit is free.
struct DeliveryRefused {
    LinkId link;
};

/// More of a message that was handed over before it was complete.
struct StreamGrew {
    LinkId link;
    IncomingId id;
    std::uint64_t size = 0;
    message::Ending ending = message::Ending::open;
};

/// The producer changed the state of its delivery, or settled it.
struct ProducerDisposition {
    LinkId link;
    IncomingId id;
    DeliveryState state;
    bool settled = false;
};

/// The consumer did.
struct ConsumerDisposition {
    OutgoingId id;
    DeliveryState state;
    bool settled = false;
};

/// How far the worker has got with what was handed over; bounds what lies in between.
struct SendProgress {
    LinkId link;
    std::uint64_t deliveries = 0;
    std::uint64_t bytes = 0;
};

/// How far a stream has been written to one consumer; lets the producer's worker read on.
struct StreamProgress {
    OutgoingId id;
    std::uint64_t bytes = 0;
};

/// The management agent wants something. Boxed, because it is large and rare.
struct ManagementAsked {
    std::unique_ptr<ManagementCommand> command;
};

using Action =
    std::variant<DeliveryArrived, ConsumerDisposition, CreditArrived, SendProgress, StreamGrew,
                 StreamProgress, ProducerDisposition, DeliveryRefused, CreditReturned, LinkAttached,
                 LinkDetached, ConnectionOpened, ConnectionClosed, ManagementAsked>;

/// What one event batch of one connection gives the core to do.
struct ActionBatch {
    ConnectionId connection;
    std::vector<Action> actions;
    std::unique_ptr<Parcel> used; ///< a parcel that the worker has emptied, to be used again
};

} // namespace crosspoint::core
