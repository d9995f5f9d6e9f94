// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace crosspoint::routing {

/// True if routers tell each other about addresses of this kind: mobile addresses with their
/// phase, link routes, and edge routers. Everything else belongs to one router alone.
constexpr bool is_advertised(std::string_view key) {
    constexpr std::string_view classes = "MCDEFH";
    if (key.empty() || classes.find(key.front()) == std::string_view::npos) {
        return false;
    }
    return key.size() > (key.front() == 'M' ? 2 : 1);
}

} // namespace crosspoint::routing
