// SPDX-License-Identifier: Apache-2.0
#include "router/server/server.hpp"

#include "router/server/spare_descriptors.hpp"
#include "router/server/worker.hpp"

#include "crosspoint/base/log.hpp"

#include <proton/connection.h>
#include <proton/proactor.h>

#include <algorithm>
#include <utility>

namespace crosspoint::io {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds patience_with_peers{2000};
constexpr milliseconds patience_with_sockets{1000};

} // namespace

Server::Server(std::string router_id, bool is_edge_router, std::uint32_t worker_threads,
               core::RouterCore& core)
    : router_id_(std::move(router_id)),
      is_edge_router_(is_edge_router),
      crew_(worker_threads),
      worker_threads_(worker_threads),
      core_(core),
      proactor_(pn_proactor()) {}

Server::~Server() {
    if (!shortage_reached_proton()) {
        pn_proactor_free(proactor_);
    } // else the process ends with it, which is all that is left to do
}

std::optional<Listeners::Failure> Server::start() {
    keep_spare_descriptors();
    connectors_.start_all();
    for (std::uint32_t i = 0; i < worker_threads_; ++i) {
        threads_.emplace_back([this, i] { Worker(*this, i).run(); });
    }
    return listeners_.start_all();
}

void Server::stop() {
    stopping_.store(true);
    host_names_.stop();
    listeners_.stop_all();
    {
        Lock guard(lock_);
        for (auto& [id, connection] : connections_) {
            connection->request_close(Connection::Close::shutting_down);
        }
    }
    if (!wait_until_closed(patience_with_peers)) {
        pn_proactor_disconnect(proactor_, nullptr);
        wait_until_closed(patience_with_sockets);
    }
    pn_proactor_interrupt(proactor_);
    for (std::thread& thread : threads_) {
        thread.join();
    }
    threads_.clear();
    timers_.clear();
}

bool Server::wait_until_closed(milliseconds at_most) {
    const auto deadline = TimerQueue::Clock::now() + at_most;
    Lock guard(lock_);
    while (!connections_.empty()) {
        if (changed_.wait_until(lock_, deadline) == std::cv_status::timeout) {
            return connections_.empty();
        }
    }
    return true;
}

Connection& Server::add_connection(std::shared_ptr<const Origin> origin, pn_connection_t* pn) {
    const ConnectionId id = next_connection_id();
    const bool dialled = origin->is_connector;
    auto made = std::make_unique<Connection>(*this, id, std::move(origin), pn);
    Connection& connection = *made;
    Lock guard(lock_);
    accepted_.so_far += dialled ? 0 : 1;
    accepted_.now += dialled ? 0 : 1;
    connections_.emplace(id, std::move(made));
    return connection;
}

Server::Accepted Server::accepted() {
    Lock guard(lock_);
    return accepted_;
}

void Server::remove_connection(Connection& connection) {
    std::unique_ptr<Connection> removed;
    bool last = false;
    {
        Lock guard(lock_);
        const auto found = connections_.find(connection.id());
        removed = std::move(found->second);
        connections_.erase(found);
        accepted_.now -= connection.is_dialled() ? 0 : 1;
        last = connections_.empty();
    }
    if (last) {
        changed_.notify_all();
    }
}

void Server::close_connection(ConnectionId id) {
    Lock guard(lock_);
    const auto found = connections_.find(id);
    if (found != connections_.end()) {
        found->second->request_close(Connection::Close::in_order);
    }
}

void Server::on_log_levels_changed() {
    Lock guard(lock_);
    for (auto& [id, connection] : connections_) {
        connection->wake(); // then it looks
    }
}

void Server::watch_handshake(ConnectionId id, std::chrono::seconds patience) {
    run_later(patience, [this, id] {
        Lock guard(lock_);
        const auto found = connections_.find(id);
        if (found != connections_.end()) {
            found->second->request_close(Connection::Close::unless_opened);
        }
    });
}

void Server::run_later(milliseconds delay, std::function<void()> what) {
    if (timers_.add(TimerQueue::Clock::now() + delay, std::move(what))) {
        set_alarm();
    }
}

/// Sets it again if another thread, which has a sooner time, could have been overtaken.
void Server::set_alarm() {
    auto next = timers_.next();
    while (next && !stopping()) {
        const auto left = std::chrono::ceil<milliseconds>(*next - TimerQueue::Clock::now());
        pn_proactor_set_timeout(proactor_,
                                static_cast<pn_millis_t>(std::max<std::int64_t>(left.count(), 0)));
        const auto now_next = timers_.next();
        if (now_next == next) {
            return;
        }
        next = now_next;
    }
}

void Server::on_timeout() {
    for (auto& what : timers_.take_due(TimerQueue::Clock::now())) {
        if (!stopping()) {
            what();
        }
    }
    set_alarm();
}

} // namespace crosspoint::io
