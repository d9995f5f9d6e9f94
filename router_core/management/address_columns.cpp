// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

namespace crosspoint::core {

namespace {

using Of = Column<Address>;

std::string_view distribution_of(const Address& address) {
    if (address.in_process == InProcess::routing && !address.key.ends_with(".ma")) {
        return "flood";
    }
    switch (address.treatment) {
    case Treatment::closest:
        return "closest";
    case Treatment::multicast:
        return "multicast";
    case Treatment::unavailable:
        return "unavailable";
    case Treatment::balanced:
        break;
    }
    return "balanced";
}

void write_remotes(Writer& out, const Address& address) {
    const auto list = out.begin_list();
    for (const RemoteRouter* remote : address.remotes) {
        out.string(remote->id);
    }
    out.end(list, address.remotes.size());
}

/// By the neighbour that the deliveries were sent to.
void write_outstanding(Writer& out, const CoreView& view, const Address& address) {
    if (address.loads.empty() || !view.routing) {
        out.null();
        return;
    }
    constexpr std::size_t places = 128;
    std::array<std::int64_t, places> by_neighbour{};
    for (const Address::Load& load : address.loads) {
        view.context.connections.walk(0, SIZE_MAX, [&](const Connection& connection) {
            if (connection.id != load.connection) {
                return true;
            }
            const auto* node = view.routing->nodes().find(connection.info.container);
            by_neighbour[node ? IngressHistogram::place_of(node->slot.value) : 0] +=
                load.outstanding->count;
            return false;
        });
    }
    const auto list = out.begin_list();
    for (const std::int64_t count : by_neighbour) {
        out.long_value(count);
    }
    out.end(list, places);
}

std::int64_t tracked(const Address& address) {
    std::int64_t sum = 0;
    for (const Address::Load& load : address.loads) {
        sum += load.outstanding->count;
    }
    return sum;
}

constexpr std::array columns{
    Of{"name", [](Writer& out, const CoreView&, const Address& row) { out.string(row.key); }},
    Of{"identity", [](Writer& out, const CoreView&, const Address& row) { out.string(row.key); }},
    Of{"type", [](Writer& out, const CoreView&,
                  const Address&) { out.string("org.apache.qpid.dispatch.router.address"); }},
    Of{"key", [](Writer& out, const CoreView&, const Address& row) { out.string(row.key); }},
    Of{"distribution",
       [](Writer& out, const CoreView&, const Address& row) { out.string(distribution_of(row)); }},
    Of{"inProcess",
       [](Writer& out, const CoreView&, const Address& row) {
           out.uint_value(row.in_process == InProcess::nothing ? 0 : 1);
       }},
    Of{"subscriberCount",
       [](Writer& out, const CoreView&, const Address& row) {
           out.uint_value(static_cast<std::uint32_t>(row.consumers.size()));
       }},
    Of{"remoteCount",
       [](Writer& out, const CoreView&, const Address& row) {
           out.uint_value(static_cast<std::uint32_t>(row.remotes.size()));
       }},
    Of{"containerCount", [](Writer& out, const CoreView&, const Address&) { out.uint_value(0); }},
    Of{"remoteHostRouters",
       [](Writer& out, const CoreView&, const Address& row) { write_remotes(out, row); }},
    Of{"deliveriesIngress", [](Writer& out, const CoreView&,
                               const Address& row) { out.ulong_value(row.counters.ingress); }},
    Of{"deliveriesEgress", [](Writer& out, const CoreView&,
                              const Address& row) { out.ulong_value(row.counters.egress); }},
    Of{"deliveriesTransit", [](Writer& out, const CoreView&,
                               const Address& row) { out.ulong_value(row.counters.transit); }},
    Of{"deliveriesToContainer",
       [](Writer& out, const CoreView&, const Address& row) {
           out.ulong_value(row.counters.to_container);
       }},
    Of{"deliveriesFromContainer",
       [](Writer& out, const CoreView&, const Address& row) {
           out.ulong_value(row.counters.from_container);
       }},
    Of{"deliveriesEgressRouteContainer",
       [](Writer& out, const CoreView&, const Address& row) {
           out.ulong_value(row.counters.egress_route_container);
       }},
    Of{"deliveriesIngressRouteContainer",
       [](Writer& out, const CoreView&, const Address& row) {
           out.ulong_value(row.counters.ingress_route_container);
       }},
    Of{"transitOutstanding", [](Writer& out, const CoreView& view,
                                const Address& row) { write_outstanding(out, view, row); }},
    Of{"trackedDeliveries",
       [](Writer& out, const CoreView&, const Address& row) { out.long_value(tracked(row)); }},
    Of{"priority",
       [](Writer& out, const CoreView&, const Address& row) { out.int_value(row.priority); }},
    Of{"deliveriesRedirectedToFallback",
       [](Writer& out, const CoreView&, const Address& row) {
           out.ulong_value(row.counters.redirected_to_fallback);
       }},
};

} // namespace

std::span<const Column<Address>> address_columns() {
    return columns;
}

} // namespace crosspoint::core
