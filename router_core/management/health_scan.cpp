// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/health_scan.hpp"

#include "router_core/link/connection.hpp"
#include "router_core/link/health.hpp"

#include "crosspoint/base/log.hpp"

namespace crosspoint::core {

namespace {

constexpr std::uint64_t second_ms = 1000;
constexpr std::size_t links_at_once = 1000;
constexpr std::size_t deliveries_at_once = 5000;

template <class Delivery>
bool is_old(const Context& context, const Delivery& delivery, std::uint32_t too_long_s) {
    return context.now_ms - delivery.arrived_ms > too_long_s * second_ms;
}

/// A stream takes the time it takes.
bool is_stream(const OutgoingDelivery& delivery) {
    return delivery.start || delivery.bytes_sent > 0 ||
           delivery.ending != message::Ending::complete;
}
bool is_stream(const IncomingDelivery& delivery) {
    return delivery.ending != message::Ending::complete;
}

template <class Deliveries>
void mark(Context& context, Link& link, const Deliveries& deliveries, std::uint32_t too_long_s,
          std::size_t& looked) {
    for (auto* delivery = deliveries.front(); delivery; delivery = delivery->hook.next) {
        // The lists are in the order of arrival, but for priorities: the first young one ends it.
        if (++looked > deliveries_at_once || !is_old(context, *delivery, too_long_s)) {
            return;
        }
        if (delivery->is_stuck || is_stream(*delivery)) {
            continue;
        }
        delivery->is_stuck = true;
        ++context.counters.deliveries_stuck;
        if (++link.deliveries_stuck == 1) {
            log::write(log::Module::router_core, log::Level::info,
                       "[C%lu][L%lu] Stuck delivery: At least one delivery on this link has been "
                       "undelivered/unsettled for more than %u seconds",
                       link.connection.id.value, link.identity, too_long_s);
        }
    }
}

bool has_credit(const Link& link) {
    return link.direction == Direction::incoming
               ? static_cast<const IncomingLink&>(link).credit.available() > 0
               : static_cast<const OutgoingLink&>(link).window.available() > 0;
}

void mark_blocked(Context& context, Link& link, std::uint32_t too_long_s) {
    const std::uint32_t seconds = context.now_s - link.no_credit_since_s;
    if (link.is_blocked || has_credit(link) || seconds <= too_long_s) {
        return;
    }
    link.is_blocked = true;
    ++context.counters.links_blocked;
    log::write(log::Module::router_core, log::Level::info,
               "[C%lu][L%lu] Link blocked with zero credit for %u seconds",
               link.connection.id.value, link.identity, seconds);
}

} // namespace

void HealthScan::look_at(Context& context, Link& link, std::size_t& looked) const {
    const std::uint32_t too_long_s = settings_.too_long_seconds;
    if (link.is_attached) {
        mark_blocked(context, link, too_long_s);
    }
    if (link.direction == Direction::incoming) {
        mark(context, link, static_cast<IncomingLink&>(link).deliveries, too_long_s, looked);
    } else {
        mark(context, link, static_cast<OutgoingLink&>(link).backlog, too_long_s, looked);
        mark(context, link, static_cast<OutgoingLink&>(link).sent, too_long_s, looked);
    }
}

void HealthScan::work(CoreThread&, Context& context) {
    if (!under_way_) {
        under_way_ = true;
        behind_ = 0;
    }
    std::size_t looked = 0;
    const auto end = context.links.walk(behind_, links_at_once, [&](Link& link) {
        look_at(context, link, looked);
        return looked < deliveries_at_once;
    });
    behind_ = end.value_or(0);
    under_way_ = end.has_value();
    if (!under_way_) {
        next_ms_ = context.now_ms + settings_.interval_seconds * second_ms;
    }
}

std::optional<std::uint64_t> HealthScan::next_due(const Context& context) const {
    if (context.links.size() == 0) {
        return std::nullopt;
    }
    return next_ms_ > context.now_ms ? next_ms_ - context.now_ms : 0;
}

} // namespace crosspoint::core
