// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

#include "crosspoint/core/management.hpp"

namespace crosspoint::core {

namespace {

using Of = Column<RouterRow>;

void write_memory(Writer& out, const CoreView& view) {
    const auto bytes = view.port ? view.port->memory_usage() : std::nullopt;
    if (bytes) {
        out.ulong_value(*bytes);
    } else {
        out.null();
    }
}

constexpr std::array columns{
    Of{"name", [](Writer& out, const CoreView& view,
                  const RouterRow&) { out.string(view.settings.router_id); }},
    Of{"identity", [](Writer& out, const CoreView&, const RouterRow&) { out.string("1"); }},
    Of{"id", [](Writer& out, const CoreView& view,
                const RouterRow&) { out.string(view.settings.router_id); }},
    Of{"type", [](Writer& out, const CoreView&,
                  const RouterRow&) { out.string("org.apache.qpid.dispatch.router"); }},
    Of{"mode",
       [](Writer& out, const CoreView& view, const RouterRow&) { out.string(view.settings.mode); }},
    Of{"area", [](Writer& out, const CoreView&, const RouterRow&) { out.string("0"); }},
    Of{"version", [](Writer& out, const CoreView& view,
                     const RouterRow&) { out.string(view.settings.version); }},
    Of{"metadata", [](Writer& out, const CoreView& view,
                      const RouterRow&) { write_optional(out, view.settings.metadata); }},
    Of{"addrCount", [](Writer& out, const CoreView& view,
                       const RouterRow&) { out.ulong_value(view.addresses.size()); }},
    Of{"linkCount", [](Writer& out, const CoreView& view,
                       const RouterRow&) { out.ulong_value(view.context.links.size()); }},
    Of{"nodeCount",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.routing ? view.routing->nodes().size() : 0);
       }},
    Of{"linkRouteCount",
       [](Writer& out, const CoreView&, const RouterRow&) { out.ulong_value(0); }},
    Of{"autoLinkCount", [](Writer& out, const CoreView&, const RouterRow&) { out.ulong_value(0); }},
    Of{"connectionCount",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.connections.size());
       }},
    Of{"presettledDeliveries",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.outcomes.presettled);
       }},
    Of{"droppedPresettledDeliveries",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.outcomes.dropped_presettled);
       }},
    Of{"acceptedDeliveries",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.outcomes.accepted);
       }},
    Of{"rejectedDeliveries",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.outcomes.rejected);
       }},
    Of{"releasedDeliveries",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.outcomes.released);
       }},
    Of{"modifiedDeliveries",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.outcomes.modified);
       }},
    Of{"deliveriesDelayed1Sec",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.outcomes.delayed_1s);
       }},
    Of{"deliveriesDelayed10Sec",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.outcomes.delayed_10s);
       }},
    Of{"deliveriesStuck",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.deliveries_stuck);
       }},
    Of{"deliveriesIngress",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.ingress);
       }},
    Of{"deliveriesEgress", [](Writer& out, const CoreView& view,
                              const RouterRow&) { out.ulong_value(view.context.counters.egress); }},
    Of{"deliveriesTransit",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.transit);
       }},
    Of{"deliveriesIngressRouteContainer",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.ingress_route_container);
       }},
    Of{"deliveriesEgressRouteContainer",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.egress_route_container);
       }},
    Of{"deliveriesRedirectedToFallback",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.ulong_value(view.context.counters.redirected_to_fallback);
       }},
    Of{"linksBlocked",
       [](Writer& out, const CoreView& view, const RouterRow&) {
           out.uint_value(view.context.counters.links_blocked);
       }},
    Of{"uptimeSeconds", [](Writer& out, const CoreView& view,
                           const RouterRow&) { out.uint_value(view.context.now_s); }},
    Of{"memoryUsage",
       [](Writer& out, const CoreView& view, const RouterRow&) { write_memory(out, view); }},
    Of{"workerThreads", [](Writer& out, const CoreView& view,
                           const RouterRow&) { out.int_value(view.settings.worker_threads); }},
};

} // namespace

std::span<const Column<RouterRow>> router_columns() {
    return columns;
}

} // namespace crosspoint::core
