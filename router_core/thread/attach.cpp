// SPDX-License-Identifier: Apache-2.0
// How links come and go: which address a link belongs to, and who hears of it.
#include "router_core/address/membership.hpp"
#include "router_core/address/producers.hpp"
#include "router_core/forward/forward.hpp"
#include "router_core/link/incoming.hpp"
#include "router_core/link/settlement.hpp"
#include "router_core/thread/core_state.hpp"

#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::core {

namespace {

const AmqpError node_not_found{condition::not_found, "Node not found"};
const AmqpError no_route{condition::no_route_to_dest, "No route to the destination node"};
const AmqpError no_coordinator{
    condition::precondition_failed,
    "The router can't coordinate transactions by itself, a linkRoute to a coordinator must be "
    "configured to use transactions."};
const AmqpError link_is_routed{
    condition::not_implemented,
    "The interior router routes links to this address, which this router cannot pass on"};
const AmqpError not_a_router{condition::forbidden, "Connectivity to the node is forbidden"};
const AmqpError only_for_routers{condition::connection_role,
                                 "Link attach forbidden on inter-router connection"};

/// "qd.waypoint" is 1, "qd.waypoint.3" is 3, anything else 0.
std::uint8_t waypoint_of(const Terminus& terminus) {
    constexpr std::string_view name = "qd.waypoint";
    for (const std::string& capability : terminus.capabilities) {
        if (capability == name) {
            return 1;
        }
        const bool numbered = capability.size() == name.size() + 2 &&
                              capability.compare(0, name.size(), name) == 0 &&
                              capability[name.size()] == '.';
        if (numbered && capability.back() >= '1' && capability.back() <= '9') {
            return static_cast<std::uint8_t>(capability.back() - '0');
        }
    }
    return 0;
}

/// On the link by which an edge router gets all that is for itself.
constexpr std::string_view edge_downlink = "qd.router-edge-downlink";

bool is_router_link(const Terminus& terminus) {
    return terminus.has_capability("qd.router") || terminus.has_capability("qd.router-data");
}

void answer(CoreThread& ct, Context& context, Connection& to, LinkId link,
            std::optional<AmqpError> refused, std::string dynamic_address = {}) {
    context.postman.parcel(ct, to).answers.push_back(
        {link, std::move(refused), std::move(dynamic_address)});
}

void log_end(const Link& link, const LinkDetached& detached) {
    const OutcomeCounters& o = link.counters.outcomes;
    log::write(log::Module::router_core, log::Level::info,
               "[C%lu][L%lu] %s: del=%lu presett=%lu psdrop=%lu acc=%lu rej=%lu rel=%lu mod=%lu "
               "delay1=%lu delay10=%lu blocked=%s",
               link.connection.id.value, link.identity,
               detached.lost ? "Link lost" : "Link detached", link.counters.deliveries,
               o.presettled, o.dropped_presettled, o.accepted, o.rejected, o.released, o.modified,
               o.delayed_1s, o.delayed_10s, link.is_blocked ? "yes" : "no");
}

} // namespace

void CoreState::handle(CoreThread& ct, Connection& from, LinkAttached&& action) {
    const Terminus& ours = action.direction == Direction::incoming ? action.target : action.source;
    const bool from_interior = from.info.role == Role::inter_router && network_;
    if (action.order != 0) {
        order_answered(ct, from, action);
    } else if (is_router_link(ours)) {
        answer(ct, context_, from, action.link,
               from_interior ? network_->attached(ct, from, action) : std::optional(not_a_router));
    } else if (from_interior && !from.router->control) {
        answer(ct, context_, from, action.link, only_for_routers);
    } else if (edge_services_.attached(ct, from, action)) {
        return;
    } else if (asks_interior_router_about(from, ours)) {
        edge_uplink_->lookups().ask(ct, {from.id, std::move(action)}, text_of_mobile(key_));
    } else {
        attach(ct, from, action);
    }
}

