// SPDX-License-Identifier: Apache-2.0
#include "router/server/process.hpp"

#include <span>

int main(int argc, char** argv) {
    return crosspoint::server::run(std::span<const char* const>(argv, static_cast<std::size_t>(argc)));
}
