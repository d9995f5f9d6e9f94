// SPDX-License-Identifier: Apache-2.0
#include "router_core/thread/core_state.hpp"

#include "router_core/link/health.hpp"
#include "router_core/link/incoming.hpp"
#include "router_core/link/outgoing.hpp"
#include "router_core/link/settlement.hpp"
#include "router_core/link/stream.hpp"
#include "router_core/management/own_addresses.hpp"

#include "crosspoint/base/tally.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace crosspoint::core {

CoreState::CoreState(CoreSettings settings, ManagementPort* management)
    : settings_(std::move(settings)),
      identity_{settings_.router_id, settings_.edge},
      addresses_(settings_.default_treatment, std::exchange(settings_.addresses, {}),
                 context_.identities),
      discriminator_(settings_.seed),
      edge_services_(identity_, settings_.network.has_value(), addresses_, context_),
      management_(management),
      desk_(management, context_),
      reader_(management),
      health_(settings_.health) {
    if (management) {
        add_own_addresses(addresses_, settings_.network.has_value());
    }
    context_.notes_changes = settings_.edge || settings_.network;
    if (settings_.edge) {
        edge_uplink_ =
            std::make_unique<EdgeUplink>(identity_, addresses_, context_, discriminator_);
    }
    if (settings_.network) {
        network_ = std::make_unique<Network>(identity_.id, *settings_.network, addresses_, context_,
                                             discriminator_);
    }
}

void CoreState::begin_batch(CoreThread&, std::uint64_t now_ms) {
    constexpr std::uint64_t second = 1000;
    started_ms_ = started_ms_ ? started_ms_ : std::optional(now_ms);
    context_.now_ms = now_ms;
    const auto now_s = static_cast<std::uint32_t>((now_ms - *started_ms_) / second);
    if (std::exchange(context_.now_s, now_s) != now_s) {
        Tally::look();
    }
}

void CoreState::handle(CoreThread& ct, ActionBatch& batch) {
    context_.postman.recycle(ct, std::move(batch.used));
    Connection* from = find(batch.connection);
    for (Action& action : batch.actions) {
        if (auto* opened = std::get_if<ConnectionOpened>(&action)) {
            from = &open(ct, batch.connection, std::move(*opened));
        } else if (std::holds_alternative<ConnectionClosed>(action)) {
            close(ct, batch.connection);
            from = nullptr;
        } else if (from) {
            std::visit([&](auto& a) { handle(ct, *from, std::move(a)); }, action);
        } else if (auto* asked = std::get_if<ManagementAsked>(&action)) {
            handle(ct, std::move(*asked));
        }
    }
}

void CoreState::end_batch(CoreThread& ct) {
    if (network_) {
        network_->tick(ct);
    }
    tick_edge(ct);
    context_.stream_stall.check(ct, context_);
    grant_credit(ct, context_);
    context_.postman.hand_over_all(ct);
}

void CoreState::tick_edge(CoreThread& ct) {
    edge_services_.tick(ct);
    if (edge_uplink_) {
        edge_uplink_->tick(ct);
        attach_what_was_looked_up(ct);
    }
    // Telling others may change an address once more; that is for the same end of the batch.
    while (!context_.changed_addresses.empty()) {
        changed_addresses_.swap(context_.changed_addresses);
        edge_services_.addresses_changed(ct, changed_addresses_);
        if (network_) {
            network_->addresses_changed(ct, changed_addresses_);
        }
        if (edge_uplink_) {
            edge_uplink_->addresses_changed(ct, changed_addresses_);
        }
        changed_addresses_.clear();
    }
}

std::optional<std::uint64_t> CoreState::next_deadline(CoreThread&) const {
    std::optional<std::uint64_t> due = context_.stream_stall.next_check(context_.now_ms);
    const auto add = [&due](std::optional<std::uint64_t> other) {
        due = due && other ? std::min(*due, *other) : (due ? due : other);
    };
    if (network_) {
        add(network_->next_due());
    }
    if (edge_uplink_) {
        add(edge_uplink_->next_due());
    }
    add(edge_services_.next_due());
    if (management_) {
        add(health_.next_due(context_));
    }
    return due;
}

Connection* CoreState::find(ConnectionId id) {
    const auto found = connections_.find(id);
    return found == connections_.end() ? nullptr : found->second.get();
}

