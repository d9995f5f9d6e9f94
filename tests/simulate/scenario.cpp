// SPDX-License-Identifier: Apache-2.0
#include "tests/simulate/scenario.hpp"

#include "tests/simulate/checker.hpp"

#include <algorithm>
#include <cstdio>

namespace simulate {

using crosspoint::routing::Cost;
using CableState = Network::CableState;

namespace {

// Longer than a dead neighbour can go unnoticed, and than a lost question waits for its first
// repetition.
constexpr std::int64_t rest_ms = 10'000;
constexpr std::int64_t longest_ms = 240'000;
// After bad weather an advertisement of everybody must have come through, also the rare ones.
constexpr std::int64_t recovery_ms = 75'000;
// Encoding and decoding takes part where it does not cost too much.
constexpr std::uint32_t biggest_with_codec = 60;

Network make_network(const Options& options, Random& random) {
    const std::vector<Plan> plans = make_topology(options.shape, options.routers, random);
    return {options.routers, plans, options.routers <= biggest_with_codec, random};
}

} // namespace

Scenario::Scenario(const Options& options)
    : options_(options),
      random_(options.seed),
      network_(make_network(options_, random_)) {}

std::uint32_t Scenario::random_router() {
    return random_.below(options_.routers);
}

std::uint32_t Scenario::random_cable() {
    return random_.below(static_cast<std::uint32_t>(network_.cables().size()));
}

bool Scenario::has_double(std::uint32_t cable) const {
    const auto& cables = network_.cables();
    const auto same = [&](const Network::Cable& c) { return c.ends == cables[cable].ends; };
    return std::ranges::count_if(cables, same) > 1;
}

std::vector<std::string> Scenario::run() {
    bool good = bring_up();
    for (std::uint32_t i = 0; good && i < options_.events; ++i) {
        good = change_one();
    }
    if (good && options_.events > 0) {
        bad_weather();
    }
    return errors_;
}

std::vector<std::string> Scenario::measure(const Progress& progress) {
    const std::uint32_t router = random_router();
    std::uint32_t cable = random_cable();
    while (has_double(cable)) {
        cable = random_cable();
    }
    const auto step = [&](const char* what, auto make) {
        if (errors_.empty()) {
            progress.begins(what);
            make();
            if (errors_.empty()) {
                progress.measured(measurements_.back());
            }
        }
    };
    const auto change = [&](const char* what, auto make) {
        step(what, [&] {
            network_.reset_counters();
            make();
            settle(what);
        });
    };
    step("start of all", [&] { bring_up(); });
    change("address added", [&] { network_.add_address(router, "M0new"); });
    change("address removed", [&] { network_.remove_address(router, "M0new"); });
    change("connection lost", [&] { network_.disconnect(cable); });
    change("connection made", [&] { network_.connect(cable); });
    change("connection silent", [&] { network_.silence(cable); });
    change("connection awake", [&] { network_.end_silence(cable); });
    change("cost changed", [&] { network_.set_cost(cable, 9); });
    change("router restarted", [&] {
        network_.stop(router, true);
        network_.restart(router);
    });
    change("router died", [&] { network_.stop(router, true); });
    return errors_;
}

bool Scenario::bring_up() {
    for (std::uint32_t r = 0; r < options_.routers; ++r) {
        const std::string& id = network_.routers()[r].id;
        network_.add_address(r, "M0service/" + id);
        if (random_.chance(500)) {
            network_.add_address(r, multicast_key);
        }
        if (random_.chance(300)) {
            network_.add_address(r, "Cqueues/" + id);
        }
    }
    // Not all at the same moment: routers tick at different times.
    std::vector<std::vector<std::uint32_t>> starts(1000);
    for (std::uint32_t r = 0; r < options_.routers; ++r) {
        starts[random_.below(1000)].push_back(r);
    }
    for (const auto& now : starts) {
        for (const std::uint32_t r : now) {
            network_.start(r);
        }
        network_.run_for(1);
    }
    network_.reset_counters();
    for (std::uint32_t c = 0; c < network_.cables().size(); ++c) {
        network_.connect(c);
    }
    return settle("start of all");
}

bool Scenario::settle(const std::string& what) {
    const std::int64_t begin = network_.now();
    while (network_.now() - network_.last_change() < rest_ms) {
        if (network_.now() - begin > longest_ms) {
            errors_.push_back("after '" + what + "' the network does not come to rest");
            return false;
        }
        network_.run_for(500);
    }
    measurements_.push_back(
        {what, network_.last_change() - begin, network_.messages_until_last_change()});
    if (options_.verbose) {
        const Measurement& m = measurements_.back();
        std::printf("  %-36s %7lld ms %10llu messages\n", what.c_str(),
                    static_cast<long long>(m.convergence_ms),
                    static_cast<unsigned long long>(m.messages));
        std::fflush(stdout);
    }
    return check(what);
}

bool Scenario::check(const std::string& what) {
    for (const std::string& error : find_errors(network_, random_)) {
        errors_.push_back(std::string("after '").append(what).append("': ").append(error));
    }
    return errors_.empty();
}

bool Scenario::change_one() {
    network_.reset_counters();
    return settle(random_change());
}

std::string Scenario::random_change() {
    switch (random_.below(8)) {
    case 0:
    case 1:
        return break_cable();
    case 2: {
        const std::uint32_t cable = random_cable();
        const Cost cost = random_.between(1, 6);
        // Doubled cables have the same cost, whichever of them is in use.
        const auto ends = network_.cables()[cable].ends;
        for (std::uint32_t c = 0; c < network_.cables().size(); ++c) {
            if (network_.cables()[c].ends == ends) {
                network_.set_cost(c, cost);
            }
        }
        return "cost changed";
    }
    case 3: {
        const std::uint32_t router = random_router();
        if (network_.routers()[router].engine) {
            network_.stop(router, true);
        }
        network_.restart(router);
        return "router restarted";
    }
    case 4:
        return crash_router();
    case 5:
        return toggle_address();
    case 6:
        return partition();
    default:
        repair_all();
        return "all repaired";
    }
}

std::string Scenario::break_cable() {
    const std::uint32_t cable = random_cable();
    switch (network_.cables()[cable].state) {
    case CableState::down:
        network_.connect(cable);
        return "connection made";
    case CableState::silent:
        network_.end_silence(cable);
        return "silent connection woke up";
    case CableState::up:
        break;
    }
    if (random_.chance(300)) {
        network_.silence(cable);
        return "connection fell silent";
    }
    network_.disconnect(cable);
    return "connection lost";
}

std::string Scenario::crash_router() {
    const std::uint32_t router = random_router();
    if (!network_.routers()[router].engine) {
        network_.restart(router);
        return "router back";
    }
    network_.stop(router, random_.chance(500));
    if (random_.chance(500)) {
        return "router died";
    }
    // Back on new connections while the neighbours may still believe in the old ones.
    network_.run_for(random_.between(100, 5000));
    network_.restart(router);
    return "router died and came back";
}

std::string Scenario::toggle_address() {
    const std::uint32_t router = random_router();
    const std::string key = random_.chance(500) ? multicast_key : "M0extra";
    if (network_.routers()[router].local_keys.contains(key)) {
        network_.remove_address(router, key);
        return "address removed";
    }
    network_.add_address(router, key);
    return "address added";
}

std::string Scenario::partition() {
    // All cables between two halves, half of the time without notice.
    const bool notice = random_.chance(500);
    std::vector<bool> left(options_.routers);
    for (std::uint32_t r = 0; r < options_.routers; ++r) {
        left[r] = random_.chance(300);
    }
    for (std::uint32_t c = 0; c < network_.cables().size(); ++c) {
        const auto& ends = network_.cables()[c].ends;
        if (left[ends[0]] != left[ends[1]]) {
            notice ? network_.disconnect(c) : network_.silence(c);
        }
    }
    return "partition";
}

void Scenario::repair_all() {
    for (std::uint32_t r = 0; r < options_.routers; ++r) {
        if (!network_.routers()[r].engine) {
            network_.restart(r);
        }
    }
    for (std::uint32_t c = 0; c < network_.cables().size(); ++c) {
        if (network_.cables()[c].state == CableState::down) {
            network_.connect(c);
        } else {
            network_.end_silence(c);
        }
    }
}

bool Scenario::bad_weather() {
    network_.set_trouble(Trouble{.loss = 50, .duplication = 50, .jitter_ms = 300});
    for (std::uint32_t i = 0; i < options_.events; ++i) {
        random_change();
        network_.run_for(random_.between(0, 4000));
    }
    network_.set_trouble(Trouble{});
    network_.run_for(recovery_ms);
    if (!check("bad weather")) {
        return false;
    }
    repair_all();
    network_.run_for(recovery_ms);
    return check("repair after bad weather");
}

} // namespace simulate
