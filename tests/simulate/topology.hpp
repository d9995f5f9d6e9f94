// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/link_state.hpp"
#include "tests/simulate/random.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace simulate {

/// A connection that the network is built with.
struct Plan {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    crosspoint::routing::Cost cost = 1;
};

enum class Shape : std::uint8_t { line, ring, star, random, mesh };

std::optional<Shape> shape_from_name(std::string_view name);
std::string_view name_of(Shape shape);

/// `random` is a connected network of about four connections for each router, some of them more
/// costly, some doubled. `mesh` connects all with all at random costs.
std::vector<Plan> make_topology(Shape shape, std::uint32_t routers, Random& random);

} // namespace simulate
