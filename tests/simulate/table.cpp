// SPDX-License-Identifier: Apache-2.0
#include "tests/simulate/table.hpp"

#include "tests/simulate/scenario.hpp"

#include <cstdio>

namespace simulate {

namespace {

/// Rows go to the output, what is being measured to those who wait for them.
bool print_rows(std::uint64_t seed, std::uint32_t routers) {
    Scenario scenario(Options{
        .seed = seed, .routers = routers, .events = 0, .shape = Shape::random, .verbose = false});
    const std::size_t cables = scenario.cables();
    const Progress progress{
        [&](const char* what) { std::fprintf(stderr, "%u routers: %s ...\n", routers, what); },
        [&](const Measurement& m) {
            std::printf("| %u | %zu | %s | %.2f s | %llu | %.1f |\n", routers, cables,
                        m.what.c_str(), static_cast<double>(m.convergence_ms) / 1000.0,
                        static_cast<unsigned long long>(m.messages),
                        static_cast<double>(m.messages) / routers);
            std::fflush(stdout);
        }};
    const std::vector<std::string> errors = scenario.measure(progress);
    for (const std::string& error : errors) {
        std::printf("WRONG: %s\n", error.c_str());
    }
    return errors.empty();
}

} // namespace

bool print_table(std::uint64_t seed, std::uint32_t largest) {
    std::printf("| routers | connections | change | until all is right | messages | "
                "per router |\n|---|---|---|---|---|---|\n");
    for (std::uint32_t routers = 10; routers <= largest; routers *= 10) {
        if (!print_rows(seed, routers)) {
            return false;
        }
    }
    return true;
}

} // namespace simulate
