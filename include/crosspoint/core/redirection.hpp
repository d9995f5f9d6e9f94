// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace crosspoint::core {

/// Where a message goes, as the next router is told because the message itself does not say it.
struct Redirection {
    std::string to;
    std::int32_t phase = 0;
};

} // namespace crosspoint::core
