// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/thread/action_queue.hpp"
#include "router_core/thread/core_state.hpp"

#include <optional>
#include <thread>
#include <vector>

namespace crosspoint::core {

/// The core's work: takes everything the workers have posted, works on it, hands the results over.
/// Done by the core thread or, at that moment in its place, by a worker; see ActionQueue.
class CoreLoop {
public:
    CoreLoop(CoreSettings settings, ManagementPort* management)
        : state_(std::move(settings), management) {}

    void start();
    void stop();
    ActionQueue& queue() { return queue_; }
    Identities& identities() { return state_.identities(); }

    /// For a worker that `post` has given the core's role.
    void help();
    /// For others that `post` has given the role: leaves the work to the core thread. Who has just
    /// used much CPU time is the first that the system makes pause, and everybody would wait for
    /// it.
    void pass_on();

private:
    void run();
    /// Works until there is nothing left, or for `rounds`. False: some is left, and so is the role.
    /// Without `also_chores` chores alone are left.
    bool work(CoreThread& ct, unsigned rounds, bool also_chores);
    void work_on(CoreThread& ct, std::vector<ActionBatch>& batches);

    ActionQueue queue_;
    CoreState state_;
    std::vector<ActionBatch> batches_; ///< of whoever has the role
    std::optional<ActionQueue::Clock::time_point> deadline_;
    std::thread thread_;
};

} // namespace crosspoint::core
