// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/amqp/connection.hpp"
#include "router/config/settings.hpp"
#include "router/server/failover_ring.hpp"

#include "crosspoint/base/mutex.hpp"

#include <string>

namespace crosspoint::io {

class Server;

/// Keeps one connection to a peer: dials, and dials again for ever.
class Connector final : public DialObserver {
public:
    Connector(Server& server, const config::ConnectorSettings& settings);

    void start() { dial(); }

    void on_opened(const std::string& text, pn_data_t* remote_properties) override;
    void on_closed(bool had_been_open, const std::string& text) override;

private:
    void dial() EXCLUDES(lock_);

    Server& server_;
    config::ConnectorSettings settings_;
    Mutex lock_; ///< attempts follow one another, but not on the same thread
    FailoverRing ring_ GUARDED_BY(lock_);
    std::string last_event_ GUARDED_BY(lock_);
};

} // namespace crosspoint::io
