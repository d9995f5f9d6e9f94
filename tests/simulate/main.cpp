// SPDX-License-Identifier: Apache-2.0
// Runs whole router networks on virtual time and checks that they come to the right end. See
// docs/routing-network.md.
#include "tests/simulate/scenario.hpp"
#include "tests/simulate/table.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using simulate::Options;
using simulate::Shape;

enum class Mode : std::uint8_t { one, many, quick, table };

struct Command {
    Mode mode = Mode::table;
    Options options{.routers = 20};
    std::uint32_t runs = 1;
    std::uint32_t largest = 1000;
};

constexpr const char* usage =
    "./dev simulate [--table [N]] [--seed S]\n"
    "    convergence time and messages per change in networks of 10, 100, ... N routers (1000)\n"
    "./dev simulate --routers N [--seed S] [--events K] [--topology SHAPE] [--verbose]\n"
    "    one network, checked after each change; SHAPE is line, ring, star, random or mesh\n"
    "./dev simulate --runs R\n"
    "    R random networks, each of a new seed\n"
    "./dev simulate --quick\n"
    "    a short run over all topologies, with one random seed\n"
    "The same seed and options make the same run. A run that fails prints the command that repeats "
    "it.\n";

template <class Number>
bool parse(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

bool parse_flag(std::string_view name, Command& command) {
    if (name == "--verbose") {
        command.options.verbose = true;
    } else if (name == "--quick") {
        command.mode = Mode::quick;
    } else if (name == "--table") {
        command.mode = Mode::table;
    } else {
        return false;
    }
    return true;
}

/// True if the value belongs to the option.
bool parse_option(std::string_view name, std::string_view value, Command& command) {
    Options& options = command.options;
    if (name == "--table") {
        return parse(value, command.largest);
    }
    if (name == "--seed") {
        return parse(value, options.seed);
    }
    if (name == "--runs") {
        command.mode = Mode::many;
        return parse(value, command.runs);
    }
    command.mode = Mode::one;
    if (name == "--topology") {
        const auto shape = simulate::shape_from_name(value);
        options.shape = shape.value_or(options.shape);
        return shape.has_value();
    }
    return (name == "--routers" && parse(value, options.routers)) ||
           (name == "--events" && parse(value, options.events));
}

bool parse_arguments(std::span<char*> arguments, Command& command) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view value = i + 1 < arguments.size() ? arguments[i + 1] : "";
        const bool is_flag = parse_flag(arguments[i], command);
        // The number of --table may be left out.
        if (!(is_flag && arguments[i] != std::string_view("--table")) &&
            parse_option(arguments[i], value, command)) {
            ++i;
        } else if (!is_flag) {
            return false;
        }
    }
    return command.options.routers >= 2;
}

bool run_one(const Options& options) {
    const std::string arguments = "--seed " + std::to_string(options.seed) + " --routers " +
                                  std::to_string(options.routers) + " --events " +
                                  std::to_string(options.events) + " --topology " +
                                  std::string(simulate::name_of(options.shape));
    // Before the run, for one that ends in a crash.
    std::printf("simulate %s\n", arguments.c_str());
    std::fflush(stdout);
    simulate::Scenario scenario(options);
    const std::vector<std::string> errors = scenario.run();
    for (const std::string& error : errors) {
        std::printf("WRONG: %s\n", error.c_str());
    }
    if (!errors.empty()) {
        std::printf("repeat it with: ./dev simulate %s --verbose\n", arguments.c_str());
    }
    return errors.empty();
}

bool run_many(std::uint32_t runs) {
    constexpr Shape shapes[] = {Shape::random, Shape::line, Shape::ring, Shape::star, Shape::mesh};
    std::random_device chance;
    for (std::uint32_t run = 0; run < runs; ++run) {
        const Shape shape = shapes[chance() % std::size(shapes)];
        const std::uint32_t most = shape == Shape::mesh ? 9 : 40;
        if (!run_one({.seed = chance(),
                      .routers = 2 + chance() % most,
                      .events = 1 + chance() % 12,
                      .shape = shape})) {
            return false;
        }
    }
    return true;
}

bool run_table(std::uint64_t seed, std::uint32_t largest) {
    if (simulate::print_table(seed, largest)) {
        return true;
    }
    std::printf("repeat it with: ./dev simulate --table %u --seed %llu\n", largest,
                static_cast<unsigned long long>(seed));
    return false;
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
    const auto arguments = std::span(argv, static_cast<std::size_t>(argc)).subspan(1);
    if (std::ranges::any_of(arguments, [](std::string_view a) { return a == "--help"; })) {
        std::fputs(usage, stdout);
        return 0;
    }
    if (!parse_arguments(arguments, command)) {
        std::fputs(usage, stderr);
        return 2;
    }
    switch (command.mode) {
    case Mode::one:
        return run_one(command.options) ? 0 : 1;
    case Mode::many:
        return run_many(command.runs) ? 0 : 1;
    case Mode::quick:
        return run_quick() ? 0 : 1;
    case Mode::table:
        return run_table(command.options.seed, command.largest) ? 0 : 1;
    }
    return 2;
}
