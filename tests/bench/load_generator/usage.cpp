// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/usage.hpp"

#include "tests/bench/load_generator/client.hpp"

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace crosspoint::bench {

namespace {

// Fields 14 and 15 of /proc/<pid>/stat. The second field, the program's name in parentheses, may
// hold blanks, so counting starts behind its closing parenthesis, at field 3.
double cpu_seconds_of(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto name_end = text.rfind(')');
    if (name_end == std::string::npos) {
        fail("no process " + std::to_string(pid));
    }
    std::istringstream fields(text.substr(name_end + 2));
    std::string skipped;
    for (int field = 3; field < 14; ++field) {
        fields >> skipped;
    }
    double user = 0;
    double system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double resident_mib_of(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
    double all_pages = 0;
    double resident_pages = 0;
    file >> all_pages >> resident_pages;
    return resident_pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

double seconds(const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
}

} // namespace

Usage usage_of(const std::vector<int>& pids) {
    Usage sum;
    for (const int pid : pids) {
        sum.cpu_seconds += cpu_seconds_of(pid);
        sum.resident_mib += resident_mib_of(pid);
    }
    return sum;
}

double own_cpu_seconds() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

} // namespace crosspoint::bench
