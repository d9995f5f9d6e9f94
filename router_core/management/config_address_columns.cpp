// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

namespace crosspoint::core {

namespace {

using Of = wire::RouterConfigAddress;

std::string_view prefix_of(std::string_view pattern) {
    constexpr std::string_view end = "/#";
    return pattern.ends_with(end) ? pattern.substr(0, pattern.size() - end.size()) : pattern;
}

/// Operators know no name for addresses that cannot be used.
std::string_view distribution_of(Treatment treatment) {
    switch (treatment) {
    case Treatment::closest:
        return "closest";
    case Treatment::multicast:
        return "multicast";
    case Treatment::balanced:
        return "balanced";
    case Treatment::unavailable:
        break;
    }
    return {};
}

constexpr auto columns = ColumnsOf<ConfiguredAddress, Of>::from(
    value<Of::name>([](const ConfiguredAddress& row) { return view_of(row.rule.name); }),
    value<Of::identity>([](const ConfiguredAddress& row) { return std::to_string(row.identity); }),
    value<Of::prefix>([](const ConfiguredAddress& row) {
        return unless_empty(row.rule.is_prefix ? prefix_of(row.rule.pattern) : std::string_view());
    }),
    value<Of::distribution>([](const ConfiguredAddress& row) {
        return unless_empty(distribution_of(row.rule.treatment));
    }),
    value<Of::waypoint>([](const ConfiguredAddress& row) {
        return row.rule.ingress_phase == 0 && row.rule.egress_phase == 1;
    }),
    value<Of::ingressPhase>([](const ConfiguredAddress& row) { return row.rule.ingress_phase; }),
    value<Of::egressPhase>([](const ConfiguredAddress& row) { return row.rule.egress_phase; }),
    value<Of::pattern>([](const ConfiguredAddress& row) {
        return unless_empty(row.rule.is_prefix ? std::string_view() : row.rule.pattern);
    }),
    value<Of::priority>([](const ConfiguredAddress& row) { return row.rule.priority; }),
    value<Of::fallback>([](const ConfiguredAddress& row) { return row.rule.fallback; }));

} // namespace

std::span<const Column<ConfiguredAddress>> config_address_columns() {
    return columns;
}

} // namespace crosspoint::core
