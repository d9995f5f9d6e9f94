// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/load_generator/options.hpp"

namespace crosspoint::bench {

/// Sends for a while and prints throughput, latency and what the router used for it.
/// False if not one message arrived.
bool run_load(const Options& options);

/// Opens idle connections and prints what each of them costs the router. False if not all opened.
bool run_idle(const Options& options);

/// Opens links that nobody sends to, says so, and keeps them until standard input ends. False if
/// not all opened.
bool run_hold(const Options& options);

/// Queries all addresses again and again until standard input ends, and prints how long it took.
/// False if not one query was answered completely.
bool run_ask(const Options& options);

void wait_for_end_of_input();

} // namespace crosspoint::bench
