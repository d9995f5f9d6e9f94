// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/uplinks.hpp"

#include <algorithm>

namespace crosspoint::edge {

bool Uplinks::opened(ConnectionId connection) {
    open_.push_back(connection);
    return open_.size() == 1;
}

bool Uplinks::lost(ConnectionId connection) {
    const auto place = std::find(open_.begin(), open_.end(), connection);
    if (place == open_.end()) {
        return false;
    }
    const bool was_active = place == open_.begin();
    open_.erase(place);
    return was_active;
}

} // namespace crosspoint::edge
