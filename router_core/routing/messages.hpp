// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/link_state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace crosspoint::routing {

/// The version of the routing protocol that we speak. Messages of a higher one are ignored.
inline constexpr std::int64_t protocol_version = 1;

/// How the advertising router treats an address; helps where the receiver has no configuration.
enum class TreatmentHint : std::uint8_t {
    flood,
    multicast,
    closest,
    balanced,
    link_balanced,
    unavailable,
};
inline constexpr int treatment_hint_count = 6;

/// "I am here, and these routers I have heard." Goes to neighbours only.
struct Hello {
    std::string id;
    std::int64_t version = protocol_version;
    /// Changes when the router restarts; 0 if the sender gave none.
    std::int64_t instance = 0;
    std::vector<std::string> seen;
    friend bool operator==(const Hello&, const Hello&) = default;
};

/// Router advertisement: the sequence numbers by which others notice that they are behind.
struct Ra {
    std::string id;
    std::int64_t version = protocol_version;
    std::int64_t instance = 0;
    std::int64_t ls_seq = 0;
    std::int64_t mobile_seq = 0;
    friend bool operator==(const Ra&, const Ra&) = default;
};

/// Link state request: "send me your link state".
struct Lsr {
    std::string id;
    std::int64_t version = protocol_version;
    friend bool operator==(const Lsr&, const Lsr&) = default;
};

/// Link state update: the answer of the owner.
struct Lsu {
    std::string id;
    std::int64_t version = protocol_version;
    std::int64_t instance = 0;
    LinkState state;
    friend bool operator==(const Lsu&, const Lsu&) = default;
};

/// Mobile address request: "send me your addresses, I have those up to have_seq".
struct Mar {
    std::string id;
    std::int64_t version = protocol_version;
    std::int64_t have_seq = 0;
    friend bool operator==(const Mar&, const Mar&) = default;
};

/// An address key with the treatment it has where it lives, if that is known.
struct HintedAddress {
    std::string key;
    std::optional<TreatmentHint> hint;
    friend bool operator==(const HintedAddress&, const HintedAddress&) = default;
};

/// Mobile address update: the change that leads to `mobile_seq`, or the whole set at `mobile_seq`.
struct Mau {
    enum class Kind : std::uint8_t { differential, absolute };
    std::string id;
    std::int64_t version = protocol_version;
    std::int64_t mobile_seq = 0;
    Kind kind = Kind::differential;
    /// Differential: what was added. Absolute: all there is.
    std::vector<HintedAddress> addresses;
    /// Only in a differential.
    std::vector<std::string> removed;
    friend bool operator==(const Mau&, const Mau&) = default;
};

using ProtocolMessage = std::variant<Hello, Ra, Lsr, Lsu, Mar, Mau>;

/// Who wrote the message.
const std::string& originator(const ProtocolMessage& message);
std::int64_t version_of(const ProtocolMessage& message);
/// "HELLO", "RA", ...: the value of the application property `opcode`.
std::string_view opcode(const ProtocolMessage& message);

} // namespace crosspoint::routing
