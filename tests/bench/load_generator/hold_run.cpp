// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/link_crowd.hpp"
#include "tests/bench/load_generator/runs.hpp"

#include <cstdio>
#include <thread>

namespace crosspoint::bench {

namespace {
constexpr std::uint64_t patience_ns = 100'000'000'000;
} // namespace

void wait_for_end_of_input() {
    while (std::getchar() != EOF) {
    }
}

bool run_hold(const Options& options) {
    const int wanted = options.held_links;
    LinkCrowd crowd(options);
    const std::uint64_t start = now_ns();
    for (int i = 0; i < LinkCrowd::connections; ++i) {
        crowd.connect(options.port);
    }
    std::thread thread([&crowd] { crowd.run(); });
    while (crowd.opened() < wanted && now_ns() - start < patience_ns) {
        sleep_seconds(0.01);
    }
    const int opened = crowd.opened();
    std::printf("{\"opened\": %d, \"seconds\": %.2f}\n", opened,
                static_cast<double>(now_ns() - start) * 1e-9);
    std::fflush(stdout);
    if (opened == wanted) {
        wait_for_end_of_input();
    }
    stopping = true;
    thread.join();
    return opened == wanted;
}

} // namespace crosspoint::bench
