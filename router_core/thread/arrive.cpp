// SPDX-License-Identifier: Apache-2.0
// What happens to a message that came in: where it goes, or what its producer is told.
#include "router_core/forward/forward.hpp"
#include "router_core/link/delivery_log.hpp"
#include "router_core/link/health.hpp"
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

/// Other routers know an address with its tenant; the message itself has it without.
std::string_view tenant_text(std::string_view key) {
    return key[0] == static_cast<char>(AddressClass::mobile) ? text_of_mobile(key)
                                                             : std::string_view();
}

bool from_container(const Connection& from) {
    return from.info.role == Role::route_container;
}

/// What is counted of every message, and the credit that it has used up.
void count_arrival(Context& context, Connection& from, IncomingLink& link) {
    ++context.arrived;
    ++link.counters.deliveries;
    from.last_delivery_s = context.now_s;
    link.credit.arrived();
    if (link.credit.available() == 0) {
        credit_is_gone(context, link);
    }
    touch_credit(context, link); // with less left, what we owe may be due
    if (link.returns_credit_at_once()) {
        link.credit.settled();
    }
    if (link.kind == LinkKind::endpoint && !link.fallback) {
        ++context.counters.ingress;
        context.counters.ingress_route_container += from_container(from) ? 1 : 0;
    }
}

/// What consumers are told of it that does not depend on the way it takes.
Offer offer_of(const DeliveryArrived& arrived, IncomingDelivery* tracked, const Connection& from,
               const IncomingLink& link, const Address& address) {
    const int priority =
        address.priority >= 0 ? address.priority : arrived.message->facts().priority;
    Offer made{arrived, tracked, static_cast<std::uint8_t>(priority), link.to};
    if (link.address && address.key[0] == static_cast<char>(AddressClass::mobile)) {
        made.phase = phase_number(phase_of_mobile(address.key));
    } else if (!from.info.tenant.empty() && !link.address) {
        made.to = tenant_text(address.key);
    }
    made.not_to = from.info.role == Role::edge ? &from : nullptr;
    return made;
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
    if (resolved.klass == AddressClass::mobile && link.kind == LinkKind::endpoint &&
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
    count_arrival(context_, from, *link);
    if (link->kind == LinkKind::control) {
        arrived_on_control_link(ct, from, *link, action);
        return;
    }
    if (link->kind == LinkKind::service) {
        arrived_on_service_link(ct, from, *link, action);
        return;
    }
    IncomingDelivery* tracked = action.id ? &track(context_, *link, action) : nullptr;
    const bool from_router = is_between_interior_routers(link->kind);
    std::optional<Journey> journey;
    Destination destination;
    if (from_router) {
        journey = network_->journey_of(from, *action.message);
    }
    if (!from_router || journey) {
        destination = destination_of(from, *link, *action.message);
    }
    if (deliveries_are_logged()) {
        log_arrival(*link, context_.arrived, action, destination.address);
    }
    const bool goes_up = edge_uplink_ && !link->address && !from.router;
    if (Address* beyond = goes_up ? edge_uplink_->beyond() : nullptr) {
        const Address* known = destination.address;
        if (!destination.refusal || destination.refusal.code == state::released) {
            destination.address = known && known->has_destination() ? destination.address : beyond;
        }
    }
    std::size_t copies = 0;
    if (Address* address = destination.address) {
        address->counters.ingress += from_router ? 0 : 1;
        address->counters.ingress_route_container += from_container(from) ? 1 : 0;
        if (address->in_process == InProcess::management) {
            desk_.arrived(ct, from, *link, std::move(action), tracked, *address);
            return;
        }
        Offer made = offer_of(action, tracked, from, *link, *address);
        made.journey = journey ? &*journey : nullptr;
        made.ingress = journey ? journey->ingress : 0;
        made.also_up = goes_up ? edge_uplink_->way_up() : nullptr;
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
        count_presettled(context_, *link);
        link->settled_one();
    }
}

void CoreState::arrived_on_control_link(CoreThread& ct, Connection& from, IncomingLink& link,
                                        const DeliveryArrived& arrived) {
    if (arrived.id) {
        refuse(ct, context_, track(context_, link, arrived), state::accepted);
    } else {
        count_presettled(context_, link);
    }
    if (arrived.ending == message::Ending::complete) {
        network_->control_arrived(ct, from, arrived);
    }
}

void CoreState::arrived_on_service_link(CoreThread& ct, Connection& from, IncomingLink& link,
                                        const DeliveryArrived& arrived) {
    if (arrived.ending != message::Ending::complete) {
        if (arrived.id) {
            refuse(ct, context_, track(context_, link, arrived), state::rejected);
        }
    } else if (edge_uplink_ && from.router) {
        edge_uplink_->arrived(ct, link, arrived);
    } else {
        edge_services_.arrived(ct, from, link, arrived);
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
        link.settled_one();
    }
}

} // namespace crosspoint::core
