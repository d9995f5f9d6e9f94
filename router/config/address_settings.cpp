// SPDX-License-Identifier: Apache-2.0
#include "router/config/distribution.hpp"
#include "router/config/make_settings.hpp"
#include "router/config/names.hpp"

#include <string>

namespace crosspoint::config {

namespace {

void warn(const std::string& text) {
    log::write(log::Module::router, log::Level::warning, "%s", text.c_str());
}

void warn_ignored(const std::string& why, const std::string& address, const Entity& entity) {
    warn(why + ": ignoring configured address " + printable(address) + " (line " +
         std::to_string(entity.line()) + ")");
}

/// Finds out what the section is for. False, with a warning, if it does not say it clearly.
bool set_pattern(const Entity& entity, AddressSettings& address) {
    const auto prefix = entity.text("prefix");
    const auto pattern = entity.text("pattern");
    if (prefix && pattern) {
        warn("Cannot set both 'prefix' and 'pattern': ignoring configured address " +
             printable(*prefix) + ", " + printable(*pattern));
        return false;
    }
    if (!prefix && !pattern) {
        warn("Must set either 'prefix' or 'pattern' attribute: ignoring configured address");
        return false;
    }
    address.is_prefix = prefix.has_value();
    address.pattern = without_outer_separators(prefix ? *prefix : *pattern);
    if (address.pattern.empty()) {
        warn_ignored(prefix ? "Prefix invalid - no tokens" : "Pattern invalid - no tokens",
                     prefix ? *prefix : *pattern, entity);
        return false;
    }
    return true;
}

bool set_phases(const Entity& entity, AddressSettings& address) {
    const auto ingress = entity.integer("ingressPhase");
    const auto egress = entity.integer("egressPhase");
    const bool waypoint = entity.boolean("waypoint").value_or(false);
    if (ingress.has_value() != egress.has_value()) {
        warn_ignored("Phase values must be between 0 and 9, and both or none given",
                     address.pattern, entity);
        return false;
    }
    address.ingress_phase = static_cast<std::uint8_t>(ingress.value_or(0));
    address.egress_phase = static_cast<std::uint8_t>(egress.value_or(waypoint ? 1 : 0));
    address.fallback = entity.boolean("enableFallback").value_or(false);
    if (address.fallback && (waypoint || address.ingress_phase != 0 || address.egress_phase != 0)) {
        warn_ignored(
            "Fallback cannot be specified with waypoint or non-zero ingress and egress phases",
            address.pattern, entity);
        return false;
    }
    return true;
}

} // namespace

std::string without_outer_separators(std::string_view pattern) {
    const auto first = pattern.find_first_not_of("./");
    if (first == std::string_view::npos) {
        return {};
    }
    return std::string(pattern.substr(first, pattern.find_last_not_of("./") - first + 1));
}

std::optional<AddressSettings> make_address_settings(const Entity& entity) {
    AddressSettings address;
    if (!set_pattern(entity, address) || !set_phases(entity, address)) {
        return std::nullopt;
    }
    address.name = entity.text("name");
    address.distribution = distribution(entity, "distribution");
    address.priority = static_cast<int>(entity.integer("priority").value_or(-1));
    return address;
}

} // namespace crosspoint::config
