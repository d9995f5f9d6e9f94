// SPDX-License-Identifier: Apache-2.0
#include "router/management/management_thread.hpp"

#include "router/management/agent.hpp"
#include "router/management/managed_router.hpp"

#include "crosspoint/base/log.hpp"
#include "crosspoint/message/whole_message.hpp"

#include <pthread.h>

namespace crosspoint::management {

namespace {

core::DeliveryState rejected(const AmqpError& error) {
    core::StateDetail detail;
    detail.condition = error.condition;
    detail.description = error.description;
    return {core::state::rejected, std::move(detail)};
}

/// One request, from its octets to its reply.
void serve(Agent& agent, CoreClient& core, const core::ManagementRequest& received) {
    Result<Request> request = read_request(message::octets_of(*received.message, received.size));
    if (received.delivery != 0) {
        core.settle(received.delivery, request ? core::DeliveryState(core::state::accepted)
                                               : rejected(request.error()));
    }
    if (!request) {
        log::write(log::Module::agent, log::Level::error, "[C%lu] A request was refused: %s",
                   received.connection.value, request.error().description.c_str());
        return;
    }
    if (request->reply_to.empty()) {
        log::write(log::Module::agent, log::Level::debug,
                   "[C%lu] A request without reply-to was dropped", received.connection.value);
        return;
    }
    request->connection = received.connection;
    core.reply(request->reply_to, write_reply(*request, agent.answer(*request)));
}

} // namespace

core::ManagementAnswer ManagementThread::Line::next_answer(std::uint64_t serial) {
    auto answer = mailbox_->next_answer(serial);
    if (!answer) {
        throw Ending();
    }
    return std::move(*answer);
}

ManagementThread::ManagementThread(Mailbox& mailbox, core::RouterCore& core, Endpoints& endpoints,
                                   LogControl& log, HeapFigures heap)
    : mailbox_(&mailbox),
      line_(mailbox, core),
      endpoints_(&endpoints),
      log_(&log),
      heap_(heap) {}

ManagementThread::~ManagementThread() {
    stop();
}

void ManagementThread::start(Configured configured) {
    log::write(log::Module::agent, log::Level::info,
               "Activating management agent on $_management_internal");
    thread_ = std::thread([this, made = std::move(configured)]() mutable { run(std::move(made)); });
}

void ManagementThread::stop() {
    mailbox_->close();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void ManagementThread::run(Configured configured) {
    pthread_setname_np(pthread_self(), "management");
    CoreClient core(line_);
    ManagedRouter router(std::move(configured), core, *endpoints_, *log_, heap_);
    LiveTables tables(core);
    GeneralFamily general(router.kinds());
    NodeOperations node(core, *log_, [&](bool json) { return router.configuration(json); });
    Agent agent(tables, general, node);
    try {
        while (const auto request = mailbox_->next_request()) {
            serve(agent, core, *request);
        }
    } catch (const Ending&) {
        // Nobody is left to hear of it.
    }
}

} // namespace crosspoint::management
