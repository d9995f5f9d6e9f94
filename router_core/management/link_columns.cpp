// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/address_text.hpp"
#include "router_core/management/tables.hpp"

#include <algorithm>

namespace crosspoint::core {

namespace {

using Of = Column<Link>;

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

constexpr std::array columns{
    Of{"name", [](Writer& out, const CoreView&, const Link& row) { out.string(row.name); }},
    Of{"identity",
       [](Writer& out, const CoreView&, const Link& row) { write_number_text(out, row.identity); }},
    Of{"type", [](Writer& out, const CoreView&,
                  const Link&) { out.string("org.apache.qpid.dispatch.router.link"); }},
    Of{"linkName", [](Writer& out, const CoreView&, const Link& row) { out.string(row.name); }},
    Of{"linkType", [](Writer& out, const CoreView&, const Link& row) { out.string(type_of(row)); }},
    Of{"linkDir", [](Writer& out, const CoreView&,
                     const Link& row) { out.string(incoming(row) ? "in" : "out"); }},
    Of{"owningAddr",
       [](Writer& out, const CoreView&, const Link& row) {
           write_or_null(out, row.address ? row.address->key : std::string_view());
       }},
    Of{"capacity",
       [](Writer& out, const CoreView&, const Link& row) { out.uint_value(capacity_of(row)); }},
    Of{"peer", [](Writer& out, const CoreView&, const Link&) { out.null(); }},
    Of{"undeliveredCount",
       [](Writer& out, const CoreView&, const Link& row) {
           out.ulong_value(outgoing(row) ? outgoing(row)->backlog.size() : 0);
       }},
    Of{"unsettledCount",
       [](Writer& out, const CoreView&, const Link& row) { out.ulong_value(unsettled_of(row)); }},
    Of{"deliveryCount", [](Writer& out, const CoreView&,
                           const Link& row) { out.ulong_value(row.counters.deliveries); }},
    Of{"connectionId", [](Writer& out, const CoreView&,
                          const Link& row) { write_number_text(out, row.connection.id.value); }},
    Of{"adminStatus", [](Writer& out, const CoreView&, const Link&) { out.string("enabled"); }},
    Of{"operStatus", [](Writer& out, const CoreView&, const Link&) { out.string("up"); }},
    Of{"presettledCount",
       [](Writer& out, const CoreView&, const Link& row) {
           out.ulong_value(row.counters.outcomes.presettled);
       }},
    Of{"droppedPresettledCount",
       [](Writer& out, const CoreView&, const Link& row) {
           out.ulong_value(row.counters.outcomes.dropped_presettled);
       }},
    Of{"acceptedCount", [](Writer& out, const CoreView&,
                           const Link& row) { out.ulong_value(row.counters.outcomes.accepted); }},
    Of{"rejectedCount", [](Writer& out, const CoreView&,
                           const Link& row) { out.ulong_value(row.counters.outcomes.rejected); }},
    Of{"releasedCount", [](Writer& out, const CoreView&,
                           const Link& row) { out.ulong_value(row.counters.outcomes.released); }},
    Of{"modifiedCount", [](Writer& out, const CoreView&,
                           const Link& row) { out.ulong_value(row.counters.outcomes.modified); }},
    Of{"deliveriesDelayed1Sec",
       [](Writer& out, const CoreView&, const Link& row) {
           out.ulong_value(row.counters.outcomes.delayed_1s);
       }},
    Of{"deliveriesDelayed10Sec",
       [](Writer& out, const CoreView&, const Link& row) {
           out.ulong_value(row.counters.outcomes.delayed_10s);
       }},
    Of{"deliveriesStuck", [](Writer& out, const CoreView&,
                             const Link& row) { out.ulong_value(row.deliveries_stuck); }},
    Of{"ingressHistogram",
       [](Writer& out, const CoreView&, const Link& row) { write_histogram(out, row); }},
    Of{"priority",
       [](Writer& out, const CoreView&, const Link& row) { out.uint_value(row.priority); }},
    Of{"settleRate",
       [](Writer& out, const CoreView& view, const Link& row) {
           out.uint_value(row.counters.settle_rate.per_second(view.context.now_s));
       }},
    Of{"creditAvailable",
       [](Writer& out, const CoreView&, const Link& row) { out.uint_value(credit_of(row)); }},
    Of{"zeroCreditSeconds",
       [](Writer& out, const CoreView& view, const Link& row) {
           out.uint_value(credit_of(row) > 0 ? 0 : view.context.now_s - row.no_credit_since_s);
       }},
};

} // namespace

std::span<const Column<Link>> link_columns() {
    return columns;
}

} // namespace crosspoint::core
