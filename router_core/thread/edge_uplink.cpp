// SPDX-License-Identifier: Apache-2.0
// The connection in use and its service links.
#include "router_core/thread/edge_uplink.hpp"

#include "router_core/address/membership.hpp"
#include "router_core/address/producers.hpp"
#include "router_core/address/well_known.hpp"
#include "router_core/edge/heartbeat.hpp"
#include "router_core/edge/reachability_notice.hpp"
#include "router_core/link/incoming.hpp"
#include "router_core/link/outgoing.hpp"
#include "router_core/link/own_message.hpp"
#include "router_core/link/settlement.hpp"

#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::core {

namespace {

// Links of one group share a session, and wait for each other if one of them stands still. So what
// is for clients is spread: the way up and the downlink have a session each, and addresses take
// turns among the others. A session for every address would be too many where edges are many.
constexpr std::uint32_t service_session = 1;
constexpr std::uint32_t first_own_session = 2;
constexpr std::uint32_t first_shared_session = 4;
constexpr std::uint32_t shared_sessions = 60;

/// The first two links of an uplink are the way up and the downlink.
std::uint32_t session_for_clients(std::uint32_t links_before) {
    constexpr std::uint32_t own = first_shared_session - first_own_session;
    return links_before < own ? first_own_session + links_before
                              : first_shared_session + (links_before - own) % shared_sessions;
}

constexpr std::uint32_t tracking_credit = 32;
constexpr std::uint32_t management_credit = 100;
constexpr std::uint8_t service_priority = 4;

const std::string beyond_key = "L" + std::string(well_known::uplink);

Terminus none() {
    Terminus terminus;
    terminus.present = false;
    return terminus;
}

Terminus at(std::string_view address, std::string_view capability = {}) {
    Terminus terminus;
    terminus.address = address;
    if (!capability.empty()) {
        terminus.capabilities.emplace_back(capability);
    }
    return terminus;
}

Terminus dynamic() {
    Terminus terminus;
    terminus.dynamic = true;
    return terminus;
}

} // namespace

void EdgeUplink::opened(CoreThread& ct, Connection& connection) {
    connection.router = std::make_unique<RouterLinks>();
    connection.router->name_prefix = "qdlink." + discriminator_.next() + ".";
    connection.router->takes_streams = connection.info.streaming_links;
    connections_[connection.id] = &connection;
    if (uplinks_.opened(connection.id)) {
        activate(ct);
    }
}

void EdgeUplink::closed(CoreThread& ct, Connection& connection) {
    for (RouterLinks::Ordered& ordered : connection.router->ordered) {
        detached(ct, *ordered.link);
        if (ordered.link->direction == Direction::outgoing) {
            resolve_lost(ct, context_, static_cast<OutgoingLink&>(*ordered.link), {});
        }
    }
    connections_.erase(connection.id);
    if (!uplinks_.lost(connection.id)) {
        return;
    }
    active_ = nullptr;
    lookups_.lost();
    proxies_.clear();
    links_.clear();
    unfinished_.clear();
    log::write(log::Module::router, log::Level::notice,
               "Edge connection (id=%lu) to interior router '%s' lost", connection.id.value,
               connection.info.container.c_str());
    activate(ct);
}

void EdgeUplink::activate(CoreThread& ct) {
    const auto id = uplinks_.active();
    if (!id) {
        return;
    }
    active_ = connections_.at(*id);
    log::write(log::Module::router, log::Level::notice,
               "Edge connection (id=%lu) to interior router '%s' is in use", id->value,
               active_->info.container.c_str());
    const std::uint32_t capacity = active_->info.link_capacity;
    constexpr std::string_view downlink = "qd.router-edge-downlink";
    way_up_ = static_cast<OutgoingLink*>(
        &order(ct, Direction::outgoing, at({}), at({}), capacity, Service::none));
    order(ct, Direction::incoming, at(identity_.id, downlink), at({}, downlink), capacity,
          Service::none);
    order(ct, Direction::incoming, at(well_known::edge_address_tracking), at({}), tracking_credit,
          Service::tracking);
    order(ct, Direction::outgoing, none(), at(well_known::management), capacity,
          Service::management);
    order(ct, Direction::incoming, dynamic(), none(), management_credit, Service::management_reply);
    order(ct, Direction::outgoing, none(), at(well_known::edge_address_lookup), capacity,
          Service::lookup);
    order(ct, Direction::incoming, dynamic(), none(), capacity, Service::lookup_reply);
    order(ct, Direction::outgoing, none(), at(well_known::edge_heartbeat), capacity,
          Service::heartbeat);
    addresses_.for_each([&](const Address& address) { note_changed(context_, address); });
}

Link& EdgeUplink::order(CoreThread& ct, Direction direction, Terminus source, Terminus target,
                        std::uint32_t capacity, Service service) {
    LinkOrder order;
    order.direction = direction;
    order.source = std::move(source);
    order.target = std::move(target);
    const bool for_clients = service == Service::none;
    order.session_group =
        for_clients ? session_for_clients(active_->router->last_order) : service_session;
    Link& link =
        order_link(ct, context_, *active_, for_clients ? LinkKind::endpoint : LinkKind::service,
                   std::move(order), capacity);
    link.service = service;
    if (direction == Direction::incoming) {
        static_cast<IncomingLink&>(link).credit_at_once = true;
    }
    return link;
}

