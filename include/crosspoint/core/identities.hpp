// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace crosspoint::core {

/// Numbers for what operators see: links, rules for addresses, and so on have one sequence in
/// common, from 1 on. Any thread may take one.
class Identities {
public:
    std::uint64_t next() { return ++last_; }

private:
    std::atomic<std::uint64_t> last_{0};
};

} // namespace crosspoint::core
