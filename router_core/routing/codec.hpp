// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/messages.hpp"

#include "crosspoint/amqp/writer.hpp"
#include "crosspoint/base/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::routing {

/// A router as message annotations name it: "0/" and its id.
std::string node_id(std::string_view router_id);

/// Where a message goes: the `to` of its properties, in the form that its family uses.
std::string neighbor_address();
std::string router_address(const ProtocolMessage& message, std::string_view router_id);
std::string everybody_address(const ProtocolMessage& message);

/// The router annotations of a message: where it entered the network and what it passed.
struct Annotations {
    std::string ingress;
    std::vector<std::string> trace;
    friend bool operator==(const Annotations&, const Annotations&) = default;
};

/// A protocol message with what stands around it on the wire.
struct Envelope {
    std::string to;
    Annotations annotations;
    ProtocolMessage message;
    friend bool operator==(const Envelope&, const Envelope&) = default;
};

/// The whole AMQP message, octet for octet as the older routers write it. The two families differ
/// in the types of keys and integers, and each peer has seen only the one form for years.
amqp::Octets encode(const Envelope& envelope);

/// Reads a whole AMQP message. Takes more than `encode` writes: any width of integers and lists,
/// strings or symbols as keys, unknown fields. Of a message of a higher protocol version only
/// originator and version are read, since the rest may mean anything. A failure says what is
/// wrong, for the log; the peer is told nothing.
Result<Envelope> decode(std::span<const std::uint8_t> octets);

} // namespace crosspoint::routing
