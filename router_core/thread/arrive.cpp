// SPDX-License-Identifier: Apache-2.0
// What happens to a message that came in: where it goes, or what its producer is told.
#include "router_core/forward/forward.hpp"
#include "router_core/link/delivery_log.hpp"
#include "router_core/link/incoming.hpp"
#include "router_core/link/settlement.hpp"
#include "router_core/thread/core_state.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace crosspoint::core {

namespace {

DeliveryState rejected(std::string_view condition, std::string description) {
    StateDetail detail;
    detail.condition = condition;
    detail.description = std::move(description);
    return {state::rejected, std::move(detail)};
}

void log_arrival(const IncomingLink& link, std::uint64_t number, const DeliveryArrived& arrived,
                 const Address* address) {
    log_delivery(link, number,
                 "Arrived: " + std::to_string(arrived.size) + " octets" +
                     (arrived.ending == message::Ending::open ? " so far" : "") +
                     (arrived.settled ? ", settled" : "") + ", for " +
                     (address ? address->key : "no known address"));
}

/// Why nobody gets it, and what becomes of it.
void log_refusal(const IncomingLink& link, std::uint64_t number, const DeliveryArrived& arrived,
                 const Address* address, const DeliveryState& refusal) {
    const DeliveryState released(state::released);
    log_delivery(link, number,
                 std::string(address ? "No consumer" : "No address") + ": " +
                     (arrived.settled ? "dropped, because it is settled"
                                      : text_of(refusal ? refusal : released)));
}

} // namespace

CoreState::Destination CoreState::destination_of(const Connection& from, const IncomingLink& link,
                                                 const message::Message& message) {
    if (link.address) {
        return {link.address, {}};
    }
    const message::Facts& facts = message.facts();
    const bool overridden = !facts.to_override.empty() && !from.info.strip_inbound;
    const std::string_view to = message.text(overridden ? facts.to_override : facts.to);
    if (to.empty()) {
        return {nullptr,
                rejected(condition::precondition_failed, "Routing failure: no address present")};
    }
    const Resolved resolved = resolve(to, identity_, from.info.tenant);
    const std::optional<char> phase = phase_character(overridden ? facts.phase : 0);
    if (!phase) {
        return {nullptr, state::released}; // nobody can be there
    }
    write_key(resolved, *phase, key_);
    if (resolved.klass == AddressClass::mobile &&
        addresses_.treatment_of(text_of_mobile(key_)) == Treatment::unavailable) {
        return {nullptr, rejected(condition::not_found,
                                  "Deliveries cannot be sent to an unavailable address")};
    }
    return {addresses_.find(key_), state::released};
}

void CoreState::handle(CoreThread& ct, Connection& from, DeliveryArrived&& action) {
    IncomingLink* link = from.find_incoming(action.link);
    if (!link) {
        return;
    }
    ++context_.arrived;
    ++link->counters.deliveries;
    ++context_.counters.ingress;
    context_.counters.ingress_route_container += from.info.role == Role::route_container ? 1 : 0;
    link->credit.arrived();
    touch_credit(context_, *link); // with less left, what we owe may be due
    IncomingDelivery* tracked = action.id ? &track(context_, *link, action) : nullptr;
    Destination destination = destination_of(from, *link, *action.message);
    if (deliveries_are_logged()) {
        log_arrival(*link, context_.arrived, action, destination.address);
    }
    std::size_t copies = 0;
    if (Address* address = destination.address) {
        ++address->counters.ingress;
        const int priority =
            address->priority >= 0 ? address->priority : action.message->facts().priority;
        Offer made{action, tracked, static_cast<std::uint8_t>(priority), link->to};
        if (link->address && address->key[0] == static_cast<char>(AddressClass::mobile)) {
            made.phase = phase_number(phase_of_mobile(address->key));
        }
        copies = forward(ct, context_, *address, *link, made);
    }
    if (copies == 0) {
        refuse_arrived(ct, *link, action, tracked, std::move(destination));
        return;
    }
    if (action.ending == message::Ending::open) {
        action.message->release_head();
    }
    if (tracked) {
        conclude(ct, context_, *tracked); // if it was too large for all
    } else {
        ++link->counters.outcomes.presettled;
        ++context_.counters.outcomes.presettled;
        link->credit.settled();
    }
}

void CoreState::refuse_arrived(CoreThread& ct, IncomingLink& link, const DeliveryArrived& arrived,
                               IncomingDelivery* tracked, Destination destination) {
    if (deliveries_are_logged()) {
        log_refusal(link, context_.arrived, arrived, destination.address, destination.refusal);
    }
    if (arrived.settled) {
        ++link.counters.outcomes.dropped_presettled;
        ++context_.counters.outcomes.dropped_presettled;
        if (destination.address) {
            ++destination.address->counters.dropped_presettled;
        }
    }
    if (link.address && !link.address->has_destination()) {
        drain_credit(ct, context_, link);
    }
    if (tracked) {
        DeliveryState told =
            destination.refusal ? std::move(destination.refusal) : DeliveryState(state::released);
        refuse(ct, context_, *tracked, std::move(told));
    } else {
        link.credit.settled();
    }
}

} // namespace crosspoint::core
