// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

namespace crosspoint::core {

namespace {

using Of = Column<ConfiguredAddress>;

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

constexpr std::array columns{
    Of{"name", [](Writer& out, const CoreView&,
                  const ConfiguredAddress& row) { write_optional(out, row.rule.name); }},
    Of{"identity", [](Writer& out, const CoreView&,
                      const ConfiguredAddress& row) { write_number_text(out, row.identity); }},
    Of{"type",
       [](Writer& out, const CoreView&, const ConfiguredAddress&) {
           out.string("org.apache.qpid.dispatch.router.config.address");
       }},
    Of{"prefix",
       [](Writer& out, const CoreView&, const ConfiguredAddress& row) {
           write_or_null(out,
                         row.rule.is_prefix ? prefix_of(row.rule.pattern) : std::string_view());
       }},
    Of{"distribution",
       [](Writer& out, const CoreView&, const ConfiguredAddress& row) {
           write_or_null(out, distribution_of(row.rule.treatment));
       }},
    Of{"waypoint",
       [](Writer& out, const CoreView&, const ConfiguredAddress& row) {
           out.boolean(row.rule.ingress_phase == 0 && row.rule.egress_phase == 1);
       }},
    Of{"ingressPhase", [](Writer& out, const CoreView&,
                          const ConfiguredAddress& row) { out.int_value(row.rule.ingress_phase); }},
    Of{"egressPhase", [](Writer& out, const CoreView&,
                         const ConfiguredAddress& row) { out.int_value(row.rule.egress_phase); }},
    Of{"pattern",
       [](Writer& out, const CoreView&, const ConfiguredAddress& row) {
           write_or_null(out, row.rule.is_prefix ? std::string_view() : row.rule.pattern);
       }},
    Of{"priority", [](Writer& out, const CoreView&,
                      const ConfiguredAddress& row) { out.int_value(row.rule.priority); }},
    Of{"fallback", [](Writer& out, const CoreView&,
                      const ConfiguredAddress& row) { out.boolean(row.rule.fallback); }},
};

} // namespace

std::span<const Column<ConfiguredAddress>> config_address_columns() {
    return columns;
}

} // namespace crosspoint::core
