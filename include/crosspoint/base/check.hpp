// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>

namespace crosspoint {

/// Stops the process if an invariant of ours is broken. Never for what a peer sends.
inline void check(bool ok, const char* what, const char* file = __builtin_FILE(),
                  int line = __builtin_LINE()) {
    if (!ok) [[unlikely]] {
        std::fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, what);
        std::abort();
    }
}

} // namespace crosspoint
