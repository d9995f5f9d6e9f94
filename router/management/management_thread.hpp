// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/configured.hpp"
#include "router/management/core_client.hpp"
#include "router/management/endpoints.hpp"
#include "router/management/heap_figures.hpp"
#include "router/management/log_control.hpp"
#include "router/management/mailbox.hpp"

#include "crosspoint/core/router_core.hpp"

#include <thread>
#include <utility>

namespace crosspoint::management {

/// The thread on which requests are answered, one after the other. Nothing that it does can hold
/// up a worker or the core; what it wants of them it asks for and waits.
class ManagementThread {
public:
    /// All of these outlive the thread.
    ManagementThread(Mailbox& mailbox, core::RouterCore& core, Endpoints& endpoints,
                     LogControl& log, HeapFigures heap);
    ~ManagementThread();

    void start(Configured configured);
    /// What is being answered is broken off.
    void stop();

private:
    /// The real line to the core.
    class Line final : public CoreLine {
    public:
        Line(Mailbox& mailbox, core::RouterCore& core) : mailbox_(&mailbox), core_(&core) {}
        void post(core::ManagementCommand command) override { core_->post(std::move(command)); }
        core::ManagementAnswer next_answer(std::uint64_t serial) override;

    private:
        Mailbox* mailbox_;
        core::RouterCore* core_;
    };

    void run(Configured configured);

    Mailbox* mailbox_;
    Line line_;
    Endpoints* endpoints_;
    LogControl* log_;
    HeapFigures heap_;
    std::thread thread_;
};

} // namespace crosspoint::management
