// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/unit.hpp"

#include "crosspoint/base/tally.hpp"

#include <thread>
#include <vector>

using namespace crosspoint;

namespace {

Tally things{"things", 24};

struct Counted : private Tallied<Counted> {
    static constexpr std::string_view tally_name = "counted";
};

Tally::Figures figures_of(std::string_view name) {
    Tally::Figures found;
    Tally::for_each(
        [&](const Tally::Figures& figures) { found = figures.name == name ? figures : found; });
    return found;
}

void it_knows_how_many_there_are_and_were() {
    things.add(3);
    EXPECT(things.figures().now == 3);
    things.add(-2);
    EXPECT(things.figures().now == 1);
    EXPECT(things.figures().most == 3);
    EXPECT(figures_of("things").object_size == 24);
    things.add(-1);
}

void what_one_thread_makes_another_may_free() {
    // More threads than there are places of their own.
    constexpr int many = 100;
    std::vector<std::thread> threads;
    threads.reserve(many);
    for (int i = 0; i < many; ++i) {
        threads.emplace_back([] {
            for (int n = 0; n < 1000; ++n) {
                things.add(1);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT(things.figures().now == 100'000);
    things.add(-100'000);
    EXPECT(things.figures().now == 0);
    EXPECT(things.figures().most == 100'000);
}

void objects_count_themselves() {
    {
        const Counted first;
        const Counted second(first); // NOLINT(performance-unnecessary-copy-initialization)
        EXPECT(figures_of("counted").now == 2);
        EXPECT(figures_of("counted").object_size == sizeof(Counted));
    }
    EXPECT(figures_of("counted").now == 0);
    EXPECT(figures_of("counted").most == 2);
}

const CMUnitTest tests[] = {
    unit::test<it_knows_how_many_there_are_and_were>("now and most"),
    unit::test<what_one_thread_makes_another_may_free>("threads"),
    unit::test<objects_count_themselves>("objects"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
