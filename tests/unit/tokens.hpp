// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/thread.hpp"

/// A test has one thread, which plays the core and the workers in turn.
namespace crosspoint {

struct CoreThreadForTest {
    CoreThread token;
    CoreThreadForTest() {}
};

struct ConnectionTurnForTest {
    ConnectionTurn token;
    ConnectionTurnForTest() {}
};

} // namespace crosspoint
