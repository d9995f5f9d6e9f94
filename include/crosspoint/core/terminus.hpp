// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::core {

/// What the core needs of a source or target. The rest of it is echoed by the worker.
struct Terminus {
    bool present = true; ///< false: the peer sent null
    bool dynamic = false;
    bool coordinator = false;
    std::string address;
    std::vector<std::string> capabilities;

    bool has_capability(std::string_view name) const {
        for (const std::string& c : capabilities) {
            if (c == name) {
                return true;
            }
        }
        return false;
    }
};

} // namespace crosspoint::core
