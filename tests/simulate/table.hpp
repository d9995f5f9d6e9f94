// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace simulate {

/// Measures random networks of 10, 100, ... up to `largest` routers and prints how long each kind
/// of change takes and what it costs. False if a network was wrong after a change.
bool print_table(std::uint64_t seed, std::uint32_t largest);

} // namespace simulate
