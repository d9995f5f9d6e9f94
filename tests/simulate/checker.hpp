// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulate/network.hpp"
#include "tests/simulate/random.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace simulate {

/// The address that the multicast check sends to; a router may or may not have a consumer of it.
inline constexpr const char* multicast_key = "M0news";

/// Compares a network that has come to rest with the truth. Returns what is wrong, one line each;
/// nothing if all is well:
/// - every router has a route to exactly the routers that can be reached, at the lowest cost;
/// - following next hops leads there without a loop, and no path is longer than the radius;
/// - every address is mapped to exactly the reachable routers that have it;
/// - a multicast message from any origin, sent only towards destinations for which the origin is
///   valid, reaches each consumer's router exactly once.
/// In a network of more than `full_check` routers a random sample of the routers is looked at.
std::vector<std::string> find_errors(Network& network, Random& random);

inline constexpr std::uint32_t full_check = 120;

} // namespace simulate
