// SPDX-License-Identifier: Apache-2.0
#include "router/server/log_configured.hpp"

#include "crosspoint/base/log.hpp"

#include <array>

namespace crosspoint::io {

namespace {

const char* role_name(config::Role role) {
    constexpr std::array names{"normal", "inter-router", "route-container", "edge"};
    return names[static_cast<std::size_t>(role)];
}

const char* family_name(std::optional<config::AddressFamily> family) {
    return !family ? "any" : (*family == config::AddressFamily::ipv4 ? "IPv4" : "IPv6");
}

} // namespace

void log_configured(const char* kind, const std::string& address,
                    std::optional<config::AddressFamily> family, config::Role role) {
    log::write(log::Module::conn_mgr, log::Level::info, "Configured %s: %s proto=%s, role=%s", kind,
               address.c_str(), family_name(family), role_name(role));
}

} // namespace crosspoint::io
