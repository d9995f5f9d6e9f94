// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/amqp/connection.hpp"
#include "router/config/settings.hpp"

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/mutex.hpp"

#include <proton/types.h>

#include <cstdint>
#include <memory>

struct pn_event_t;

namespace crosspoint::io {

class Listeners;
class Server;

/// A number for a listener that is never used again.
using ListenerId = Id<struct ListenerTag>;

/// What a listener that cannot listen means to the router.
enum class Need : std::uint8_t {
    required, ///< configured at the start: the router ends, better than it serves half of its users
    optional, ///< added while the router runs: whoever added it is told
};

/// One address and port that accepts connections. Whoever is in a call of it holds a shared_ptr, so
/// it may be forgotten at any time.
class Listener : public std::enable_shared_from_this<Listener> {
public:
    Listener(Server& server, Listeners& owner, ListenerId id,
             const config::ListenerSettings& settings, Need need);

    /// Tells the owner what becomes of it, soon or at once: on_listener_open, on_listener_closed.
    void start() EXCLUDES(lock_);
    /// From any thread, also before the start, or when the listener has closed by itself.
    void stop() EXCLUDES(lock_);

    /// Where it stands in the configuration file; 0 if it does not.
    [[nodiscard]] std::size_t line() const { return settings_.line; }

    /// From the one worker that holds the listener's batch.
    void on_event(pn_event_t* event);

private:
    void listen() EXCLUDES(lock_);
    void on_open(pn_listener_t* pn);
    void on_close(pn_listener_t* pn) EXCLUDES(lock_);
    void on_accept(pn_listener_t* pn);
    bool stop_requested() EXCLUDES(lock_);

    Server& server_;
    Listeners& owner_;
    ListenerId id_;
    config::ListenerSettings settings_;
    Need need_;
    std::shared_ptr<Origin> origin_; ///< changed until the listener is open, and then shared
    bool opened_ = false;

    Mutex lock_;
    /// Null before the start, and from the close event on: Proton frees it after that.
    pn_listener_t* pn_ GUARDED_BY(lock_) = nullptr;
    bool listening_ GUARDED_BY(lock_) = false; ///< Proton has it
    bool stop_requested_ GUARDED_BY(lock_) = false;
};

} // namespace crosspoint::io
