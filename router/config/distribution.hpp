// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/entity.hpp"
#include "router/config/settings.hpp"

#include <string_view>

namespace crosspoint::config {

/// The distribution that an attribute names; balanced if it is absent.
inline Distribution distribution(const Entity& entity, std::string_view attribute) {
    const std::string name = entity.text(attribute).value_or("balanced");
    return name == "closest"       ? Distribution::closest
           : name == "multicast"   ? Distribution::multicast
           : name == "unavailable" ? Distribution::unavailable
                                   : Distribution::balanced;
}

} // namespace crosspoint::config
