// SPDX-License-Identifier: Apache-2.0
#include "router/server/staffing.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::io {

namespace {

/// Of its time, for a worker to count as busy.
constexpr double busy_share = 0.8;
/// What is left for each of the others when one goes off duty for want of work.
constexpr double easy_share = 0.6;
/// What one more of so many must add to what is done, as a share of what one of them does now.
constexpr double worth_its_cost = 0.25;

double rate_expected(double rate, unsigned fewer) {
    return rate * (1 + worth_its_cost / fewer);
}

} // namespace

void Staffing::learn(const Period& period) {
    constexpr double shortest_seconds = period_ms / 2000.0;
    if (period.seconds < shortest_seconds) {
        return;
    }
    const double rate = static_cast<double>(period.work) / period.seconds;
    const double busy = period.busy_seconds / period.seconds;
    const bool is_busy = busy >= busy_share * on_duty_;
    const bool was_busy = std::exchange(was_busy_, is_busy);
    if (on_duty_ > 1 && busy < easy_share * (on_duty_ - 1)) {
        --on_duty_;
        before_ = 0;
        return;
    }
    if (before_ > 0) {
        judge(rate);
        return;
    }
    if (pause_ > 0) {
        --pause_;
        return;
    }
    // The first busy period may have begun idle, so that its rate says nothing.
    if (!is_busy || !was_busy) {
        return;
    }
    const bool can_add = on_duty_ < most_;
    const bool can_spare = on_duty_ > 1;
    if (can_spare && (fewer_next_ || !can_add)) {
        try_with(on_duty_ - 1, rate);
    } else if (can_add) {
        try_with(on_duty_ + 1, rate);
    }
}

void Staffing::try_with(unsigned workers, double rate) {
    before_ = std::exchange(on_duty_, workers);
    rate_before_ = rate;
    settled_ = false;
}

void Staffing::judge(double rate) {
    if (!std::exchange(settled_, true)) {
        return;
    }
    const unsigned before = std::exchange(before_, 0);
    const bool more = on_duty_ > before;
    const bool one_more_pays = more ? rate >= rate_expected(rate_before_, before)
                                    : rate_before_ >= rate_expected(rate, on_duty_);
    if (more != one_more_pays) {
        on_duty_ = before;
        next_pause_ = std::min(next_pause_ * 2, longest_pause);
        fewer_next_ = more;
    } else {
        next_pause_ = shortest_pause;
        fewer_next_ = !more;
        if (more && on_duty_ < most_) {
            return; // the next one follows at once
        }
    }
    pause_ = next_pause_;
}

} // namespace crosspoint::io
