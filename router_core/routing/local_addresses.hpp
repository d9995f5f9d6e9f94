// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/messages.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace crosspoint::routing {

/// The addresses with a destination at this router, as the other routers are told about them.
///
/// Changes wait here until the next differential. What comes and goes, or goes and comes back, in
/// the meantime is never mentioned.
class LocalAddresses {
public:
    /// Adding what is there, or removing what is not, changes nothing; neither does a key of a
    /// class that is not advertised. Adding what is there with another hint tells the hint.
    void add(std::string_view key, TreatmentHint hint);
    void remove(std::string_view key);

    [[nodiscard]] bool changed() const { return !added_.empty() || !removed_.empty(); }
    /// The sequence number of the set that the others have been told.
    [[nodiscard]] std::int64_t sequence() const { return sequence_; }
    /// The waiting changes, which now belong to the set, under the next sequence number.
    [[nodiscard]] Mau take_differential(std::string_view self);
    /// The whole set as of the last differential.
    [[nodiscard]] Mau absolute(std::string_view self) const;

private:
    using Set = std::map<std::string, TreatmentHint, std::less<>>;

    std::int64_t sequence_ = 0;
    Set advertised_;
    Set added_;
    std::set<std::string, std::less<>> removed_;
};

} // namespace crosspoint::routing
