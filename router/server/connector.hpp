// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/amqp/connection.hpp"
#include "router/config/settings.hpp"
#include "router/server/failover_ring.hpp"

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/mutex.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace crosspoint::io {

class Server;

/// How a connector fares, in the words of management.
struct ConnectorStatus {
    enum class State : std::uint8_t {
        initializing, ///< not started yet
        connecting,   ///< the next attempt is about to be made, or waited for
        success,      ///< an attempt is being made, or has led to a connection
        failed,       ///< it is over, and the next one is not planned yet
        closing,      ///< removed
    };
    State state = State::initializing;
    std::string message;       ///< the last event
    std::string failover_urls; ///< where it dials: the current URL, then the alternatives
};

/// "CONNECTING", for example.
std::string_view name(ConnectorStatus::State state);

/// Keeps one connection to a peer: dials, and dials again until it is removed. Connections and
/// timers that outlive it find it by shared_ptr.
class Connector final : public DialObserver, public std::enable_shared_from_this<Connector> {
public:
    Connector(Server& server, const config::ConnectorSettings& settings);

    // From any thread.

    void start() EXCLUDES(lock_);
    /// Dials no more, and closes in order what it has dialled.
    void remove() EXCLUDES(lock_);
    ConnectorStatus status() EXCLUDES(lock_);

    // From the worker that has the connection.

    void on_opened(const std::string& text, pn_data_t* remote_properties) override EXCLUDES(lock_);
    void on_closed(bool had_been_open, const std::string& text) override EXCLUDES(lock_);

private:
    using State = ConnectorStatus::State;

    void dial() EXCLUDES(lock_);
    void connect(const config::FailoverUrl& url) EXCLUDES(lock_);
    void set_message(const std::string& text) REQUIRES(lock_);

    Server& server_;
    config::ConnectorSettings settings_;
    Mutex lock_; ///< attempts follow one another, but not on the same thread
    FailoverRing ring_ GUARDED_BY(lock_);
    State state_ GUARDED_BY(lock_) = State::initializing;
    std::string message_ GUARDED_BY(lock_);
    ConnectionId dialled_ GUARDED_BY(lock_); ///< the latest, which may be gone
};

} // namespace crosspoint::io
