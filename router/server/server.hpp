// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/amqp/connection.hpp"
#include "router/server/connectors.hpp"
#include "router/server/host_names.hpp"
#include "router/server/listeners.hpp"
#include "router/server/timer_queue.hpp"
#include "router/server/worker_crew.hpp"

#include "crosspoint/base/mutex.hpp"
#include "crosspoint/core/router_core.hpp"

#include <proton/types.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace crosspoint::io {

/// The worker threads, and everything that they serve: listeners, connectors, connections.
class Server {
public:
    Server(std::string router_id, bool is_edge_router, std::uint32_t worker_threads,
           core::RouterCore& core);
    ~Server();

    /// Who listens and who dials: to be added before `start`, or by any thread at any time later.
    Listeners& listeners() { return listeners_; }
    Connectors& connectors() { return connectors_; }
    HostNames& host_names() { return host_names_; }

    /// Starts the threads and returns when every listener accepts, or one cannot.
    [[nodiscard]] std::optional<Listeners::Failure> start();

    /// Whoever waits for a listener to open need not wait any longer, and none is added any more.
    void announce_stop() { listeners_.stop_waiting(); }
    /// Closes connections in order, but waits only a bounded time for
    /// peers to answer.
    void stop();

    /// From any thread: the level of PROTOCOL may be another one now.
    void on_log_levels_changed() EXCLUDES(lock_);

    /// Connections that peers have made to the listeners. From any thread.
    struct Accepted {
        std::uint64_t so_far = 0, now = 0;
    };
    Accepted accepted() EXCLUDES(lock_);

    // From here on: for workers, connections, listeners and connectors.

    core::RouterCore& core() { return core_; }
    pn_proactor_t* proactor() { return proactor_; }
    WorkerCrew& crew() { return crew_; }
    const std::string& router_id() const { return router_id_; }
    bool is_edge_router() const { return is_edge_router_; }
    bool stopping() const { return stopping_.load(std::memory_order_relaxed); }
    ConnectionId next_connection_id() { return {++connection_ids_}; }
    std::uint64_t next_link_identity() { return core_.identities().next(); }

    /// Makes the worker's half of a new connection; it is gone when its transport has closed.
    Connection& add_connection(std::shared_ptr<const Origin> origin, pn_connection_t* pn)
        EXCLUDES(lock_);
    void remove_connection(Connection& connection) EXCLUDES(lock_);

    /// In order; nothing happens if it is gone.
    void close_connection(ConnectionId id) EXCLUDES(lock_);

    /// Drops the connection if the peer takes longer than this to open it.
    void watch_handshake(ConnectionId id, std::chrono::seconds patience);
    void run_later(std::chrono::milliseconds delay, std::function<void()> what);
    void on_timeout();

private:
    void set_alarm();
    bool wait_until_closed(std::chrono::milliseconds at_most) EXCLUDES(lock_);

    std::string router_id_;
    bool is_edge_router_;
    WorkerCrew crew_;
    std::uint32_t worker_threads_;
    core::RouterCore& core_;
    pn_proactor_t* proactor_;
    TimerQueue timers_;
    HostNames host_names_;
    Listeners listeners_{*this};
    Connectors connectors_{*this};
    std::vector<std::thread> threads_;
    std::atomic<std::uint64_t> connection_ids_{0};
    std::atomic<bool> stopping_{false};

    Mutex lock_;
    std::condition_variable_any changed_;
    std::unordered_map<ConnectionId, std::unique_ptr<Connection>> connections_ GUARDED_BY(lock_);
    Accepted accepted_ GUARDED_BY(lock_);
};

} // namespace crosspoint::io
