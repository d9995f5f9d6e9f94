// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/mutex.hpp"
#include "crosspoint/core/management.hpp"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <optional>

namespace crosspoint::management {

/// What the core has left for the management thread: requests that came, and answers to what the
/// management thread has asked.
class Mailbox final : public core::ManagementPort {
public:
    using MemoryUsage = std::optional<std::uint64_t> (*)();

    /// `tell`: how many bytes the process has.
    explicit Mailbox(MemoryUsage tell) : memory_usage_(tell) {}

    bool post(core::ManagementRequest request) override EXCLUDES(lock_);
    void post(core::ManagementAnswer answer) override EXCLUDES(lock_);
    std::optional<std::uint64_t> memory_usage() override { return memory_usage_(); }

    /// Waits for the next request; nothing once the mailbox is closed.
    std::optional<core::ManagementRequest> next_request() EXCLUDES(lock_);
    /// Waits for the next answer to the command with that serial; answers to others, which nobody
    /// waits for any more, are dropped. Nothing once the mailbox is closed.
    std::optional<core::ManagementAnswer> next_answer(std::uint64_t serial) EXCLUDES(lock_);

    /// From any thread: nobody waits here any more.
    void close() EXCLUDES(lock_);

private:
    MemoryUsage memory_usage_;
    Mutex lock_;
    std::condition_variable_any changed_;
    std::deque<core::ManagementRequest> requests_ GUARDED_BY(lock_);
    std::uint64_t request_bytes_ GUARDED_BY(lock_) = 0;
    std::deque<core::ManagementAnswer> answers_ GUARDED_BY(lock_);
    bool closed_ GUARDED_BY(lock_) = false;
};

} // namespace crosspoint::management
