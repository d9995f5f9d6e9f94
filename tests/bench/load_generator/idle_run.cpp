// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/crowd.hpp"
#include "tests/bench/load_generator/runs.hpp"
#include "tests/bench/load_generator/usage.hpp"

#include <cstdio>
#include <thread>

namespace crosspoint::bench {

namespace {
constexpr std::uint64_t patience_ns = 60'000'000'000;
} // namespace

bool run_idle(const Options& options) {
    const int wanted = options.idle_connections;
    Crowd crowd(options);
    const Usage before = usage_of(options.pids);
    const std::uint64_t start = now_ns();
    for (int i = 0; i < wanted; ++i) {
        crowd.connect(options.port);
    }
    std::thread thread([&crowd] { crowd.run(); });
    while (crowd.opened() < wanted && now_ns() - start < patience_ns) {
        sleep_seconds(0.01);
    }
    const double took = static_cast<double>(now_ns() - start) * 1e-9;
    sleep_seconds(1); // what set-up leaves behind for a moment is not what an idle one costs
    const Usage after = usage_of(options.pids);
    const int opened = crowd.opened();
    stopping = true;
    thread.join();

    std::printf("{\"idle\": %d, \"opened\": %d, \"seconds\": %.2f, \"kib_per_connection\": %.1f, "
                "\"cpu_us_per_connection\": %.1f}\n",
                wanted, opened, took, (after.resident_mib - before.resident_mib) * 1024 / wanted,
                (after.cpu_seconds - before.cpu_seconds) * 1e6 / wanted);
    return opened == wanted;
}

} // namespace crosspoint::bench
