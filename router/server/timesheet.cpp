// SPDX-License-Identifier: Apache-2.0
#include "router/server/timesheet.hpp"

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
#include <utility>

namespace crosspoint::io {

namespace {

constexpr double nanosecond = 1e-9;

double seconds_run(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time); // leaves zero for a thread that has ended
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * nanosecond;
}

/// Not all systems tell; then it is zero.
double seconds_waited(int schedule) {
    std::array<char, 96> text{};
    unsigned long long ran = 0;
    unsigned long long waited = 0;
    if (schedule < 0 || pread(schedule, text.data(), text.size() - 1, 0) <= 0 ||
        std::sscanf(text.data(), "%llu %llu", &ran, &waited) != 2) {
        return 0;
    }
    return static_cast<double>(waited) * nanosecond;
}

} // namespace

Timesheet::~Timesheet() {
    if (schedule_ >= 0) {
        close(schedule_);
    }
}

void Timesheet::begin() {
    schedule_ = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    begun_.store(pthread_getcpuclockid(pthread_self(), &clock_) == 0);
}

std::uint64_t Timesheet::take_work() {
    const std::uint64_t now = work_.load(std::memory_order_relaxed);
    return now - std::exchange(seen_work_, now);
}

double Timesheet::take_busy_seconds() {
    if (!begun_.load()) {
        return 0;
    }
    const double busy = seconds_run(clock_) + seconds_waited(schedule_);
    return busy - std::exchange(seen_busy_, busy);
}

} // namespace crosspoint::io
