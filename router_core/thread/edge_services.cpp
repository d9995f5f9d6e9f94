// SPDX-License-Identifier: Apache-2.0
#include "router_core/thread/edge_services.hpp"

#include "router_core/address/well_known.hpp"
#include "router_core/edge/address_lookup.hpp"
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

constexpr std::uint32_t lookup_credit = 32;
constexpr std::uint32_t heartbeat_credit = 2;
constexpr std::uint8_t service_priority = 4;

/// Which service it is, if it is one that the link's direction goes with.
std::optional<Service> service_of(std::string_view address, Direction direction) {
    if (direction == Direction::outgoing) {
        return address == well_known::edge_address_tracking ? std::optional(Service::tracking)
                                                            : std::nullopt;
    }
    if (address == well_known::edge_address_lookup) {
        return Service::lookup;
    }
    return address == well_known::edge_heartbeat ? std::optional(Service::heartbeat) : std::nullopt;
}

} // namespace

void EdgeServices::opened(CoreThread&, Connection& connection, std::string name_prefix) {
    connection.router = std::make_unique<RouterLinks>();
    connection.router->name_prefix = std::move(name_prefix);
    connection.router->takes_streams = connection.info.streaming_links;
}

void EdgeServices::closed(CoreThread& ct, Connection& connection) {
    for (RouterLinks::Ordered& ordered : connection.router->ordered) {
        resolve_lost(ct, context_, static_cast<OutgoingLink&>(*ordered.link), {});
    }
}

void EdgeServices::order_answered(CoreThread&, Connection& from, const LinkAttached& attached) {
    take_answered(from, attached);
}

void EdgeServices::order_lost(CoreThread& ct, Connection& from, const LinkDetached& detached) {
    if (const auto link = from.router->take_ordered(detached.order)) {
        resolve_lost(ct, context_, static_cast<OutgoingLink&>(*link), detached);
    }
}

bool EdgeServices::attached(CoreThread& ct, Connection& from, const LinkAttached& attached) {
    const bool incoming = attached.direction == Direction::incoming;
    const Terminus& ours = incoming ? attached.target : attached.source;
    const auto service = service_of(reduce(ours.address), attached.direction);
    if (!service || (*service != Service::heartbeat && !interior_)) {
        return false;
    }
    Parcel& parcel = context_.postman.parcel(ct, from);
    parcel.answers.push_back({attached.link, std::nullopt, {}});
    if (*service != Service::heartbeat && from.info.role != Role::edge) {
        parcel.detaches.push_back({attached.link, std::nullopt});
        return true;
    }
    std::unique_ptr<Link> made;
    if (incoming) {
        const bool beats = *service == Service::heartbeat;
        made = std::make_unique<IncomingLink>(from, attached,
                                              beats ? heartbeat_credit : lookup_credit);
    } else {
        auto outgoing = std::make_unique<OutgoingLink>(from, attached);
        outgoing->capacity = from.info.link_capacity;
        made = std::move(outgoing);
    }
    made->kind = LinkKind::service;
    made->service = *service;
    Link& link = from.add(std::move(made));
    if (incoming) {
        open_credit(ct, context_, static_cast<IncomingLink&>(link));
    }
    if (*service == Service::tracking) {
        trackers_[from.id] = static_cast<OutgoingLink*>(&link);
    } else if (*service == Service::heartbeat) {
        heartbeats_.insert_or_assign(&link, Watched{&from, edge::HeartbeatWatch(context_.now_ms)});
    }
    return true;
}

void EdgeServices::detached(CoreThread&, const Link& link) {
    if (link.connection.router) {
        forget_stream(*link.connection.router, link);
    }
    heartbeats_.erase(&link);
    if (const auto found = trackers_.find(link.connection.id);
        found != trackers_.end() && found->second == &link) {
        trackers_.erase(found);
    }
}

