// SPDX-License-Identifier: Apache-2.0
#include "router/server/listeners.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace crosspoint::io {

namespace {

/// How long to wait for workers, who may be busy, to tell of a listener.
constexpr std::chrono::seconds patience{5};

AmqpError is_stopping() {
    return {condition::illegal_state, "the router is shutting down"};
}

} // namespace

Result<ListenerId> Listeners::add(const config::ListenerSettings& settings) {
    ListenerId id;
    bool started = false;
    {
        Lock guard(lock_);
        if (stopping_) {
            return is_stopping();
        }
        id = {++last_id_};
        started = started_;
    }
    const Need need = started ? Need::optional : Need::required;
    // Made without the lock, because it logs.
    auto listener = std::make_shared<Listener>(server_, *this, id, settings, need);
    {
        Lock guard(lock_);
        if (stopping_) {
            return is_stopping();
        }
        entries_.emplace(id, Entry{listener, started ? State::opening : State::added});
    }
    if (!started) {
        return id;
    }
    listener->start();
    return wait_open(id);
}

Result<ListenerId> Listeners::wait_open(ListenerId id) {
    const Deadline deadline = std::chrono::steady_clock::now() + patience;
    std::string why = "no answer from the system";
    std::shared_ptr<Listener> given_up;
    {
        Lock guard(lock_);
        const auto entry = [this, id]() REQUIRES(lock_) { return entries_.find(id); };
        auto found = entry();
        while (found != entries_.end() && found->second.state == State::opening) {
            if (stopping_ || !wait_for_change(deadline)) {
                break;
            }
            found = entry();
        }
        if (found == entries_.end() || found->second.state == State::removed) {
            return AmqpError{condition::not_found, "the listener has been removed"};
        }
        if (found->second.state == State::open) {
            return id;
        }
        if (found->second.state == State::failed) {
            why = found->second.why;
            given_up = std::move(found->second.listener);
            entries_.erase(found);
        } else {
            if (stopping_) {
                return is_stopping();
            }
            given_up = found->second.listener;
            found->second.state = State::removed;
        }
    }
    given_up->stop();
    return AmqpError{condition::internal_error, why};
}

bool Listeners::wait_for_change(Deadline deadline) {
    return changed_.wait_until(lock_, deadline) != std::cv_status::timeout;
}

std::optional<Listeners::Failure> Listeners::start_all() {
    std::vector<std::shared_ptr<Listener>> added;
    {
        Lock guard(lock_);
        started_ = true;
        for (auto& [id, entry] : entries_) {
            entry.state = State::opening;
            added.push_back(entry.listener);
        }
    }
    for (const auto& listener : added) {
        listener->start();
    }
    Lock guard(lock_);
    while (true) {
        const auto any = [this](State state) REQUIRES(lock_) {
            return std::ranges::find_if(
                entries_, [state](const auto& entry) { return entry.second.state == state; });
        };
        if (const auto failed = any(State::failed); failed != entries_.end()) {
            return Failure{failed->second.why, failed->second.listener->line()};
        }
        if (any(State::opening) == entries_.end()) {
            return std::nullopt;
        }
        changed_.wait(lock_);
    }
}

bool Listeners::remove(ListenerId id) {
    std::shared_ptr<Listener> listener;
    {
        Lock guard(lock_);
        const auto found = entries_.find(id);
        if (found == entries_.end() || found->second.state == State::removed) {
            return false;
        }
        listener = found->second.listener;
        if (found->second.state == State::added || found->second.state == State::failed) {
            entries_.erase(found);
            return true;
        }
        found->second.state = State::removed;
    }
    listener->stop();
    const Deadline deadline = std::chrono::steady_clock::now() + patience;
    Lock guard(lock_);
    while (entries_.contains(id) && !stopping_) {
        if (!wait_for_change(deadline)) {
            break;
        }
    }
    return true;
}

void Listeners::stop_waiting() {
    {
        Lock guard(lock_);
        stopping_ = true;
    }
    changed_.notify_all();
}

void Listeners::stop_all() {
    stop_waiting();
    std::vector<std::shared_ptr<Listener>> all;
    {
        Lock guard(lock_);
        for (auto& [id, entry] : entries_) {
            all.push_back(entry.listener);
        }
    }
    for (const auto& listener : all) {
        listener->stop();
    }
}

std::optional<std::uint16_t> Listeners::port(ListenerId id) {
    Lock guard(lock_);
    const auto found = entries_.find(id);
    if (found == entries_.end() || found->second.state != State::open) {
        return std::nullopt;
    }
    return found->second.port;
}

void Listeners::on_listener_open(ListenerId id, std::uint16_t port) {
    {
        Lock guard(lock_);
        const auto found = entries_.find(id);
        if (found != entries_.end()) {
            found->second.port = port;
            if (found->second.state == State::opening) {
                found->second.state = State::open;
            }
        }
    }
    changed_.notify_all();
}

void Listeners::on_listener_closed(ListenerId id, const std::string& why) {
    {
        Lock guard(lock_);
        const auto found = entries_.find(id);
        if (found != entries_.end()) {
            if (found->second.state == State::removed) {
                entries_.erase(found);
            } else {
                found->second.state = State::failed;
                found->second.why = why;
            }
        }
    }
    changed_.notify_all();
}

} // namespace crosspoint::io
