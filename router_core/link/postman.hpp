// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/outbox.hpp"

#include <vector>

namespace crosspoint::core {

struct Connection;

/// Collects what a batch of the core's work has for each connection, and hands it over when the
/// batch ends: each outbox is locked once, each connection woken at most once.
class Postman {
public:
    /// The parcel that this batch will hand to `connection`; write into it.
    Parcel& parcel(CoreThread&, Connection& connection);

    void hand_over_all(CoreThread&);

    /// The connection is gone; what was staged for it is dropped.
    void forget(CoreThread&, Connection& connection);

    /// A parcel that a worker has emptied.
    void recycle(CoreThread&, ParcelPtr parcel);

private:
    static constexpr std::size_t max_spare = 64;
    std::vector<Connection*> touched_;
    std::vector<ParcelPtr> spare_;
};

} // namespace crosspoint::core
