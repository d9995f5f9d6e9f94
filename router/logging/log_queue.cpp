// SPDX-License-Identifier: Apache-2.0
#include "router/logging/log_queue.hpp"

#include "crosspoint/base/check.hpp"

#include <utility>

namespace crosspoint::logging {

namespace {
/// A batch that grew beyond this gives its memory back once it is written.
constexpr std::size_t kept_capacity = 1024;
} // namespace

LogQueue::Posted LogQueue::post(LogEvent& event) {
    const std::size_t module = index_of(event.module);
    bool wake = false;
    {
        Lock guard(lock_);
        ++counts_[module][index_of(event.level)];
        history_.add(event);
        if (state_ != State::open) {
            return state_ == State::closed ? Posted::closed : Posted::not_open;
        }
        if (pending_.events.size() >= limits_.lines ||
            pending_bytes_ + event.text.size() > limits_.bytes) {
            ++pending_.dropped[module];
            return Posted::dropped;
        }
        pending_bytes_ += event.text.size();
        pending_.events.push_back(std::move(event));
        wake = std::exchange(taker_sleeps_, false);
    }
    if (wake) {
        arrived_.notify_one();
    }
    return Posted::queued;
}

bool LogQueue::take_all(Batch& batch) {
    batch.events.clear();
    if (batch.events.capacity() > kept_capacity) {
        batch.events = {};
    }
    batch.dropped.fill(0);

    Lock guard(lock_);
    written_count_ = taken_count_;
    written_.notify_all();
    while (pending_.events.empty() && state_ == State::open) {
        taker_sleeps_ = true;
        arrived_.wait(lock_);
    }
    taker_sleeps_ = false;
    std::swap(batch, pending_);
    pending_bytes_ = 0;
    taken_count_ += batch.events.size();
    return !batch.events.empty();
}

void LogQueue::open() {
    Lock guard(lock_);
    check(state_ == State::not_open, "a log queue opens once");
    state_ = State::open;
}

void LogQueue::close() {
    Lock guard(lock_);
    state_ = State::closed;
    arrived_.notify_all();
}

bool LogQueue::wait_written(std::chrono::milliseconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    Lock guard(lock_);
    const std::uint64_t target = taken_count_ + pending_.events.size();
    while (written_count_ < target) {
        if (written_.wait_until(lock_, deadline) == std::cv_status::timeout) {
            return written_count_ >= target;
        }
    }
    return true;
}

std::vector<LogEvent> LogQueue::recent(std::size_t limit) const {
    Lock guard(lock_);
    return history_.last(limit);
}

LogCounts LogQueue::counts() const {
    Lock guard(lock_);
    return counts_;
}

} // namespace crosspoint::logging