void CoreState::attach(CoreThread& ct, Connection& from, const LinkAttached& attached) {
    attached.direction == Direction::incoming ? attach_incoming(ct, from, attached)
                                              : attach_outgoing(ct, from, attached);
}

bool CoreState::asks_interior_router_about(const Connection& from, const Terminus& terminus) {
    if (!edge_uplink_ || from.router || terminus.coordinator || terminus.dynamic ||
        terminus.address.empty()) {
        return false;
    }
    write_key(resolve(terminus.address, identity_, from.info.tenant), '0', key_);
    return edge_uplink_->asks_about(key_);
}

void CoreState::attach_what_was_looked_up(CoreThread& ct) {
    for (const LookedUpAttach& one : edge_uplink_->lookups().take_answered()) {
        Connection* from = find(one.held.connection);
        if (!from) {
            continue;
        }
        const LinkAttached& attached = one.held.attached;
        switch (one.said) {
        case LookedUp::messages:
            attach(ct, *from, attached);
            break;
        case LookedUp::link_routed:
            answer(ct, context_, *from, attached.link, link_is_routed);
            break;
        case LookedUp::unreachable:
            answer(ct, context_, *from, attached.link, no_route);
            break;
        }
    }
}

void CoreState::order_answered(CoreThread& ct, Connection& from, const LinkAttached& attached) {
    if (edge_uplink_) {
        edge_uplink_->order_answered(ct, from, attached);
    } else if (from.info.role == Role::edge) {
        edge_services_.order_answered(ct, from, attached);
    } else {
        network_->order_answered(ct, from, attached);
    }
}

void CoreState::order_lost(CoreThread& ct, Connection& from, const LinkDetached& detached) {
    if (edge_uplink_) {
        edge_uplink_->order_lost(ct, from, detached);
    } else if (from.info.role == Role::edge) {
        edge_services_.order_lost(ct, from, detached);
    } else {
        network_->order_lost(ct, from, detached);
    }
}

void CoreState::attach_incoming(CoreThread& ct, Connection& from, const LinkAttached& attached) {
    const Terminus& target = attached.target;
    if (target.coordinator) {
        answer(ct, context_, from, attached.link, no_coordinator);
        return;
    }
    Address* address = nullptr;
    std::string dynamic;
    std::string reachable_as;
    std::uint8_t phase = 0;
    bool fallback = false;
    if (target.dynamic) {
        reachable_as = "_$temp." + discriminator_.next();
        address = &addresses_.get_dynamic("M0" + reachable_as);
        dynamic = "amqp:/" + reachable_as;
    } else if (!target.address.empty()) {
        const Resolved to = resolve(target.address, identity_, from.info.tenant);
        write_key(to, '0', key_);
        if (to.klass == AddressClass::mobile) {
            const std::string_view text = text_of_mobile(key_);
            const AddressRule* rule = addresses_.rule_for(text);
            fallback = target.has_capability("qd.fallback");
            phase = waypoint_of(target);
            phase = phase == 0 && rule ? rule->ingress_phase : phase;
            if (!fallback && addresses_.treatment_of(text) == Treatment::unavailable) {
                answer(ct, context_, from, attached.link, node_not_found);
                return;
            }
            write_key(to, fallback ? 'F' : static_cast<char>('0' + phase), key_);
        }
        address = &addresses_.get(key_);
        reachable_as =
            to.klass == AddressClass::mobile ? text_of_mobile(key_) : reduce(target.address);
    }
    auto made = std::make_unique<IncomingLink>(from, attached, from.info.link_capacity);
    auto& link = static_cast<IncomingLink&>(from.add(std::move(made)));
    link.address = address;
    link.phase = phase;
    link.to = std::move(reachable_as);
    link.fallback = fallback;
    link.credit_at_once = from.info.role == Role::edge;
    answer(ct, context_, from, link.id, std::nullopt, std::move(dynamic));
    if (address) {
        address->producers.push_back(link);
        note_changed(context_, *address);
    }
    if (!address || address->has_destination()) {
        open_credit(ct, context_, link);
    }
}

