// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/proxy_plan.hpp"

#include "router_core/address/address_text.hpp"

namespace crosspoint::edge {

namespace {

constexpr std::string_view fallback_capability = "qd.fallback";

/// The waypoint that stands for the phase, unless it is the one that needs no words.
std::string waypoint(char phase, Phases phases, int silent, int offset) {
    if (phase == 'F') {
        return std::string(fallback_capability);
    }
    const int number = phase - '0';
    const bool configured =
        phases.egress > 0 && number >= phases.ingress && number <= phases.egress;
    if (!configured || number == silent) {
        return {};
    }
    return "qd.waypoint." + std::to_string(number + offset);
}

} // namespace

ProxyPlan plan_proxies(std::string_view key, const LocalUse& use) {
    const auto parts = core::split_key(key);
    if (!parts || parts->klass != core::AddressClass::mobile) {
        return {};
    }
    ProxyPlan plan;
    plan.receive = use.consumers && !use.in_process;
    plan.send = use.producers && !use.in_process;
    plan.send_fallback = plan.send && use.has_fallback;
    return plan;
}

std::string receiver_capability(char phase, Phases phases) {
    return waypoint(phase, phases, phases.egress, 1);
}

std::string sender_capability(char phase, Phases phases) {
    return waypoint(phase, phases, phases.ingress, 0);
}

} // namespace crosspoint::edge
