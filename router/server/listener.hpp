// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/amqp/connection.hpp"
#include "router/config/settings.hpp"

#include "crosspoint/base/mutex.hpp"

#include <proton/types.h>

#include <memory>

struct pn_event_t;

namespace crosspoint::io {

class Server;

/// One address and port that accepts connections.
class Listener {
public:
    Listener(Server& server, const config::ListenerSettings& settings);

    void start() EXCLUDES(lock_);
    /// From any thread, also when the listener has closed by itself.
    void stop() EXCLUDES(lock_);

    /// From the one worker that holds the listener's batch.
    void on_event(pn_event_t* event);

private:
    void on_open(pn_listener_t* pn);
    void on_close(pn_listener_t* pn) EXCLUDES(lock_);
    void on_accept(pn_listener_t* pn);

    Server& server_;
    config::ListenerSettings settings_;
    std::shared_ptr<Origin> origin_;
    Mutex lock_;
    /// Null before the start, and from the close event on: Proton frees it after that.
    pn_listener_t* pn_ GUARDED_BY(lock_) = nullptr;
    bool reported_ = false;
};

} // namespace crosspoint::io
