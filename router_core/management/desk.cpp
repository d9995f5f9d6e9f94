// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/desk.hpp"

#include "router_core/forward/forward.hpp"
#include "router_core/link/incoming.hpp"
#include "router_core/link/own_message.hpp"
#include "router_core/link/settlement.hpp"

#include "crosspoint/base/log.hpp"

#include <utility>

namespace crosspoint::core {

namespace {

constexpr int generation_bits = 32;

/// Never 0, as a generation is not.
std::uint64_t number_of(IncomingKey key) {
    return std::uint64_t{key.slot} << generation_bits | key.generation;
}

IncomingKey key_of(std::uint64_t number) {
    return {static_cast<std::uint32_t>(number >> generation_bits),
            static_cast<std::uint32_t>(number)};
}

DeliveryState too_large() {
    StateDetail detail;
    detail.condition = condition::message_size_exceeded;
    detail.description = "A request to the management agent must not be larger than 128 KiB";
    return {state::rejected, std::move(detail)};
}

} // namespace

void ManagementDesk::arrived(CoreThread& ct, Connection& from, IncomingLink& link,
                             DeliveryArrived&& arrived, IncomingDelivery* tracked,
                             Address& address) {
    const bool complete = arrived.ending == message::Ending::complete;
    const bool settled = arrived.settled;
    const bool taken = complete && post(from, link, std::move(arrived), tracked);
    address.counters.to_container += taken ? 1 : 0;
    if (taken && tracked) {
        return;
    }
    if (taken) {
        count_presettled(context_, link);
    } else if (settled) {
        ++link.counters.outcomes.dropped_presettled;
        ++context_.counters.outcomes.dropped_presettled;
        ++address.counters.dropped_presettled;
    }
    if (tracked) {
        refuse(ct, context_, *tracked, complete ? DeliveryState(state::released) : too_large());
    } else {
        link.settled_one();
    }
}

bool ManagementDesk::post(const Connection& from, const IncomingLink& link,
                          DeliveryArrived&& arrived, const IncomingDelivery* tracked) {
    ManagementRequest request;
    request.message = std::move(arrived.message);
    request.size = arrived.size;
    request.delivery = tracked ? number_of(tracked->key) : 0;
    request.connection = from.id;
    request.from_router = from.router || from.info.role == Role::edge;
    const bool taken = port_ && port_->post(std::move(request));
    if (!std::exchange(refusing_, !taken) && !taken) {
        log::write(log::Module::agent, log::Level::warning,
                   "[C%lu][L%lu] Requests to the management agent are released: too many wait",
                   from.id.value, link.identity);
    }
    return taken;
}

void ManagementDesk::settle(CoreThread& ct, SettleRequest&& settle) {
    if (IncomingDelivery* delivery = context_.incoming.find(key_of(settle.delivery))) {
        refuse(ct, context_, *delivery, std::move(settle.state));
    }
}

void ManagementDesk::send(CoreThread& ct, const SendReply& reply, Address* to,
                          OutgoingLink* also_up) {
    const DeliveryArrived message = own_message(reply.message, reply.size);
    std::size_t copies = 0;
    if (to) {
        Offer made{message, nullptr, message.message->facts().priority, {}};
        made.also_up = also_up;
        made.own = true;
        copies = forward_own(ct, context_, *to, made);
    }
    if (copies == 0) {
        ++context_.counters.outcomes.dropped_presettled;
        log::write(log::Module::agent, log::Level::debug,
                   "A reply is dropped, because nobody is at its address '%s'", reply.to.c_str());
    }
}

} // namespace crosspoint::core
