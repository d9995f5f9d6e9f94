// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace simulate {

/// Numbers that look random and depend on nothing but the seed, so that a failing run can be
/// repeated on any machine (SplitMix64; the distributions of the standard library may differ).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// 0 up to bound - 1.
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(next() % bound); }
    /// Both ends included.
    std::uint32_t between(std::uint32_t low, std::uint32_t high) {
        return low + below(high - low + 1);
    }
    bool chance(std::uint32_t per_mille) { return below(1000) < per_mille; }

private:
    std::uint64_t state_;
};

} // namespace simulate
