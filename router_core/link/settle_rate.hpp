// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace crosspoint::core {

/// How many deliveries a link settles in a second, over the last five of them.
class SettleRate {
public:
    void count(std::uint32_t now_s) {
        if (now_s != second_) {
            move_to(now_s);
        }
        ++slots_[now_s % slots];
    }

    std::uint32_t per_second(std::uint32_t now_s) const {
        std::uint32_t sum = 0;
        for (std::uint32_t back = 0; back < slots && back <= second_; ++back) {
            const std::uint32_t second = second_ - back;
            sum += now_s - second < slots ? slots_[second % slots] : 0;
        }
        return sum / slots;
    }

private:
    static constexpr std::uint32_t slots = 5;

    void move_to(std::uint32_t now_s) {
        for (std::uint32_t i = 1; i <= slots && second_ + i <= now_s; ++i) {
            slots_[(second_ + i) % slots] = 0;
        }
        if (now_s - second_ > slots) {
            slots_ = {};
        }
        second_ = now_s;
    }

    std::array<std::uint32_t, slots> slots_{};
    std::uint32_t second_ = 0; ///< the last one in which something was counted
};

} // namespace crosspoint::core
