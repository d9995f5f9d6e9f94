// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/amqp/connection.hpp"
#include "router/config/settings.hpp"

#include <proton/types.h>

#include <memory>

struct pn_event_t;

namespace crosspoint::io {

class Server;

/// One address and port that accepts connections.
class Listener {
public:
    Listener(Server& server, const config::ListenerSettings& settings);

    void start();
    void stop();

    /// From the one worker that holds the listener's batch.
    void on_event(pn_event_t* event);

private:
    void on_open();
    void on_close();
    void on_accept();

    Server& server_;
    config::ListenerSettings settings_;
    std::shared_ptr<Origin> origin_;
    pn_listener_t* pn_;
    bool reported_ = false;
};

} // namespace crosspoint::io