void CoreState::attach_outgoing(CoreThread& ct, Connection& from, const LinkAttached& attached) {
    const Terminus& source = attached.source;
    Address* address = nullptr;
    std::string dynamic;
    bool fallback = false;
    if (source.dynamic) {
        dynamic = temporary_source(identity_, discriminator_);
        write_key(resolve(dynamic, identity_), '0', key_);
        address = &addresses_.get_dynamic(key_);
    } else if (source.has_capability(edge_downlink)) {
        if (from.info.role != Role::edge || !network_) {
            answer(ct, context_, from, attached.link, no_route);
            return;
        }
        key_ = static_cast<char>(AddressClass::edge) + source.address;
        address = &addresses_.get_dynamic(key_);
    } else if (source.coordinator || source.address.empty()) {
        answer(ct, context_, from, attached.link, no_route);
        return;
    } else {
        const Resolved to = resolve(source.address, identity_, from.info.tenant);
        if (to.klass != AddressClass::mobile && to.klass != AddressClass::local) {
            answer(ct, context_, from, attached.link, no_route);
            return;
        }
        write_key(to, '0', key_);
        if (to.klass == AddressClass::mobile) {
            const std::string_view text = text_of_mobile(key_);
            const AddressRule* rule = addresses_.rule_for(text);
            fallback = source.has_capability("qd.fallback");
            const std::uint8_t waypoint = waypoint_of(source);
            const std::uint8_t phase =
                waypoint > 0 ? waypoint - 1 : (rule ? rule->egress_phase : 0);
            if (!fallback && addresses_.treatment_of(text) == Treatment::unavailable) {
                answer(ct, context_, from, attached.link, node_not_found);
                return;
            }
            write_key(to, fallback ? 'F' : static_cast<char>('0' + phase), key_);
        }
        address = &addresses_.get(key_);
    }
    auto& link =
        static_cast<OutgoingLink&>(from.add(std::make_unique<OutgoingLink>(from, attached)));
    link.address = address;
    link.fallback = fallback;
    link.send_settled = attached.peer_wants_settled;
    link.max_message_size = attached.max_message_size;
    link.capacity = from.info.link_capacity;
    answer(ct, context_, from, link.id, std::nullopt, std::move(dynamic));
    address->consumers.push_back(&link);
    note_changed(context_, *address);
    if (address->consumers.size() == 1) {
        open_producers(ct, context_, *address);
        if (network_) {
            network_->consumer_came(ct, *address);
        }
    }
}

void CoreState::handle(CoreThread& ct, Connection& from, LinkDetached&& action) {
    Link* link = from.find(action.link);
    if (!link) {
        if (action.order != 0) {
            order_lost(ct, from, action);
        } else if (edge_uplink_) {
            edge_uplink_->lookups().forget(from.id, action.link);
        }
        return;
    }
    if (is_between_interior_routers(link->kind)) {
        network_->detached(ct, *link);
    } else if (edge_uplink_ && from.router) {
        edge_uplink_->detached(ct, *link);
    } else if (from.info.role == Role::edge || link->kind == LinkKind::service) {
        edge_services_.detached(ct, *link);
    }
    if (link->direction == Direction::incoming) {
        remove(ct, static_cast<IncomingLink&>(*link));
    } else {
        remove(ct, static_cast<OutgoingLink&>(*link), action);
    }
    log_end(*link, action);
    Address* address = link->address;
    from.remove(*link);
    if (address) {
        addresses_.release_if_unused(*address);
    }
}

void CoreState::remove(CoreThread& ct, IncomingLink& link) {
    resolve_lost(ct, context_, link);
    leave_address(context_, link);
    if (link.address) {
        note_changed(context_, *link.address);
    }
}

void CoreState::remove(CoreThread& ct, OutgoingLink& link, const LinkDetached& detached) {
    if (link.address) {
        leave_address(link);
        note_changed(context_, *link.address);
        if (network_ && link.address->consumers.empty()) {
            network_->consumer_went(ct, *link.address);
        }
    }
    resolve_lost(ct, context_, link, detached);
}

} // namespace crosspoint::core