void EdgeServices::arrived(CoreThread& ct, Connection&, IncomingLink& link,
                           const DeliveryArrived& arrived) {
    if (link.service == Service::lookup) {
        look_up(ct, link, arrived);
        return;
    }
    if (const auto found = heartbeats_.find(&link); found != heartbeats_.end()) {
        found->second.watch.beat(context_.now_ms);
    }
    if (arrived.id) {
        refuse(ct, context_, track(context_, link, arrived), state::accepted);
    }
}

void EdgeServices::look_up(CoreThread& ct, IncomingLink& link, const DeliveryArrived& arrived) {
    const std::vector<std::uint8_t> octets = octets_of(arrived);
    const auto request = edge::read_lookup_request(octets);
    if (arrived.id) {
        refuse(ct, context_, track(context_, link, arrived),
               request ? DeliveryState(state::accepted) : DeliveryState(state::rejected));
    }
    if (!request) {
        log::write(log::Module::router_core, log::Level::warning,
                   "[C%lu][L%lu] A lookup of an address was refused: %s", link.connection.id.value,
                   link.identity, request.error().description.c_str());
        return;
    }
    // There are no link routes yet, so that every address is one of messages.
    const DeliveryArrived reply =
        own_message(edge::encode_reply(*request, edge::LookupStatus::not_found, false, false));
    std::string key;
    write_key(resolve(request->reply_to, identity_), '0', key);
    const Address* address = addresses_.find(key);
    if (address && !address->consumers.empty()) {
        offer(ct, context_, *address->consumers.front(),
              Offer{reply, nullptr, service_priority, {}});
    }
}

void EdgeServices::addresses_changed(CoreThread& ct, const std::vector<std::string>& keys) {
    if (trackers_.empty()) {
        return;
    }
    for (const std::string& key : keys) {
        if (Address* address = addresses_.find(key)) {
            tell(ct, *address);
        }
    }
}

void EdgeServices::tell(CoreThread& ct, Address& address) {
    for (IncomingLink* link = address.producers.front(); link; link = link->address_hook.next) {
        const auto tracker = link->connection.info.role == Role::edge
                                 ? trackers_.find(link->connection.id)
                                 : trackers_.end();
        if (tracker == trackers_.end()) {
            continue;
        }
        const auto own = std::ranges::count_if(address.consumers, [&](const OutgoingLink* c) {
            return &c->connection == &link->connection;
        });
        const bool reachable = edge::reachable_for_edge({.local = address.consumers.size(),
                                                         .of_edge = static_cast<std::size_t>(own),
                                                         .remote = !address.remotes.empty()});
        if (std::exchange(link->told_reachable, reachable) != reachable) {
            offer(ct, context_, *tracker->second,
                  Offer{own_message(edge::encode({address.key, reachable}, identity_.id)),
                        nullptr,
                        service_priority,
                        {}});
        }
    }
}

void EdgeServices::tick(CoreThread& ct) {
    if (heartbeats_.empty() || context_.now_ms < next_check_ms_) {
        return;
    }
    next_check_ms_ = context_.now_ms + edge::heartbeat_interval_ms;
    for (auto at = heartbeats_.begin(); at != heartbeats_.end();) {
        if (!at->second.watch.is_silent(context_.now_ms)) {
            if (RouterLinks* router = at->second.connection->router.get()) {
                trim_idle_streams(ct, context_, *router);
            }
            ++at;
            continue;
        }
        Connection& silent = *at->second.connection;
        log::write(log::Module::router_core, log::Level::notice,
                   "[C%lu] The edge router '%s' has been silent for too long; its connection is "
                   "dropped",
                   silent.id.value, silent.info.container.c_str());
        context_.postman.parcel(ct, silent).drop = true; // nobody would answer a Close
        at = heartbeats_.erase(at);
    }
}

std::optional<std::uint64_t> EdgeServices::next_due() const {
    if (heartbeats_.empty()) {
        return std::nullopt;
    }
    return next_check_ms_ > context_.now_ms ? next_check_ms_ - context_.now_ms : 0;
}

} // namespace crosspoint::core
