// SPDX-License-Identifier: Apache-2.0
#include "router/server/host_memory.hpp"

#include "crosspoint/base/log.hpp"

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

namespace crosspoint::server {

namespace {

/// A line "name:  12345 kB" of a file below /proc, in kB; 0 if there is none.
double kilobytes(const char* file, const std::string& name) {
    std::ifstream lines(file);
    std::string word;
    while (lines >> word) {
        if (word == name) {
            double value = 0;
            lines >> value;
            return value;
        }
    }
    return 0;
}

std::string readable(double kilobytes) {
    constexpr std::array units{"KiB", "MiB", "GiB", "TiB"};
    constexpr double step = 1024;
    std::size_t unit = 0;
    while (kilobytes >= step && unit + 1 < units.size()) {
        kilobytes /= step;
        ++unit;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f %s", kilobytes, units[unit]);
    return text.data();
}

} // namespace

std::optional<std::uint64_t> process_memory() {
    constexpr std::uint64_t kib = 1024;
    const double size = kilobytes("/proc/self/status", "VmSize:");
    return size > 0 ? std::optional(static_cast<std::uint64_t>(size) * kib) : std::nullopt;
}

void log_memory() {
    log::write(log::Module::server, log::Level::notice, "Process VmSize %s (%s available memory)",
               readable(kilobytes("/proc/self/status", "VmSize:")).c_str(),
               readable(kilobytes("/proc/meminfo", "MemAvailable:")).c_str());
}

} // namespace crosspoint::server
