// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/effects.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace simulate {

/// What a router's forwarding would know: built from the engine's effects alone, so that a change
/// which the engine forgets to report is found.
class View {
public:
    struct Remote {
        std::string id; // empty if the slot is free
        std::optional<crosspoint::routing::Route> route;
        std::set<std::string, std::less<>> keys;
    };

    /// True if the change concerns what forwarding does.
    bool apply(const crosspoint::routing::Change& change);

    /// By slot; 0 is unused.
    [[nodiscard]] const std::vector<Remote>& remotes() const { return remotes_; }
    [[nodiscard]] const Remote* find(std::string_view id) const;
    [[nodiscard]] std::optional<crosspoint::routing::RouterSlot> slot_of(std::string_view id) const;
    [[nodiscard]] std::uint32_t radius() const { return radius_; }

private:
    Remote& at(crosspoint::routing::RouterSlot slot);

    std::vector<Remote> remotes_;
    std::uint32_t radius_ = 0;
};

} // namespace simulate
