// SPDX-License-Identifier: Apache-2.0
// Runs whole router networks on virtual time and checks that they come to the right end. See
// docs/routing-network.md.
#include "tests/simulate/scenario.hpp"
#include "tests/simulate/table.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <random>
#include <span>
#include <string_view>

namespace {

using simulate::Options;
using simulate::Shape;

enum class Mode : std::uint8_t { one, quick, table };

struct Command {
    Mode mode = Mode::one;
    Options options;
};

constexpr const char* usage =
    "usage: simulate [--seed S] [--routers N] [--events K]\n"
    "                [--topology line|ring|star|random|mesh] [--verbose]\n"
    "       simulate --quick      a short run over all topologies, with one random seed\n"
    "       simulate --table [N]  convergence of networks of 10, 100, ... up to N routers\n";

template <class Number>
bool parse(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

bool parse_arguments(std::span<char*> arguments, Command& command) {
    Options& options = command.options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view name = arguments[i];
        const std::string_view value = i + 1 < arguments.size() ? arguments[i + 1] : "";
        if (name == "--verbose") {
            options.verbose = true;
        } else if (name == "--quick") {
            command.mode = Mode::quick;
        } else if (name == "--table") {
            command.mode = Mode::table;
            options.routers = 1000;
            i += parse(value, options.routers) ? 1 : 0;
        } else if (name == "--topology") {
            const auto shape = simulate::shape_from_name(value);
            if (!shape) {
                return false;
            }
            options.shape = *shape;
            ++i;
        } else if ((name == "--seed" && parse(value, options.seed)) ||
                   (name == "--routers" && parse(value, options.routers)) ||
                   (name == "--events" && parse(value, options.events))) {
            ++i;
        } else {
            return false;
        }
    }
    return options.routers >= 2;
}

bool run_one(const Options& options) {
    std::printf("simulate --seed %llu --routers %u --events %u --topology %s\n",
                static_cast<unsigned long long>(options.seed), options.routers, options.events,
                std::string(simulate::name_of(options.shape)).c_str());
    std::fflush(stdout);
    simulate::Scenario scenario(options);
    const std::vector<std::string> errors = scenario.run();
    for (const std::string& error : errors) {
        std::printf("WRONG: %s\n", error.c_str());
    }
    return errors.empty();
}

bool run_quick() {
    const std::uint64_t fresh = std::random_device{}();
    const Options runs[] = {
        {.seed = 1, .routers = 10, .events = 6, .shape = Shape::line},
        {.seed = 2, .routers = 12, .events = 6, .shape = Shape::ring},
        {.seed = 3, .routers = 12, .events = 6, .shape = Shape::star},
        {.seed = 4, .routers = 7, .events = 5, .shape = Shape::mesh},
        {.seed = 5, .routers = 2, .events = 10, .shape = Shape::line},
        {.seed = 6, .routers = 16, .events = 6, .shape = Shape::random},
        {.seed = 7, .routers = 30, .events = 1, .shape = Shape::random},
        {.seed = fresh, .routers = 12, .events = 8, .shape = Shape::random},
    };
    bool good = true;
    for (const Options& options : runs) {
        good = run_one(options) && good;
    }
    return good;
}

} // namespace

int main(int argc, char** argv) {
    Command command;
    if (!parse_arguments(std::span(argv, static_cast<std::size_t>(argc)).subspan(1), command)) {
        std::fputs(usage, stderr);
        return 2;
    }
    switch (command.mode) {
    case Mode::one:
        return run_one(command.options) ? 0 : 1;
    case Mode::quick:
        return run_quick() ? 0 : 1;
    case Mode::table:
        return simulate::print_table(command.options.seed, command.options.routers) ? 0 : 1;
    }
    return 2;
}
