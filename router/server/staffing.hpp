// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace crosspoint::io {

/// Decides how many workers are on duty; the others wait in reserve.
///
/// Two workers that share a load pass connections, and the memory behind them, back and forth
/// between processors, and wake each other for it. That makes every message dearer, and pays only
/// where one thread cannot do all the work. Whether it pays is tried: when those on duty are busy,
/// one more joins them, and stays if enough more gets done. From time to time it is tried as well
/// whether one fewer would do. Trials that change nothing become ever rarer.
///
/// Knows no clock: it is told of periods that have passed.
class Staffing {
public:
    /// How long a period should be; none is learnt from that is much shorter.
    static constexpr unsigned period_ms = 100;

    /// What all workers have done in one period.
    struct Period {
        double seconds = 0;
        /// For how long they together ran, or could have run but had no processor.
        double busy_seconds = 0;
        std::uint64_t work = 0; ///< in any unit that means the same in all periods
    };

    explicit Staffing(unsigned workers) : most_(workers) {}

    /// From now on; at least one.
    [[nodiscard]] unsigned on_duty() const { return on_duty_; }

    void learn(const Period& period);

private:
    void try_with(unsigned workers, double rate);
    void judge(double rate);

    static constexpr std::uint32_t shortest_pause = 20;
    static constexpr std::uint32_t longest_pause = 600;

    unsigned most_;
    unsigned on_duty_ = 1;
    unsigned before_ = 0;   ///< how many there were before the trial that is under way; 0: none is
    bool settled_ = false;  ///< the trial has outlasted the period in which it began
    bool was_busy_ = false; ///< for a whole period
    bool fewer_next_ = false;
    double rate_before_ = 0;
    std::uint32_t pause_ = 0; ///< periods until the next trial
    std::uint32_t next_pause_ = shortest_pause;
};

} // namespace crosspoint::io
