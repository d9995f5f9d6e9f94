// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace crosspoint::core {

/// Counts the deliveries of an outgoing link by the router at which they entered the network. Most
/// links only have what entered here; the table for the others is made when it is needed.
class IngressHistogram {
public:
    static constexpr std::size_t routers = 128;

    /// The place of a router by its slot; the last place is for all that are beyond it.
    static std::uint8_t place_of(std::uint32_t slot) {
        return static_cast<std::uint8_t>(slot < routers ? slot : routers - 1);
    }

    void count(std::uint8_t place) {
        if (place == 0) {
            ++here_;
            return;
        }
        if (!elsewhere_) {
            elsewhere_ = std::make_unique<std::array<std::uint64_t, routers>>();
        }
        ++(*elsewhere_)[place];
    }

    std::uint64_t at(std::size_t place) const {
        return place == 0 ? here_ : (elsewhere_ ? (*elsewhere_)[place] : 0);
    }

private:
    std::uint64_t here_ = 0;
    std::unique_ptr<std::array<std::uint64_t, routers>> elsewhere_;
};

} // namespace crosspoint::core
