// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulate/network.hpp"
#include "tests/simulate/random.hpp"
#include "tests/simulate/topology.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace simulate {

struct Options {
    std::uint64_t seed = 1;
    std::uint32_t routers = 20;
    std::uint32_t events = 10;
    Shape shape = Shape::random;
    bool verbose = false;
};

/// How the network took one change.
struct Measurement {
    std::string what;
    std::int64_t convergence_ms = 0;
    /// Messages on all cables until nothing changed any more, without HELLOs.
    std::uint64_t messages = 0;
};

/// Large networks take minutes: what is going on, and each figure as soon as it is there.
struct Progress {
    std::function<void(const char* what)> begins;
    std::function<void(const Measurement&)> measured;
};

/// One life of a network: it comes up, suffers changes one at a time, then many at once over bad
/// cables, and has to be right after each.
class Scenario {
public:
    explicit Scenario(const Options& options);

    /// Returns what is wrong; nothing if all is well.
    std::vector<std::string> run();
    /// Brings the network up and makes each kind of change once, undisturbed, for the figures.
    std::vector<std::string> measure(const Progress& progress);
    [[nodiscard]] std::size_t cables() const { return network_.cables().size(); }

private:
    bool bring_up();
    bool change_one();
    bool bad_weather();
    /// Waits until forwarding rests, measures how long that took, and checks.
    bool settle(const std::string& what);
    bool check(const std::string& what);
    std::string random_change();
    std::string break_cable();
    std::string crash_router();
    std::string toggle_address();
    std::string partition();
    void repair_all();
    [[nodiscard]] std::uint32_t random_router();
    [[nodiscard]] std::uint32_t random_cable();
    [[nodiscard]] bool has_double(std::uint32_t cable) const;

    Options options_;
    Random random_;
    Network network_;
    std::vector<Measurement> measurements_;
    std::vector<std::string> errors_;
};

} // namespace simulate
