// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/router_slot.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace crosspoint::routing {

/// A set of routers, one bit each. It grows with the network; asking for a router beyond its end
/// is fine and answers no.
class RouterSet {
public:
    void insert(RouterSlot slot) {
        const std::size_t word = slot.value / 64;
        if (word >= words_.size()) {
            words_.resize(word + 1);
        }
        words_[word] |= bit(slot);
    }
    [[nodiscard]] bool contains(RouterSlot slot) const {
        const std::size_t word = slot.value / 64;
        return word < words_.size() && (words_[word] & bit(slot)) != 0;
    }
    [[nodiscard]] bool empty() const {
        for (const std::uint64_t word : words_) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

private:
    static std::uint64_t bit(RouterSlot slot) { return std::uint64_t{1} << (slot.value % 64); }

    std::vector<std::uint64_t> words_;
};

} // namespace crosspoint::routing
