// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/core/actions.hpp"

#include <proton/types.h>

#include <cstdint>
#include <vector>

struct pn_event_batch_t;
struct pn_event_t;

namespace crosspoint::io {

class Connection;
class Server;

/// One worker thread: takes event batches from Proton, one connection's at a time, and posts what
/// comes of each to the core in one go.
class Worker {
public:
    Worker(Server& server, std::uint32_t number) : server_(server), number_(number) {}

    void run();

private:
    /// False: the worker is to end.
    bool on_batch(pn_event_batch_t* batch);
    void on_connection_batch(Connection& connection, pn_event_batch_t* batch, pn_event_t* event);
    void post(Connection& connection);
    bool on_other_event(pn_event_t* event);

    Server& server_;
    std::uint32_t number_;
    std::vector<core::Action> actions_;
    core::ParcelPtr used_;
    bool help_core_ = false;
    std::uint64_t posted_ = 0; ///< actions, since the last batch of events
};

} // namespace crosspoint::io
