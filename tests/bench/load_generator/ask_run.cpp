// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/questioner.hpp"
#include "tests/bench/load_generator/runs.hpp"

#include <algorithm>
#include <cstdio>
#include <thread>

namespace crosspoint::bench {

bool run_ask(const Options& options) {
    Questioner questioner(options);
    questioner.connect(options.port);
    std::thread thread([&questioner] { questioner.run(); });
    wait_for_end_of_input();
    stopping = true;
    thread.join();

    std::vector<double> seconds;
    std::size_t bytes = 0;
    for (const Questioner::Answered& answered : questioner.answered()) {
        seconds.push_back(answered.seconds);
        bytes = std::max(bytes, answered.bytes);
    }
    std::sort(seconds.begin(), seconds.end());
    std::printf("{\"queries\": %zu, \"mib\": %.1f, \"seconds\": %.4f}\n", seconds.size(),
                static_cast<double>(bytes) / (1 << 20),
                seconds.empty() ? 0 : seconds[seconds.size() / 2]);
    return !seconds.empty();
}

} // namespace crosspoint::bench
