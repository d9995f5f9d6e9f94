// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

namespace crosspoint::routing {

/// A point in time: milliseconds since an instant that the caller chooses and never changes.
using Instant = std::chrono::milliseconds;
using Duration = std::chrono::milliseconds;

/// The intervals of the protocol. They are not negotiated; the defaults are those that every
/// router of the network is assumed to have.
struct Timers {
    Duration hello_interval = std::chrono::seconds(1);
    /// Without a HELLO for longer a neighbour is gone.
    Duration hello_max_age = std::chrono::seconds(3);
    Duration ra_interval = std::chrono::seconds(30);
    /// While the topology changes, and for twice as long after the last change.
    Duration ra_interval_flux = std::chrono::seconds(4);
    /// Without an RA for longer the link state of a router is forgotten.
    Duration remote_ls_max_age = std::chrono::seconds(60);
};

} // namespace crosspoint::routing
