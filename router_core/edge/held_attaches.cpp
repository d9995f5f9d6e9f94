// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/held_attaches.hpp"

#include "router_core/edge/address_lookup.hpp"

#include <utility>

namespace crosspoint::edge {

std::string HeldAttaches::hold(HeldAttach held, std::uint64_t now_ms) {
    std::string id = lookup_correlation_id(now_ms, ++count_);
    held_.emplace(id, Waiting{std::move(held), now_ms + lookup_patience_ms});
    return id;
}

std::optional<HeldAttach> HeldAttaches::take(std::string_view correlation_id) {
    const auto found = held_.find(correlation_id);
    if (found == held_.end()) {
        return std::nullopt;
    }
    HeldAttach held = std::move(found->second.held);
    held_.erase(found);
    return held;
}

std::vector<HeldAttach> HeldAttaches::take_overdue(std::uint64_t now_ms) {
    std::vector<HeldAttach> overdue;
    while (!held_.empty() && held_.begin()->second.due_ms <= now_ms) {
        overdue.push_back(std::move(held_.begin()->second.held));
        held_.erase(held_.begin());
    }
    return overdue;
}

std::vector<HeldAttach> HeldAttaches::take_all() {
    std::vector<HeldAttach> all;
    for (auto& [id, waiting] : std::exchange(held_, {})) {
        all.push_back(std::move(waiting.held));
    }
    return all;
}

void HeldAttaches::forget(ConnectionId connection, LinkId link) {
    std::erase_if(held_, [&](const auto& entry) {
        const HeldAttach& held = entry.second.held;
        return held.connection == connection && held.attached.link == link;
    });
}

std::optional<std::uint64_t> HeldAttaches::next_due_ms() const {
    return held_.empty() ? std::nullopt : std::optional(held_.begin()->second.due_ms);
}

} // namespace crosspoint::edge
