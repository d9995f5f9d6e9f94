// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/address_text.hpp"
#include "router_core/management/tables.hpp"

#include <algorithm>

namespace crosspoint::core {

namespace {

using Of = wire::RouterLink;

const IncomingLink* incoming(const Link& link) {
    return link.direction == Direction::incoming ? static_cast<const IncomingLink*>(&link)
                                                 : nullptr;
}

const OutgoingLink* outgoing(const Link& link) {
    return link.direction == Direction::outgoing ? static_cast<const OutgoingLink*>(&link)
                                                 : nullptr;
}

std::string_view type_of(const Link& link) {
    switch (link.kind) {
    case LinkKind::control:
        return "router-control";
    case LinkKind::data:
    case LinkKind::streaming:
        return "inter-router";
    case LinkKind::endpoint:
    case LinkKind::edge_streaming:
    case LinkKind::service:
        break;
    }
    const bool to_edge =
        link.address && link.address->key[0] == static_cast<char>(AddressClass::edge);
    return to_edge ? "edge-downlink" : "endpoint";
}

std::uint32_t capacity_of(const Link& link) {
    return incoming(link) ? incoming(link)->credit.capacity() : outgoing(link)->capacity;
}

std::uint64_t unsettled_of(const Link& link) {
    return incoming(link) ? incoming(link)->deliveries.size() : outgoing(link)->sent.size();
}

std::uint32_t credit_of(const Link& link) {
    if (const IncomingLink* in = incoming(link)) {
        return in->credit.available();
    }
    constexpr std::uint64_t most = UINT32_MAX;
    return static_cast<std::uint32_t>(std::min(outgoing(link)->window.available(), most));
}

void write_histogram(Writer& out, const Link& link) {
    const OutgoingLink* to_consumer = outgoing(link);
    if (!to_consumer || link.connection.info.role == Role::inter_router) {
        out.null();
        return;
    }
    const auto list = out.begin_list();
    for (std::size_t i = 0; i < IngressHistogram::routers; ++i) {
        out.ulong_value(to_consumer->ingress.at(i));
    }
    out.end(list, IngressHistogram::routers);
}

constexpr auto columns = ColumnsOf<Link, Of>::from(
    value<Of::name>([](const Link& row) { return std::string_view(row.name); }),
    value<Of::identity>([](const Link& row) { return std::to_string(row.identity); }),
    value<Of::linkName>([](const Link& row) { return std::string_view(row.name); }),
    value<Of::linkType>([](const Link& row) { return type_of(row); }),
    value<Of::linkDir>([](const Link& row) { return incoming(row) ? "in" : "out"; }),
    value<Of::owningAddr>([](const Link& row) {
        return unless_empty(row.address ? row.address->key : std::string_view());
    }),
    value<Of::capacity>([](const Link& row) { return capacity_of(row); }),
    value<Of::peer>([] { return std::nullopt; }), value<Of::undeliveredCount>([](const Link& row) {
        return outgoing(row) ? outgoing(row)->backlog.size() : 0;
    }),
    value<Of::unsettledCount>([](const Link& row) { return unsettled_of(row); }),
    value<Of::deliveryCount>([](const Link& row) { return row.counters.deliveries; }),
    value<Of::connectionId>(
        [](const Link& row) { return std::to_string(row.connection.id.value); }),
    value<Of::adminStatus>([] { return "enabled"; }),
    value<Of::operStatus>([](const Link& row) { return row.is_attached ? "up" : "down"; }),
    value<Of::presettledCount>([](const Link& row) { return row.counters.outcomes.presettled; }),
    value<Of::droppedPresettledCount>(
        [](const Link& row) { return row.counters.outcomes.dropped_presettled; }),
    value<Of::acceptedCount>([](const Link& row) { return row.counters.outcomes.accepted; }),
    value<Of::rejectedCount>([](const Link& row) { return row.counters.outcomes.rejected; }),
    value<Of::releasedCount>([](const Link& row) { return row.counters.outcomes.released; }),
    value<Of::modifiedCount>([](const Link& row) { return row.counters.outcomes.modified; }),
    value<Of::deliveriesDelayed1Sec>(
        [](const Link& row) { return row.counters.outcomes.delayed_1s; }),
    value<Of::deliveriesDelayed10Sec>(
        [](const Link& row) { return row.counters.outcomes.delayed_10s; }),
    value<Of::deliveriesStuck>([](const Link& row) { return row.deliveries_stuck; }),
    value<Of::ingressHistogram>(
        [](Writer& out, const CoreView&, const Link& row) { write_histogram(out, row); }),
    value<Of::priority>([](const Link& row) { return row.priority; }),
    value<Of::settleRate>([](const CoreView& view, const Link& row) {
        return row.counters.settle_rate.per_second(view.context.now_s);
    }),
    value<Of::creditAvailable>([](const Link& row) { return credit_of(row); }),
    value<Of::zeroCreditSeconds>([](const CoreView& view, const Link& row) {
        return credit_of(row) > 0 ? 0 : view.context.now_s - row.no_credit_since_s;
    }));

} // namespace

std::span<const Column<Link>> link_columns() {
    return columns;
}

} // namespace crosspoint::core
