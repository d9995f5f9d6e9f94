// SPDX-License-Identifier: Apache-2.0
#include "router/server/host_memory.hpp"

#include "crosspoint/base/log.hpp"

#include <array>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <string>

// Of jemalloc, if it is linked or preloaded: else it stays null.
extern "C" __attribute__((weak)) int mallctl(const char* name, void* old, std::size_t* old_size,
                                             void* fresh, std::size_t fresh_size) noexcept;

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

std::vector<management::HeapFigure> heap_figures() {
    std::vector<management::HeapFigure> figures;
    if (!mallctl) {
        return figures;
    }
    std::uint64_t epoch = 1; // whoever sets it gets figures of this moment
    std::size_t size = sizeof(epoch);
    mallctl("epoch", &epoch, &size, &epoch, size);
    for (const char* what : {"allocated", "active", "metadata", "resident", "mapped", "retained"}) {
        std::size_t bytes = 0;
        size = sizeof(bytes);
        const std::string name = std::string("stats.") + what;
        if (mallctl(name.c_str(), &bytes, &size, nullptr, 0) == 0) {
            figures.push_back({std::string("jemalloc_") + what, bytes});
        }
    }
    return figures;
}

void log_memory() {
    log::write(log::Module::server, log::Level::notice, "Process VmSize %s (%s available memory)",
               readable(kilobytes("/proc/self/status", "VmSize:")).c_str(),
               readable(kilobytes("/proc/meminfo", "MemAvailable:")).c_str());
}

} // namespace crosspoint::server
