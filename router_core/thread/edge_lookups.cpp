// SPDX-License-Identifier: Apache-2.0
#include "router_core/thread/edge_lookups.hpp"

#include "router_core/edge/address_lookup.hpp"
#include "router_core/link/outgoing.hpp"
#include "router_core/link/own_message.hpp"

#include "crosspoint/base/log.hpp"

#include <utility>

namespace crosspoint::core {

namespace {

constexpr std::uint8_t service_priority = 4;

LookedUp meaning_of(const edge::LookupReply& reply) {
    if (reply.status != edge::LookupStatus::ok || !reply.is_link_route) {
        return LookedUp::messages;
    }
    return reply.has_destinations ? LookedUp::link_routed : LookedUp::unreachable;
}

} // namespace

void EdgeLookups::lost() {
    questions_ = nullptr;
    reply_to_.clear();
    for (edge::HeldAttach& held : held_.take_all()) {
        answered_.push_back({std::move(held), LookedUp::messages});
    }
}

void EdgeLookups::ask(CoreThread& ct, edge::HeldAttach held, std::string_view address) {
    const bool client_sends = held.attached.direction == Direction::incoming;
    const std::string id = held_.hold(std::move(held), context_.now_ms);
    offer(ct, context_, *questions_,
          Offer{own_message(edge::encode(reply_to_, id, address, client_sends)),
                nullptr,
                service_priority,
                {}});
}

void EdgeLookups::answered(CoreThread&, const DeliveryArrived& reply) {
    const std::vector<std::uint8_t> octets = octets_of(reply);
    const auto read = edge::read_lookup_reply(octets);
    if (!read) {
        log::write(log::Module::router_core, log::Level::warning,
                   "An answer to a lookup of an address was ignored: %s",
                   read.error().description.c_str());
        return;
    }
    if (auto held = held_.take(read->correlation_id)) {
        answered_.push_back({std::move(*held), meaning_of(*read)});
    }
}

void EdgeLookups::tick(CoreThread&) {
    for (edge::HeldAttach& held : held_.take_overdue(context_.now_ms)) {
        log::write(log::Module::router_core, log::Level::warning,
                   "[C%lu][L%lu] The interior router did not say in time whether the address is "
                   "link-routed; it is taken for one of messages",
                   held.connection.value, held.attached.identity);
        answered_.push_back({std::move(held), LookedUp::messages});
    }
}

std::optional<std::uint64_t> EdgeLookups::next_due() const {
    const auto due = held_.next_due_ms();
    if (!due) {
        return std::nullopt;
    }
    return *due > context_.now_ms ? *due - context_.now_ms : 0;
}

} // namespace crosspoint::core
