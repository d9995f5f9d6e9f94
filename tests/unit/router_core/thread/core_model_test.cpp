// SPDX-License-Identifier: Apache-2.0
// Random histories of a whole core, each from a seed. Replay one with CROSSPOINT_SEED=<seed>, and
// make them longer or shorter with CROSSPOINT_STEPS=<steps>.
#include "tests/unit/router_core/thread/model_world.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <cinttypes>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>

namespace {

using namespace crosspoint;

std::optional<std::uint64_t> from_environment(const char* name) {
    const char* text = std::getenv(name);
    return text ? std::optional(std::strtoull(text, nullptr, 10)) : std::nullopt;
}

void live_through(std::uint64_t seed) {
    const std::uint64_t steps = from_environment("CROSSPOINT_STEPS").value_or(4000);
    model::World world(seed);
    try {
        world.run(steps);
    } catch (const model::Broken& broken) {
        throw model::Broken(std::string(broken.what()) +
                            " (CROSSPOINT_SEED=" + std::to_string(seed) +
                            " CROSSPOINT_STEPS=" + std::to_string(steps) + ")");
    }
    // A history in which next to nothing happened proves nothing.
    EXPECT(steps < 1000 || world.message_count() > steps / 20);
}

void known_histories_end_well() {
    if (from_environment("CROSSPOINT_SEED")) {
        return;
    }
    for (std::uint64_t seed = 1; seed <= 9; ++seed) {
        live_through(seed);
    }
}

void a_new_history_ends_well() {
    const std::uint64_t seed = from_environment("CROSSPOINT_SEED").value_or(std::random_device{}());
    std::printf("CROSSPOINT_SEED=%" PRIu64 "\n", seed);
    live_through(seed);
}

const CMUnitTest tests[] = {
    unit::test<known_histories_end_well>("known histories end well"),
    unit::test<a_new_history_ends_well>("a new history ends well"),
};

} // namespace

int main() {
    crosspoint::log::set_mask(crosspoint::log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
