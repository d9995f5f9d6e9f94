// SPDX-License-Identifier: Apache-2.0
// What happens to a message that came in: where it goes, or what its producer is told.
#include "router_core/forward/forward.hpp"
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
    char phase = '0';
    if (resolved.klass == AddressClass::mobile) {
        write_key(resolved, phase, key_);
        if (addresses_.treatment_of(text_of_mobile(key_)) == Treatment::unavailable) {
            return {nullptr, rejected(condition::not_found,
                                      "Deliveries cannot be sent to an unavailable address")};
        }
        const std::optional<char> given = phase_character(overridden ? facts.phase : 0);
        if (!given) {
            return {nullptr, state::released};
        }
        phase = *given;
    }
    write_key(resolved, phase, key_);
    return {addresses_.find(key_), state::released};
}

void CoreState::handle(CoreThread& ct, Connection& from, DeliveryArrived&& action) {
    IncomingLink* link = from.find_incoming(action.link);
    if (!link) {
        return;
    }
    ++link->counters.deliveries;
    ++context_.counters.ingress;
    context_.counters.ingress_route_container += from.info.role == Role::route_container ? 1 : 0;
    link->credit.arrived();
    touch_credit(context_, *link); // with less left, what we owe may be due
    IncomingDelivery* tracked = action.id ? &track(context_, *link, action) : nullptr;
    Destination destination = destination_of(from, *link, *action.message);
    std::size_t copies = 0;
    if (Address* address = destination.address) {
        ++address->counters.ingress;
        const int priority =
            address->priority >= 0 ? address->priority : action.message->facts().priority;
        Offer made{action, tracked, static_cast<std::uint8_t>(priority), link->to};
        if (link->address && link->to.empty()) {
            made.to = text_of_mobile(address->key);
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
