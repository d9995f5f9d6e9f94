// SPDX-License-Identifier: Apache-2.0
#include "router/server/process.hpp"

#include <span>

/// Read by jemalloc, where the build links it, before main. Memory that a burst has left behind
/// goes back to the system ten seconds later, also if nothing happens then: the background thread
/// sees to it. Not at once, because load comes in waves.
extern "C" {
extern const char* const malloc_conf;
const char* const malloc_conf =
    "background_thread:true,dirty_decay_ms:10000,muzzy_decay_ms:0,narenas:4";
}

int main(int argc, char** argv) {
    return crosspoint::server::run(
        std::span<const char* const>(argv, static_cast<std::size_t>(argc)));
}
