// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/messages.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace crosspoint::routing {

/// What an update changed in the addresses of a router.
struct AddressChanges {
    std::vector<HintedAddress> added; ///< or treated otherwise than before
    std::vector<std::string> removed;
};

/// The addresses that one other router has told us.
class RemoteAddresses {
public:
    using Set = std::map<std::string, std::optional<TreatmentHint>, std::less<>>;
    enum class Outcome : std::uint8_t {
        applied,
        gap,      // a differential that does not continue what we have: ask for the whole set
        outdated, // older than what we have
    };

    Outcome apply(const Mau& update, AddressChanges& changes);
    /// Forgets everything, as when the router restarted.
    void reset();

    /// The sequence number of the set; 0 if we have none.
    [[nodiscard]] std::int64_t sequence() const { return sequence_; }
    [[nodiscard]] const Set& keys() const { return keys_; }

private:
    /// False if it is known, and treated so.
    bool learn(const HintedAddress& address);
    void replace(const Mau& update, AddressChanges& changes);

    std::int64_t sequence_ = 0;
    Set keys_;
};

} // namespace crosspoint::routing
