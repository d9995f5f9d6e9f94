// SPDX-License-Identifier: Apache-2.0
#include "tests/simulate/topology.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace simulate {

namespace {

constexpr std::array<std::string_view, 5> names{"line", "ring", "star", "random", "mesh"};

std::vector<Plan> make_random(std::uint32_t routers, Random& random) {
    std::vector<Plan> plans;
    std::set<std::pair<std::uint32_t, std::uint32_t>> used;
    const auto connect = [&](std::uint32_t a, std::uint32_t b) {
        if (a != b && used.insert(std::minmax(a, b)).second) {
            // Many equal costs, so that ties are the rule and not the exception.
            const bool costly = random.chance(250);
            plans.push_back({a, b, costly ? random.between(2, 5) : 1});
        }
    };
    for (std::uint32_t r = 1; r < routers; ++r) {
        connect(r, random.below(r));
    }
    for (std::uint32_t extra = 0; extra < routers; ++extra) {
        connect(random.below(routers), random.below(routers));
    }
    if (routers > 4) {
        // A second connection between the same two routers, which must only stand by.
        plans.push_back(plans[random.below(static_cast<std::uint32_t>(plans.size()))]);
    }
    return plans;
}

} // namespace

std::optional<Shape> shape_from_name(std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        return std::nullopt;
    }
    return static_cast<Shape>(found - names.begin());
}

std::string_view name_of(Shape shape) {
    return names[static_cast<std::size_t>(shape)];
}

std::vector<Plan> make_topology(Shape shape, std::uint32_t routers, Random& random) {
    std::vector<Plan> plans;
    switch (shape) {
    case Shape::line:
    case Shape::ring:
        for (std::uint32_t r = 1; r < routers; ++r) {
            plans.push_back({r - 1, r, 1});
        }
        if (shape == Shape::ring && routers > 2) {
            plans.push_back({routers - 1, 0, 1});
        }
        break;
    case Shape::star:
        for (std::uint32_t r = 1; r < routers; ++r) {
            plans.push_back({0, r, 1});
        }
        break;
    case Shape::random:
        return make_random(routers, random);
    case Shape::mesh:
        for (std::uint32_t a = 0; a < routers; ++a) {
            for (std::uint32_t b = a + 1; b < routers; ++b) {
                plans.push_back({a, b, random.between(1, 4)});
            }
        }
        break;
    }
    return plans;
}

} // namespace simulate
