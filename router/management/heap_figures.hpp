// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace crosspoint::management {

/// What the heap's allocator says of itself, if it says anything.
struct HeapFigure {
    std::string name;
    std::uint64_t bytes = 0;
};
using HeapFigures = std::vector<HeapFigure> (*)();

} // namespace crosspoint::management
