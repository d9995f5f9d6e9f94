// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/credit.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::core {

void CreditWindow::arrived() {
    if (available_ == 0) {
        ++overrun_;
        return;
    }
    --available_;
    ++in_flight_;
}

void CreditWindow::settled() {
    if (overrun_ > 0) {
        --overrun_;
        return;
    }
    --in_flight_;
    ++owed_;
}

void CreditWindow::returned(std::uint32_t credit) {
    const std::uint32_t back = std::min(credit, available_);
    available_ -= back;
    owed_ += back;
}

std::uint32_t CreditWindow::take_grant() {
    const std::uint32_t due = std::max(1U, std::min(capacity_ / 2, available_));
    return open_ && owed_ >= due ? take_all() : 0;
}

std::uint32_t CreditWindow::take_all() {
    available_ += owed_;
    return std::exchange(owed_, 0);
}

} // namespace crosspoint::core