Connection& CoreState::open(CoreThread& ct, ConnectionId id, ConnectionOpened&& opened) {
    auto& slot = connections_[id];
    slot = std::make_unique<Connection>(id, std::move(opened));
    slot->context = &context_;
    slot->place.enter(context_.connections, *slot);
    slot->opened_s = context_.now_s;
    if (network_ && slot->info.role == Role::inter_router) {
        network_->opened(ct, *slot);
    }
    if (slot->info.role == Role::edge) {
        edge_uplink_ ? edge_uplink_->opened(ct, *slot)
                     : edge_services_.opened(ct, *slot, "qdlink." + discriminator_.next() + ".");
    }
    return *slot;
}

void CoreState::close(CoreThread& ct, ConnectionId id) {
    Connection* connection = find(id);
    if (!connection) {
        return;
    }
    for (const auto& link : connection->links()) {
        check(!link, "a connection was closed before its links");
    }
    if (connection->info.role == Role::edge) {
        edge_uplink_ ? edge_uplink_->closed(ct, *connection)
                     : edge_services_.closed(ct, *connection);
    } else if (connection->router) {
        network_->closed(ct, *connection);
    }
    context_.postman.forget(ct, *connection);
    connections_.erase(id);
}

void CoreState::handle(CoreThread& ct, Connection&, ConsumerDisposition&& action) {
    if (OutgoingDelivery* delivery = context_.outgoing.find(action.id)) {
        consumer_says(ct, context_, *delivery, std::move(action.state), action.settled);
    }
}

void CoreState::handle(CoreThread& ct, Connection& from, ProducerDisposition&& action) {
    IncomingLink* link = from.find_incoming(action.link);
    if (IncomingDelivery* delivery = link ? link->find(action.id) : nullptr) {
        producer_says(ct, context_, *delivery, std::move(action.state), action.settled);
    }
}

void CoreState::handle(CoreThread& ct, Connection& from, CreditArrived&& action) {
    OutgoingLink* link = from.find_outgoing(action.link);
    if (!link) {
        return;
    }
    const bool had_credit = link->window.has_credit();
    link->window.credit(action.limit);
    if (link->window.has_credit()) {
        unmark_blocked(context_, *link);
    } else if (had_credit) {
        credit_is_gone(context_, *link);
    }
    link->drain_serial = action.drain ? std::optional(action.drain_serial) : std::nullopt;
    hand_over(ct, context_, *link);
    if (is_for_streams(link->kind)) {
        note_idle_stream(*link);
    }
}

void CoreState::handle(CoreThread& ct, Connection& from, SendProgress&& action) {
    if (OutgoingLink* link = from.find_outgoing(action.link)) {
        link->window.progress(action.deliveries, action.bytes);
        hand_over(ct, context_, *link);
        if (is_for_streams(link->kind)) {
            note_idle_stream(*link);
        }
    }
}

void CoreState::handle(CoreThread& ct, Connection& from, StreamGrew&& action) {
    IncomingLink* link = from.find_incoming(action.link);
    if (IncomingDelivery* delivery = link ? link->find(action.id) : nullptr) {
        stream_grew(ct, context_, *delivery, action.size, action.ending);
    }
}

void CoreState::handle(CoreThread& ct, Connection&, StreamProgress&& action) {
    if (OutgoingDelivery* delivery = context_.outgoing.find(action.id)) {
        stream_progressed(ct, context_, *delivery, action.bytes);
    }
}

void CoreState::handle(CoreThread&, Connection& from, DeliveryRefused&& action) {
    if (IncomingLink* link = from.find_incoming(action.link)) {
        ++link->counters.deliveries;
        link->counters.count_settled(state::rejected, context_.now_s);
        ++context_.counters.outcomes.rejected;
        context_.counters.ingress += link->kind == LinkKind::endpoint && !link->fallback ? 1 : 0;
        from.last_delivery_s = context_.now_s;
        link->credit.arrived();
        link->credit.settled();
        touch_credit(context_, *link);
    }
}

void CoreState::handle(CoreThread&, Connection& from, CreditReturned&& action) {
    if (IncomingLink* link = from.find_incoming(action.link)) {
        link->credit.returned(action.credit);
        if (link->credit.available() == 0) {
            credit_is_gone(context_, *link);
        }
        touch_credit(context_, *link);
    }
}

} // namespace crosspoint::core
