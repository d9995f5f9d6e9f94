// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/router_links.hpp"

#include "router_core/link/connection.hpp"
#include "router_core/link/health.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace crosspoint::core {

namespace {

constexpr std::size_t max_idle_streams = 128;

std::string_view capability_of(LinkKind kind) {
    return kind == LinkKind::control ? "qd.router" : "qd.router-data";
}

OutgoingLink* take_idle_stream(RouterLinks& router) {
    if (router.idle_streams.empty()) {
        return nullptr;
    }
    OutgoingLink* link = router.idle_streams.back();
    router.idle_streams.pop_back();
    return link;
}

} // namespace

OutgoingLink* RouterLinks::data_link(std::uint8_t priority) const {
    for (std::size_t p = std::size_t{priority} + 1; p-- > 0;) {
        if (data[p]) {
            return data[p];
        }
    }
    return nullptr;
}

std::unique_ptr<Link> RouterLinks::take_ordered(std::uint32_t number) {
    const auto found = std::ranges::find(ordered, number, &Ordered::number);
    if (found == ordered.end()) {
        return nullptr;
    }
    std::unique_ptr<Link> link = std::move(found->link);
    ordered.erase(found);
    return link;
}

Link& order_link(CoreThread& ct, Context& context, Connection& to, LinkKind kind, LinkOrder order,
                 std::uint32_t capacity) {
    RouterLinks& router = *to.router;
    order.number = ++router.last_order;
    order.identity = context.identities.next();
    order.name = router.name_prefix + std::to_string(order.number);

    LinkAttached attached;
    attached.direction = order.direction;
    attached.identity = order.identity;
    attached.name = order.name;
    std::unique_ptr<Link> link;
    if (order.direction == Direction::incoming) {
        link = std::make_unique<IncomingLink>(to, attached, capacity);
    } else {
        auto outgoing = std::make_unique<OutgoingLink>(to, attached);
        outgoing->capacity = capacity;
        link = std::move(outgoing);
    }
    link->kind = kind;
    link->place.enter(context.links, *link);
    credit_is_gone(context, *link);
    router.ordered.push_back({order.number, std::move(link)});
    context.postman.parcel(ct, to).link_orders.push_back(std::move(order));
    return *router.ordered.back().link;
}

Link& order_link(CoreThread& ct, Context& context, Connection& to, LinkKind kind,
                 Direction direction, std::uint32_t session_group) {
    LinkOrder order;
    order.direction = direction;
    order.source.capabilities.emplace_back(capability_of(kind));
    order.target.capabilities.emplace_back(capability_of(kind));
    order.session_group = session_group;
    order.report_each = kind == LinkKind::streaming;
    return order_link(ct, context, to, kind, std::move(order), to.info.link_capacity);
}

Link* take_answered(Connection& from, const LinkAttached& attached) {
    std::unique_ptr<Link> made = from.router ? from.router->take_ordered(attached.order) : nullptr;
    if (!made) {
        return nullptr;
    }
    made->id = attached.link;
    made->identity = attached.identity;
    return &from.add(std::move(made));
}

OutgoingLink* link_to_router(CoreThread& ct, Context& context, Connection& to,
                             std::uint8_t priority, bool large) {
    RouterLinks* router = to.router.get();
    if (!router || !router->control) {
        return nullptr;
    }
    OutgoingLink* usual = router->data_link(priority);
    if (!usual || !large || !router->takes_streams) {
        return usual;
    }
    if (OutgoingLink* idle = take_idle_stream(*router)) {
        return idle;
    }
    return static_cast<OutgoingLink*>(
        &order_link(ct, context, to, LinkKind::streaming, Direction::outgoing, 0));
}

OutgoingLink& link_to_consumer(CoreThread& ct, Context& context, OutgoingLink& consumer,
                               bool large) {
    Connection& to = consumer.connection;
    RouterLinks* router = to.router.get();
    if (!large || to.info.role != Role::edge || !router || !router->takes_streams) {
        return consumer;
    }
    if (consumer.send_settled || consumer.max_message_size > 0) {
        return consumer; // what it wants is said of this link alone
    }
    if (OutgoingLink* idle = take_idle_stream(*router)) {
        return *idle;
    }
    // Without an address: the message says itself where it goes.
    LinkOrder order;
    order.report_each = true;
    return static_cast<OutgoingLink&>(order_link(ct, context, to, LinkKind::edge_streaming,
                                                 std::move(order), to.info.link_capacity));
}

void forget_stream(RouterLinks& router, const Link& link) {
    std::erase_if(router.idle_streams, [&link](const Link* idle) { return idle == &link; });
}

void note_idle_stream(OutgoingLink& link) {
    RouterLinks& router = *link.connection.router;
    const bool busy = !link.backlog.empty() || !link.window.is_idle();
    if (busy || std::ranges::find(router.idle_streams, &link) != router.idle_streams.end()) {
        return;
    }
    router.idle_streams.push_back(&link);
}

void trim_idle_streams(CoreThread& ct, Context& context, RouterLinks& router) {
    // What was sent may not be settled yet; then the link stays for the time being.
    for (std::size_t i = 0; i < router.idle_streams.size();) {
        OutgoingLink& link = *router.idle_streams[i];
        if (router.idle_streams.size() <= max_idle_streams) {
            return;
        }
        if (!link.sent.empty()) {
            ++i;
            continue;
        }
        router.idle_streams.erase(router.idle_streams.begin() + static_cast<std::ptrdiff_t>(i));
        context.postman.parcel(ct, link.connection).detaches.push_back({link.id, std::nullopt});
        link.connection.remove(link);
    }
}

} // namespace crosspoint::core
