// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace crosspoint::bench {

/// What processes have used so far. CPU time counts from their start, so take the difference of
/// two.
struct Usage {
    double cpu_seconds = 0;
    double resident_mib = 0;
};

/// The sum over `pids`, from /proc. CPU time comes in ticks of 10 ms: measure for seconds.
Usage usage_of(const std::vector<int>& pids);

/// CPU time of this process.
double own_cpu_seconds();

} // namespace crosspoint::bench
