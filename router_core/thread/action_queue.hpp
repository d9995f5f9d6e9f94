// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/mutex.hpp"
#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/actions.hpp"

#include <chrono>
#include <condition_variable>
#include <optional>
#include <vector>

namespace crosspoint::core {

/// The action list: hands batches of actions from many workers to the core. The lock is held for
/// one push or one swap, never while an action runs. What is left at shutdown is dropped by its
/// destructor.
///
/// It also decides who is the core. At most one thread has that role at a time: a worker whose post
/// finds nobody takes it, because going on by itself costs less than waking a sleeping thread; and
/// the core thread takes it when a timer is due, or when a worker has done enough for others.
class ActionQueue {
public:
    using Clock = std::chrono::steady_clock;

    /// What `post` leaves to its caller.
    struct Posted {
        std::vector<Action> spare; ///< empty, used before: for the next batch
        bool take_role = false;    ///< the caller is the core now and must call CoreLoop::help
    };
    Posted post(ActionBatch batch) EXCLUDES(lock_);

    /// Moves all there is into `batches`. What they held before must have been worked off; their
    /// vectors are used again. False: there was nothing, and the caller has lost the role; at
    /// `deadline` the core thread is to take it. With `keep_role` the caller has other work to do,
    /// and goes on also if there was nothing.
    bool take_all(CoreThread&, std::vector<ActionBatch>& batches,
                  std::optional<Clock::time_point> deadline, bool keep_role = false)
        EXCLUDES(lock_);

    /// The caller has the role and has done its share: the core thread goes on.
    void pass_on(CoreThread&) EXCLUDES(lock_);

    enum class Woken : std::uint8_t { work, timer, stop };
    /// For the core thread, which does not have the role: waits until it does.
    Woken wait_for_role(CoreThread&) EXCLUDES(lock_);

    /// What was posted before is still worked off; then the core thread is told to end.
    void stop() EXCLUDES(lock_);

private:
    static constexpr std::size_t max_spare = 64;
    static constexpr std::size_t max_spare_actions = 1024;

    Posted queue(ActionBatch batch) EXCLUDES(lock_);
    /// `kept`: room for so many actions was kept for later.
    bool swap(std::vector<ActionBatch>& batches, std::optional<Clock::time_point> deadline,
              bool keep_role, std::size_t& kept) EXCLUDES(lock_);

    Mutex lock_;
    std::condition_variable_any work_;
    std::vector<ActionBatch> pending_ GUARDED_BY(lock_);
    std::vector<std::vector<Action>> spare_ GUARDED_BY(lock_);
    enum class RoleOf : std::uint8_t { nobody, somebody, core_thread };
    RoleOf role_ GUARDED_BY(lock_) = RoleOf::nobody;
    std::optional<Clock::time_point> deadline_ GUARDED_BY(lock_);
    /// When the core thread will look by itself. Deadlines move on with nearly every batch; one
    /// that is later than this is not worth waking it.
    Clock::time_point alarm_ GUARDED_BY(lock_) = Clock::time_point::max();
    bool stopping_ GUARDED_BY(lock_) = false;
};

} // namespace crosspoint::core
