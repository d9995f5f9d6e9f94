// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/load_generator/options.hpp"

namespace crosspoint::bench {

/// Sends for a while and prints throughput, latency and what the router used for it.
/// False if not one message arrived.
bool run_load(const Options& options);

/// Opens idle connections and prints what each of them costs the router. False if not all opened.
bool run_idle(const Options& options);

} // namespace crosspoint::bench
