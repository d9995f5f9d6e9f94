// SPDX-License-Identifier: Apache-2.0
#include "router/server/worker.hpp"

#include "router/amqp/connection.hpp"
#include "router/server/listener.hpp"
#include "router/server/server.hpp"
#include "router/server/worker_crew.hpp"

#include <proton/connection.h>
#include <proton/event.h>
#include <proton/listener.h>
#include <proton/proactor.h>

#include <pthread.h>
#include <string>
#include <utility>

namespace crosspoint::io {

namespace {

/// A long event batch is posted in parts, so that the consumers' workers begin while it is still
/// being read.
constexpr std::size_t post_early_at = 64;

} // namespace

void Worker::run() {
    pthread_setname_np(pthread_self(), ("worker-" + std::to_string(number_)).c_str());
    WorkerCrew& crew = server_.crew();
    crew.join(number_);
    bool goes_on = true;
    while (goes_on) {
        crew.between_batches(number_, std::exchange(posted_, 0));
        pn_event_batch_t* batch = pn_proactor_wait(server_.proactor());
        goes_on = on_batch(batch);
        pn_proactor_done(server_.proactor(), batch);
        if (std::exchange(help_core_, false)) {
            // Only now: the connection is free, and what it had to write is written.
            server_.core().help();
        }
    }
    crew.dismiss();
    pn_proactor_interrupt(server_.proactor()); // the next worker ends as well
}

bool Worker::on_batch(pn_event_batch_t* batch) {
    pn_event_t* event = pn_event_batch_next(batch);
    if (!event) {
        return true;
    }
    if (pn_connection_t* pn = pn_event_connection(event)) {
        if (auto* connection = static_cast<Connection*>(pn_connection_get_context(pn))) {
            on_connection_batch(*connection, batch, event);
        }
        return true;
    }
    bool goes_on = true;
    for (; event; event = pn_event_batch_next(batch)) {
        goes_on = on_other_event(event) && goes_on;
    }
    return goes_on;
}

void Worker::on_connection_batch(Connection& connection, pn_event_batch_t* batch,
                                 pn_event_t* event) {
    ConnectionTurn turn;
    for (; event; event = pn_event_batch_next(batch)) {
        connection.on_event(turn, event, actions_);
        if (actions_.size() >= post_early_at) {
            post(connection);
            if (std::exchange(help_core_, false)) {
                server_.core().help();
            }
        }
    }
    if (core::ParcelPtr used = connection.end_turn(turn)) {
        used_ = std::move(used); // goes back with the next post; not worth waking the core for
    }
    if (!actions_.empty()) {
        post(connection);
    }
    if (connection.finished()) {
        pn_connection_set_context(connection.pn(), nullptr);
        server_.remove_connection(connection);
    }
}

void Worker::post(Connection& connection) {
    posted_ += actions_.size();
    auto posted = server_.core().post({connection.id(), std::move(actions_), std::move(used_)});
    actions_ = std::move(posted.spare);
    help_core_ = posted.help;
}

bool Worker::on_other_event(pn_event_t* event) {
    switch (pn_event_type(event)) {
    case PN_PROACTOR_INTERRUPT:
        return false;
    case PN_PROACTOR_TIMEOUT:
        server_.on_timeout();
        return true;
    default:
        break;
    }
    if (pn_listener_t* pn = pn_event_listener(event)) {
        if (auto* listener = static_cast<Listener*>(pn_listener_get_context(pn))) {
            listener->on_event(event);
        }
    }
    return true;
}

} // namespace crosspoint::io
