// SPDX-License-Identifier: Apache-2.0
// A lean AMQP 1.0 load generator, to compare routers. It opens pairs of a sender and its receivers,
// sends a message that was encoded once, and prints one line of JSON. With --direct there is no
// router: client_cpu_us_per_message is then what Proton needs for one send and one receive, which
// is the floor for a router, since it does the same two.
#include "tests/bench/load_generator/client.hpp"
#include "tests/bench/load_generator/runs.hpp"

#include <cstdio>
#include <exception>

namespace crosspoint::bench {

namespace {

bool run(const Options& options) {
    if (options.idle_connections > 0) {
        return run_idle(options);
    }
    if (options.held_links > 0) {
        return run_hold(options);
    }
    return options.asks ? run_ask(options) : run_load(options);
}

} // namespace

} // namespace crosspoint::bench

int main(int argc, char** argv) {
    using namespace crosspoint::bench;
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments == std::vector<std::string>{"--help"}) {
        std::fputs(usage_text, stdout);
        return 0;
    }
    try {
        const Options options = parse_options(arguments);
        return run(options) ? 0 : 1;
    } catch (const std::exception& error) {
        fail(error.what());
    }
}
