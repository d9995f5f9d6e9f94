// SPDX-License-Identifier: Apache-2.0
#include "router_core/thread/core_loop.hpp"

#include "crosspoint/core/router_core.hpp"

#include <chrono>
#include <pthread.h>

namespace crosspoint::core {

namespace {

std::uint64_t milliseconds(ActionQueue::Clock::time_point time) {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count());
}

/// After so many rounds a worker that helps goes back to its connections.
constexpr unsigned rounds_at_once = 4;

} // namespace

void CoreLoop::start() {
    CoreThread ct; // as long as there is no other
    state_.begin_batch(ct, milliseconds(ActionQueue::Clock::now()));
    thread_ = std::thread([this] { run(); });
}

void CoreLoop::stop() {
    queue_.stop();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void CoreLoop::run() {
    pthread_setname_np(pthread_self(), "core");
    CoreThread ct;
    while (true) {
        switch (queue_.wait_for_role(ct)) {
        case ActionQueue::Woken::stop:
            return;
        case ActionQueue::Woken::timer:
            work_on(ct, batches_);
            break;
        case ActionQueue::Woken::work:
            break;
        }
        while (!work(ct, rounds_at_once, true)) {
        }
    }
}

void CoreLoop::help() {
    CoreThread ct;
    // What nobody waits for by the millisecond is left to the core thread.
    if (!work(ct, rounds_at_once, false)) {
        queue_.pass_on(ct);
    }
}

void CoreLoop::pass_on() {
    CoreThread ct;
    queue_.pass_on(ct);
}

bool CoreLoop::work(CoreThread& ct, unsigned rounds, bool also_chores) {
    for (unsigned i = 0; i < rounds; ++i) {
        if (!queue_.take_all(ct, batches_, deadline_, state_.has_chores(ct))) {
            return true;
        }
        if (batches_.empty() && !also_chores) {
            return false;
        }
        work_on(ct, batches_);
    }
    return false;
}

void CoreLoop::work_on(CoreThread& ct, std::vector<ActionBatch>& batches) {
    const auto now = ActionQueue::Clock::now();
    state_.begin_batch(ct, milliseconds(now));
    for (ActionBatch& batch : batches) {
        state_.handle(ct, batch);
    }
    state_.work_on_chores(ct);
    state_.end_batch(ct);
    const auto delay = state_.next_deadline(ct);
    deadline_ = delay ? std::optional(now + std::chrono::milliseconds(*delay)) : std::nullopt;
}

RouterCore::RouterCore(CoreSettings settings, ManagementPort* management)
    : loop_(std::make_unique<CoreLoop>(std::move(settings), management)) {}
RouterCore::~RouterCore() {
    loop_->stop();
}
void RouterCore::start() {
    loop_->start();
}
void RouterCore::stop() {
    loop_->stop();
}
RouterCore::Posted RouterCore::post(ActionBatch batch) {
    ActionQueue::Posted posted = loop_->queue().post(std::move(batch));
    return {std::move(posted.spare), posted.take_role};
}
Identities& RouterCore::identities() {
    return loop_->identities();
}

void RouterCore::post(ManagementCommand command) {
    ActionBatch batch;
    batch.actions.emplace_back(
        ManagementAsked{std::make_unique<ManagementCommand>(std::move(command))});
    if (post(std::move(batch)).help) {
        loop_->pass_on();
    }
}
void RouterCore::help() {
    loop_->help();
}

} // namespace crosspoint::core
