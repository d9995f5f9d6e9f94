// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace crosspoint {

/// 128 bits, the first eight octets of the key (little endian) first.
using SipHashKey = std::array<std::uint64_t, 2>;

/// The four words that SipHash works on. See siphash().
struct SipHashState {
    std::uint64_t v0, v1, v2, v3;

    explicit constexpr SipHashState(const SipHashKey& key)
        : v0(key[0] ^ 0x736f6d6570736575U),
          v1(key[1] ^ 0x646f72616e646f6dU),
          v2(key[0] ^ 0x6c7967656e657261U),
          v3(key[1] ^ 0x7465646279746573U) {}

    constexpr void round() {
        v0 += v1;
        v2 += v3;
        v1 = std::rotl(v1, 13) ^ v0;
        v3 = std::rotl(v3, 16) ^ v2;
        v0 = std::rotl(v0, 32) + v3;
        v2 += v1;
        v3 = std::rotl(v3, 21) ^ v0;
        v1 = std::rotl(v1, 17) ^ v2;
        v2 = std::rotl(v2, 32);
    }

    constexpr void absorb(std::uint64_t word) {
        v3 ^= word;
        round();
        round();
        v0 ^= word;
    }

    constexpr std::uint64_t finish() {
        v2 ^= 0xffU;
        for (int i = 0; i < 4; ++i) {
            round();
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }
};

/// SipHash-2-4 (Aumasson and Bernstein, 2012): whoever does not know the key cannot tell the hash
/// of something from a random number, however many other hashes he has seen.
constexpr std::uint64_t siphash(const SipHashKey& key, std::span<const std::byte> bytes) {
    SipHashState state(key);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        word |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * (i % 8));
        if (i % 8 == 7) {
            state.absorb(word);
            word = 0;
        }
    }
    state.absorb(word | std::uint64_t{bytes.size()} << 56U);
    return state.finish();
}

/// The same of the eight octets of a number, least significant first.
constexpr std::uint64_t siphash(const SipHashKey& key, std::uint64_t number) {
    SipHashState state(key);
    state.absorb(number);
    state.absorb(std::uint64_t{sizeof number} << 56U);
    return state.finish();
}

} // namespace crosspoint
