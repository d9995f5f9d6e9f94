// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/server/listener.hpp"

#include "crosspoint/base/result.hpp"

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace crosspoint::io {

/// Which listeners there are, and how far each has come. Any thread may add and remove.
class Listeners {
public:
    explicit Listeners(Server& server) : server_(server) {}

    /// Before `start_all`: notes it, it will be needed. Later: returns when the listener accepts,
    /// or with the reason why it does not, and then there is no such listener.
    Result<ListenerId> add(const config::ListenerSettings& settings) EXCLUDES(lock_);

    /// Why a listener does not accept, and the line of the configuration file that asked for it.
    struct Failure {
        std::string why;
        std::size_t line = 0;
    };

    /// Starts what has been added, and returns when all of it accepts, or one cannot.
    [[nodiscard]] std::optional<Failure> start_all() EXCLUDES(lock_);

    /// Accepts no more, and forgets it. What was accepted lives on. Returns when the port is free
    /// again. False if there is no such listener.
    bool remove(ListenerId id) EXCLUDES(lock_);

    /// Takes no more listeners, and whoever waits for one to open is sent away.
    void stop_waiting() EXCLUDES(lock_);
    /// Besides, accepts no more.
    void stop_all() EXCLUDES(lock_);

    /// The port that it listens on, also when the system has chosen it. Nothing before it is open.
    std::optional<std::uint16_t> port(ListenerId id) EXCLUDES(lock_);

    // For listeners, from workers.

    void on_listener_open(ListenerId id, std::uint16_t port) EXCLUDES(lock_);
    void on_listener_closed(ListenerId id, const std::string& why) EXCLUDES(lock_);

private:
    enum class State : std::uint8_t {
        added,   ///< not started yet
        opening, ///< started, and not known yet whether it can listen
        open,    ///< accepts
        failed,  ///< has closed by itself; `why` tells
        removed, ///< on its way out, gone with its close
    };
    struct Entry {
        std::shared_ptr<Listener> listener;
        State state = State::added;
        std::uint16_t port = 0;
        std::string why = {};
    };
    using Deadline = std::chrono::steady_clock::time_point;

    Result<ListenerId> wait_open(ListenerId id) EXCLUDES(lock_);
    /// False if it took too long.
    bool wait_for_change(Deadline deadline) REQUIRES(lock_);

    Server& server_;
    Mutex lock_;
    std::condition_variable_any changed_;
    std::map<ListenerId, Entry> entries_ GUARDED_BY(lock_);
    std::uint64_t last_id_ GUARDED_BY(lock_) = 0;
    bool started_ GUARDED_BY(lock_) = false;
    bool stopping_ GUARDED_BY(lock_) = false;
};

} // namespace crosspoint::io
