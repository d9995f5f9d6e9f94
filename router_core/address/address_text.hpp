// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/base/siphash.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// From the texts that peers write to the keys under which addresses are known, and back.
namespace crosspoint::core {

/// The first letter of an address key.
enum class AddressClass : char {
    local = 'L',                  ///< on this router only
    topological = 'T',            ///< all routers
    router = 'R',                 ///< one other router
    area = 'A',                   ///< another area; never routable
    mobile = 'M',                 ///< wherever its consumers are
    edge = 'H',                   ///< everything on one other edge router
    link_route_prefix_in = 'C',   ///< links of senders, by prefix
    link_route_prefix_out = 'D',  ///< links of receivers, by prefix
    link_route_pattern_in = 'E',  ///< links of senders, by pattern
    link_route_pattern_out = 'F', ///< links of receivers, by pattern
};

/// The word operators know a class by; empty for a letter that is no class.
std::string_view name_of(AddressClass klass);

struct RouterIdentity {
    std::string id;
    bool edge = false;
};

/// An address, understood. The views point into the text it was made from, or at constants.
struct Resolved {
    AddressClass klass = AddressClass::mobile;
    std::string_view tenant; ///< put in front of a mobile address
    std::string_view text;
    friend bool operator==(const Resolved&, const Resolved&) = default;
};

/// Leaves out scheme, host and one separator at the end: "amqp://host/a/" is "a". What only begins
/// like a URL, and has nothing behind the host, is taken as it is.
std::string_view reduce(std::string_view text);

/// What an address means to this router. `tenant` ("name/", or empty) applies to mobile addresses
/// alone, and not to those that a router made up itself.
Resolved resolve(std::string_view text, const RouterIdentity& me, std::string_view tenant = {});

/// Writes the key of an address over `key`. `phase` ('0' to '9', or 'F' for a fallback) is part of
/// the key of a mobile address only.
void write_key(const Resolved& resolved, char phase, std::string& key);

/// A key, taken apart. The text points into the key.
struct KeyParts {
    AddressClass klass = AddressClass::mobile;
    char phase = '\0'; ///< of a mobile address, else zero
    std::string_view text;
    friend bool operator==(const KeyParts&, const KeyParts&) = default;
};

/// Nothing if it is no key: empty, of no known class, or mobile without a phase.
std::optional<KeyParts> split_key(std::string_view key);

/// A mobile address that a router made up, as its text shows.
bool is_temporary(std::string_view text);

/// The text of a mobile key, tenant and all: what rules are matched with. Points into the key.
inline std::string_view text_of_mobile(std::string_view key) {
    return key.substr(2);
}

inline char phase_of_mobile(std::string_view key) {
    return key[1];
}

/// Messages carry the phase as a number, 0 to 9 or 22; keys as a character, '0' to '9' or 'F'.
/// Nothing for other numbers, which only a peer gone wrong sends.
std::optional<char> phase_character(std::int32_t number);
std::int32_t phase_number(char character);

/// Makes texts that nobody else makes: 15 characters of A-Z a-z 0-9 + _. Nor can anybody guess one
/// from others: to know a temporary address is the right to send to it, so a client must not be
/// able to work out those of its neighbours. A router takes the key from a source of randomness and
/// tells nobody; a test may take any.
class Discriminator {
public:
    explicit Discriminator(const SipHashKey& key) : key_(key) {}
    std::string next();

private:
    SipHashKey key_;
    std::uint64_t count_ = 0;
};

/// The address of a temporary source: it lives on this router, and its text says so, which makes it
/// reachable from the whole network.
std::string temporary_source(const RouterIdentity& me, Discriminator& discriminator);

/// The address of a temporary target: mobile, as any name that a client chose.
std::string temporary_target(Discriminator& discriminator);

} // namespace crosspoint::core
