// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

namespace crosspoint::core {

namespace {

using Of = wire::RouterAddress;

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

constexpr auto columns = ColumnsOf<Address, Of>::from(
    value<Of::name>([](const Address& row) { return std::string_view(row.key); }),
    value<Of::identity>([](const Address& row) { return std::string_view(row.key); }),
    value<Of::key>([](const Address& row) { return std::string_view(row.key); }),
    value<Of::distribution>([](const Address& row) { return distribution_of(row); }),
    value<Of::inProcess>(
        [](const Address& row) { return row.in_process == InProcess::nothing ? 0 : 1; }),
    value<Of::subscriberCount>([](const Address& row) { return row.consumers.size(); }),
    value<Of::remoteCount>([](const Address& row) { return row.remotes.size(); }),
    value<Of::containerCount>([] { return 0; }),
    value<Of::remoteHostRouters>(
        [](Writer& out, const CoreView&, const Address& row) { write_remotes(out, row); }),
    value<Of::deliveriesIngress>([](const Address& row) { return row.counters.ingress; }),
    value<Of::deliveriesEgress>([](const Address& row) { return row.counters.egress; }),
    value<Of::deliveriesTransit>([](const Address& row) { return row.counters.transit; }),
    value<Of::deliveriesToContainer>([](const Address& row) { return row.counters.to_container; }),
    value<Of::deliveriesFromContainer>(
        [](const Address& row) { return row.counters.from_container; }),
    value<Of::deliveriesEgressRouteContainer>(
        [](const Address& row) { return row.counters.egress_route_container; }),
    value<Of::deliveriesIngressRouteContainer>(
        [](const Address& row) { return row.counters.ingress_route_container; }),
    value<Of::transitOutstanding>([](Writer& out, const CoreView& view, const Address& row) {
        write_outstanding(out, view, row);
    }),
    value<Of::trackedDeliveries>([](const Address& row) { return tracked(row); }),
    value<Of::priority>([](const Address& row) { return row.priority; }),
    value<Of::deliveriesRedirectedToFallback>(
        [](const Address& row) { return row.counters.redirected_to_fallback; }));

} // namespace

std::span<const Column<Address>> address_columns() {
    return columns;
}

} // namespace crosspoint::core
