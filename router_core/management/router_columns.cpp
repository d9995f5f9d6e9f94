// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

#include "crosspoint/core/management.hpp"

namespace crosspoint::core {

namespace {

using Of = wire::Router;

std::optional<std::uint64_t> memory(const CoreView& view) {
    return view.port ? view.port->memory_usage() : std::nullopt;
}

constexpr auto columns = ColumnsOf<RouterRow, Of>::from(
    value<Of::name>([](const CoreView& view) { return std::string_view(view.settings.router_id); }),
    value<Of::identity>([] { return "1"; }),
    value<Of::id>([](const CoreView& view) { return std::string_view(view.settings.router_id); }),
    value<Of::mode>([](const CoreView& view) { return std::string_view(view.settings.mode); }),
    value<Of::area>([] { return "0"; }), value<Of::version>([](const CoreView& view) {
        return std::string_view(view.settings.version);
    }),
    value<Of::metadata>([](const CoreView& view) { return view_of(view.settings.metadata); }),
    value<Of::addrCount>([](const CoreView& view) { return view.addresses.size(); }),
    value<Of::linkCount>([](const CoreView& view) { return view.context.links.size(); }),
    value<Of::nodeCount>(
        [](const CoreView& view) { return view.routing ? view.routing->nodes().size() : 0; }),
    value<Of::linkRouteCount>([] { return 0; }), value<Of::autoLinkCount>([] { return 0; }),
    value<Of::connectionCount>(
        [](const CoreView& view) { return view.context.connections.size(); }),
    value<Of::presettledDeliveries>(
        [](const CoreView& view) { return view.context.counters.outcomes.presettled; }),
    value<Of::droppedPresettledDeliveries>(
        [](const CoreView& view) { return view.context.counters.outcomes.dropped_presettled; }),
    value<Of::acceptedDeliveries>(
        [](const CoreView& view) { return view.context.counters.outcomes.accepted; }),
    value<Of::rejectedDeliveries>(
        [](const CoreView& view) { return view.context.counters.outcomes.rejected; }),
    value<Of::releasedDeliveries>(
        [](const CoreView& view) { return view.context.counters.outcomes.released; }),
    value<Of::modifiedDeliveries>(
        [](const CoreView& view) { return view.context.counters.outcomes.modified; }),
    value<Of::deliveriesDelayed1Sec>(
        [](const CoreView& view) { return view.context.counters.outcomes.delayed_1s; }),
    value<Of::deliveriesDelayed10Sec>(
        [](const CoreView& view) { return view.context.counters.outcomes.delayed_10s; }),
    value<Of::deliveriesStuck>(
        [](const CoreView& view) { return view.context.counters.deliveries_stuck; }),
    value<Of::deliveriesIngress>(
        [](const CoreView& view) { return view.context.counters.ingress; }),
    value<Of::deliveriesEgress>([](const CoreView& view) { return view.context.counters.egress; }),
    value<Of::deliveriesTransit>(
        [](const CoreView& view) { return view.context.counters.transit; }),
    value<Of::deliveriesIngressRouteContainer>(
        [](const CoreView& view) { return view.context.counters.ingress_route_container; }),
    value<Of::deliveriesEgressRouteContainer>(
        [](const CoreView& view) { return view.context.counters.egress_route_container; }),
    value<Of::deliveriesRedirectedToFallback>(
        [](const CoreView& view) { return view.context.counters.redirected_to_fallback; }),
    value<Of::linksBlocked>(
        [](const CoreView& view) { return view.context.counters.links_blocked; }),
    value<Of::uptimeSeconds>([](const CoreView& view) { return view.context.now_s; }),
    value<Of::memoryUsage>([](const CoreView& view) { return memory(view); }),
    value<Of::workerThreads>([](const CoreView& view) { return view.settings.worker_threads; }));

} // namespace

std::span<const Column<RouterRow>> router_columns() {
    return columns;
}

} // namespace crosspoint::core
