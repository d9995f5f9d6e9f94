// SPDX-License-Identifier: Apache-2.0
#include "router_core/thread/action_queue.hpp"

#include "crosspoint/base/tally.hpp"

#include <cstdint>
#include <utility>

namespace crosspoint::core {

namespace {

/// Room for actions in vectors that wait to be filled again.
Tally spare_actions{"spare_action", sizeof(Action)};

} // namespace

ActionQueue::Posted ActionQueue::post(ActionBatch batch) {
    Posted posted = queue(std::move(batch));
    spare_actions.add(-static_cast<std::int64_t>(posted.spare.capacity()));
    return posted;
}

ActionQueue::Posted ActionQueue::queue(ActionBatch batch) {
    Posted posted;
    Lock guard(lock_);
    pending_.push_back(std::move(batch));
    if (role_ == RoleOf::nobody) {
        role_ = RoleOf::somebody;
        posted.take_role = true;
    }
    if (!spare_.empty()) {
        posted.spare = std::move(spare_.back());
        spare_.pop_back();
    }
    return posted;
}

bool ActionQueue::take_all(CoreThread&, std::vector<ActionBatch>& batches,
                           std::optional<Clock::time_point> deadline, bool keep_role) {
    for (ActionBatch& batch : batches) {
        batch.actions.clear(); // outside the lock: this may free messages
    }
    std::size_t kept = 0;
    const bool go_on = swap(batches, deadline, keep_role, kept);
    spare_actions.add(static_cast<std::int64_t>(kept));
    return go_on;
}

bool ActionQueue::swap(std::vector<ActionBatch>& batches, std::optional<Clock::time_point> deadline,
                       bool keep_role, std::size_t& kept) {
    Lock guard(lock_);
    for (ActionBatch& batch : batches) {
        if (spare_.size() < max_spare && batch.actions.capacity() <= max_spare_actions) {
            kept += batch.actions.capacity();
            spare_.push_back(std::move(batch.actions));
        }
    }
    batches.clear();
    if (pending_.empty() && keep_role) {
        return true;
    }
    if (pending_.empty()) {
        role_ = RoleOf::nobody;
        deadline_ = deadline;
        if (stopping_ || (deadline && *deadline < alarm_)) {
            work_.notify_one();
        }
        return false;
    }
    batches.swap(pending_);
    return true;
}

void ActionQueue::pass_on(CoreThread&) {
    {
        Lock guard(lock_);
        role_ = RoleOf::core_thread;
    }
    work_.notify_one();
}

ActionQueue::Woken ActionQueue::wait_for_role(CoreThread&) {
    // How often to look again if a timer is due while a worker has the role.
    constexpr std::chrono::milliseconds busy{5};
    Lock guard(lock_);
    while (true) {
        if (role_ == RoleOf::core_thread) {
            role_ = RoleOf::somebody;
            return Woken::work;
        }
        const bool free = role_ == RoleOf::nobody;
        if (free && stopping_) {
            return Woken::stop;
        }
        const auto now = Clock::now();
        const bool due = deadline_ && now >= *deadline_;
        if (free && due) {
            role_ = RoleOf::somebody;
            return Woken::timer;
        }
        if (!deadline_) {
            alarm_ = Clock::time_point::max();
            work_.wait(lock_);
        } else {
            alarm_ = due ? now + busy : *deadline_;
            work_.wait_until(lock_, alarm_);
        }
    }
}

void ActionQueue::stop() {
    {
        Lock guard(lock_);
        stopping_ = true;
    }
    work_.notify_one();
}

} // namespace crosspoint::core
