// SPDX-License-Identifier: Apache-2.0
#include "router/management/address_request.hpp"

#include "router/config/make_settings.hpp"
#include "router/management/request.hpp"
#include "router/management/status.hpp"

#include <string_view>
#include <utility>

namespace crosspoint::management {

using config::Map;
using config::Value;

namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw Refusal(status::bad_request, why);
}

/// An integer; `otherwise` if it is absent.
std::int64_t integer(const Map& body, std::string_view key, std::int64_t otherwise) {
    const Value* value = find_entry(body, key);
    const auto* number = value ? value->get_if<std::int64_t>() : nullptr;
    return number ? *number : otherwise;
}

bool is_true(const Map& body, std::string_view key) {
    const Value* value = find_entry(body, key);
    const bool* boolean = value ? value->get_if<bool>() : nullptr;
    return boolean && *boolean;
}

core::Treatment treatment(const Map& body) {
    const Value* value = find_entry(body, "distribution");
    const auto* text = value ? value->get_if<std::string>() : nullptr;
    const std::string_view name = text ? std::string_view(*text) : std::string_view();
    if (name == "closest") {
        return core::Treatment::closest;
    }
    if (name == "multicast") {
        return core::Treatment::multicast;
    }
    return name == "unavailable" ? core::Treatment::unavailable : core::Treatment::balanced;
}

bool is_given(const Value* value) {
    return value && !value->is_null();
}

/// The one of prefix and pattern that is given.
const Value& given_pattern(const Map& body, bool& is_prefix) {
    const Value* prefix = find_entry(body, "prefix");
    const Value* pattern = find_entry(body, "pattern");
    if (!is_given(prefix) && !is_given(pattern)) {
        refuse("Either a 'prefix' or 'pattern' attribute must be provided");
    }
    if (is_given(prefix) && is_given(pattern)) {
        refuse("Cannot specify both a 'prefix' and a 'pattern' attribute");
    }
    is_prefix = is_given(prefix);
    return is_prefix ? *prefix : *pattern;
}

std::string pattern_of(const Value& given, bool is_prefix) {
    const auto* text = given.get_if<std::string>();
    const std::string what = is_prefix ? "Prefix" : "Pattern";
    if (!text || text->empty()) {
        refuse(what + " must be a non-empty string type");
    }
    const std::string pattern = config::without_outer_separators(*text);
    if (pattern.empty()) {
        refuse(what + " invalid - no tokens");
    }
    return is_prefix ? pattern + "/#" : pattern;
}

} // namespace

core::AddressRule address_rule(std::optional<std::string> name, const Map& body) {
    constexpr std::int64_t highest_phase = 9;
    constexpr std::int64_t highest_priority = 9;
    core::AddressRule rule;
    rule.name = std::move(name);
    const bool waypoint = is_true(body, "waypoint");
    const bool phases_given =
        is_given(find_entry(body, "ingressPhase")) || is_given(find_entry(body, "egressPhase"));
    const std::int64_t ingress = integer(body, "ingressPhase", phases_given ? -1 : 0);
    const std::int64_t egress =
        integer(body, "egressPhase", phases_given ? -1 : (waypoint ? 1 : 0));
    // Configuration files know the attribute by its longer name.
    rule.fallback = is_true(body, "fallback") || is_true(body, "enableFallback");
    const Value& given = given_pattern(body, rule.is_prefix);
    if (rule.fallback && (waypoint || ingress > 0 || egress > 0)) {
        refuse("Fallback cannot be specified with waypoint or non-zero ingress and egress phases");
    }
    rule.pattern = pattern_of(given, rule.is_prefix);
    if (ingress < 0 || ingress > highest_phase || egress < 0 || egress > highest_phase) {
        refuse("Phase values must be between 0 and 9");
    }
    const std::int64_t priority = integer(body, "priority", -1);
    if (priority < -1 || priority > highest_priority) {
        refuse("Priority value, if present, must be between 0 and QDR_MAX_PRIORITY");
    }
    rule.ingress_phase = static_cast<std::uint8_t>(ingress);
    rule.egress_phase = static_cast<std::uint8_t>(egress);
    rule.priority = static_cast<int>(priority);
    rule.treatment = treatment(body);
    return rule;
}

} // namespace crosspoint::management
