// SPDX-License-Identifier: Apache-2.0
#include "tests/simulate/table.hpp"

#include "tests/simulate/scenario.hpp"

#include <cstdio>

namespace simulate {

bool print_table(std::uint64_t seed, std::uint32_t largest) {
    std::printf("| routers | connections | change | until all is right | messages | "
                "per router |\n|---|---|---|---|---|---|\n");
    for (std::uint32_t routers = 10; routers <= largest; routers *= 10) {
        Scenario scenario(Options{.seed = seed,
                                  .routers = routers,
                                  .events = 0,
                                  .shape = Shape::random,
                                  .verbose = false});
        const std::vector<std::string> errors = scenario.measure();
        for (const std::string& error : errors) {
            std::printf("WRONG: %s\n", error.c_str());
        }
        if (!errors.empty()) {
            return false;
        }
        for (const Measurement& m : scenario.measurements()) {
            std::printf("| %u | %zu | %s | %.2f s | %llu | %.1f |\n", routers, scenario.cables(),
                        m.what.c_str(), static_cast<double>(m.convergence_ms) / 1000.0,
                        static_cast<unsigned long long>(m.messages),
                        static_cast<double>(m.messages) / routers);
        }
        std::fflush(stdout);
    }
    return true;
}

} // namespace simulate