void EdgeUplink::order_answered(CoreThread& ct, Connection& from, const LinkAttached& attached) {
    Link* made = take_answered(from, attached);
    if (!made) {
        return;
    }
    Link& link = *made;
    if (link.direction == Direction::incoming) {
        if (link.service == Service::lookup_reply) {
            lookups_.answers_come_to(attached.source.address);
        }
        answered(ct, static_cast<IncomingLink&>(link));
        return;
    }
    auto& outgoing = static_cast<OutgoingLink&>(link);
    outgoing.max_message_size = attached.max_message_size;
    answered(ct, outgoing);
}

void EdgeUplink::order_lost(CoreThread& ct, Connection& from, const LinkDetached& lost) {
    const std::unique_ptr<Link> link =
        from.router ? from.router->take_ordered(lost.order) : nullptr;
    if (!link) {
        return;
    }
    detached(ct, *link);
    if (link->direction == Direction::outgoing) {
        resolve_lost(ct, context_, static_cast<OutgoingLink&>(*link), lost);
    }
}

void EdgeUplink::answered(CoreThread& ct, OutgoingLink& link) {
    if (&link == way_up_) {
        join(ct, addresses_.get(beyond_key), link);
    } else if (link.service == Service::heartbeat) {
        heartbeat_ = &link;
        next_beat_ms_ = context_.now_ms;
    } else if (link.service == Service::lookup) {
        lookups_.questions_go_on(link);
    } else if (const auto found = links_.find(&link); found != links_.end()) {
        reconcile(ct, std::string(found->second));
    }
}

void EdgeUplink::detached(CoreThread&, const Link& link) {
    forget_stream(*link.connection.router, link);
    if (&link == way_up_) {
        way_up_ = nullptr;
    } else if (&link == heartbeat_) {
        heartbeat_ = nullptr;
    } else if (link.service == Service::lookup || link.service == Service::lookup_reply) {
        lookups_.lost();
    } else if (const auto found = links_.find(&link); found != links_.end()) {
        if (const auto proxies = proxies_.find(found->second); proxies != proxies_.end()) {
            if (proxies->second.receiver == &link) {
                proxies->second.receiver = nullptr;
            } else {
                proxies->second.sender = nullptr;
                proxies->second.reachable = false;
            }
            proxies->second.held = true;
            unfinished_.push_back(found->second);
        }
        links_.erase(found);
    }
}

void EdgeUplink::arrived(CoreThread& ct, IncomingLink& link, const DeliveryArrived& arrived) {
    if (link.service == Service::lookup_reply) {
        lookups_.answered(ct, arrived);
    }
    if (link.service != Service::tracking) {
        if (arrived.id) {
            refuse(ct, context_, track(context_, link, arrived), state::accepted);
        }
        return;
    }
    const std::vector<std::uint8_t> octets = octets_of(arrived);
    const auto notice = edge::read_notice(octets);
    if (arrived.id) {
        refuse(ct, context_, track(context_, link, arrived),
               notice ? DeliveryState(state::accepted) : DeliveryState(state::rejected));
    }
    if (notice && *notice) {
        on_notice(ct, (*notice)->key, (*notice)->reachable);
    }
}

bool EdgeUplink::asks_about(std::string_view key) const {
    return active_ && lookups_.is_ready() && key[0] == static_cast<char>(AddressClass::mobile) &&
           text_of_mobile(key) != well_known::management;
}

void EdgeUplink::tick(CoreThread& ct) {
    lookups_.tick(ct);
    if (!heartbeat_ || context_.now_ms < next_beat_ms_) {
        return;
    }
    next_beat_ms_ = context_.now_ms + edge::heartbeat_interval_ms;
    trim_idle_streams(ct, context_, *active_->router);
    if (heartbeat_->window.has_credit() && heartbeat_->backlog.empty()) {
        offer(ct, context_, *heartbeat_,
              Offer{own_message(edge::encode_heartbeat(beats_++)), nullptr, service_priority, {}});
    }
    for (const std::string& key : std::exchange(unfinished_, {})) {
        if (const auto found = proxies_.find(key); found != proxies_.end()) {
            found->second.held = false;
        }
        reconcile(ct, key);
    }
}

std::optional<std::uint64_t> EdgeUplink::next_due() const {
    const std::optional<std::uint64_t> answer = lookups_.next_due();
    if (!heartbeat_) {
        return answer;
    }
    const std::uint64_t beat =
        next_beat_ms_ > context_.now_ms ? next_beat_ms_ - context_.now_ms : 0;
    return std::min(beat, answer.value_or(beat));
}

Address* EdgeUplink::beyond() {
    return addresses_.find(beyond_key);
}

void EdgeUplink::join(CoreThread& ct, Address& address, OutgoingLink& link) {
    link.address = &address;
    address.consumers.push_back(&link);
    if (address.consumers.size() == 1) {
        open_producers(ct, context_, address);
    }
}

void EdgeUplink::leave(CoreThread&, OutgoingLink& link) {
    leave_address(link);
    Address* address = std::exchange(link.address, nullptr);
    if (address) {
        addresses_.release_if_unused(*address);
    }
}

} // namespace crosspoint::core
