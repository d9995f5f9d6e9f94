// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/flood_filter.hpp"

namespace crosspoint::routing {

bool FloodFilter::Seen::tells_no_more_than(const Seen& other) const {
    return instance == other.instance && first_seq <= other.first_seq &&
           second_seq <= other.second_seq;
}

bool FloodFilter::pass(std::unordered_map<std::string, Seen>& table, const std::string& id,
                       const Seen& copy) {
    const auto [entry, is_new] = table.try_emplace(id, copy);
    if (is_new) {
        return true;
    }
    Seen& seen = entry->second;
    const bool is_recent = copy.when - seen.when < window;
    if (is_recent && copy.tells_no_more_than(seen)) {
        if (!seen.tells_no_more_than(copy) || copy.trace_length >= seen.trace_length) {
            return false;
        }
        seen.trace_length = copy.trace_length;
        return true;
    }
    seen = copy;
    return true;
}

bool FloodFilter::pass(const ProtocolMessage& message, std::size_t trace_length, Instant now) {
    if (const auto* ra = std::get_if<Ra>(&message)) {
        return pass(advertisements_, ra->id,
                    Seen{ra->instance, ra->ls_seq, ra->mobile_seq, trace_length, now});
    }
    if (const auto* mau = std::get_if<Mau>(&message)) {
        return pass(address_updates_, mau->id, Seen{0, mau->mobile_seq, 0, trace_length, now});
    }
    return true;
}

void FloodFilter::forget_old(Instant now) {
    const auto is_old = [&](const auto& entry) { return now - entry.second.when >= window; };
    std::erase_if(advertisements_, is_old);
    std::erase_if(address_updates_, is_old);
}

} // namespace crosspoint::routing
