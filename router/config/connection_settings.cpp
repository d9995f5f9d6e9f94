// SPDX-License-Identifier: Apache-2.0
#include "router/config/connection_values.hpp"
#include "router/config/make_settings.hpp"
#include "router/config/names.hpp"
#include "router/config/password.hpp"
#include "router/config/problem.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace crosspoint::config {

namespace {

constexpr std::uint32_t smallest_max_frame_size = 512; // AMQP 1.0 2.7.1
constexpr std::uint32_t most_sessions = 32768;
/// What Proton can do without a SASL library. EXTERNAL on a listener would need TLS.
constexpr std::array<std::string_view, 1> server_mechanisms{"ANONYMOUS"};
constexpr std::array<std::string_view, 3> client_mechanisms{"ANONYMOUS", "PLAIN", "EXTERNAL"};

Role role_of(const Entity& entity) {
    const std::string role = entity.text("role").value_or("normal");
    return role == "inter-router"      ? Role::inter_router
           : role == "route-container" ? Role::route_container
           : role == "edge"            ? Role::edge
                                       : Role::normal;
}

bool is_between_routers(Role role) {
    return role == Role::inter_router || role == Role::edge;
}

std::uint32_t number(const Entity& entity, std::string_view attribute, std::uint32_t fallback) {
    return static_cast<std::uint32_t>(entity.integer(attribute).value_or(fallback));
}

/// Runs a parser of one attribute and tells where it found fault.
template <class Parse>
auto parse_attribute(const Entity& entity, const std::string& attribute, Parse parse) {
    try {
        return parse(entity.text(attribute).value_or(""));
    } catch (const std::invalid_argument& error) {
        throw Problem(std::string(entity.schema().full_type) + ": Invalid value of attribute '" +
                          attribute + "': " + error.what(),
                      entity.line(attribute));
    }
}

bool is_reserved(std::string_view key) {
    constexpr std::array<std::string_view, 5> names{"product", "version", "failover-server-list",
                                                    "network-host", "port"};
    return std::ranges::find(names, key) != names.end() || key.starts_with("qd.") ||
           key.starts_with("x-opt-qd.");
}

Map open_properties(const Entity& entity, Role role) {
    const Map* properties = entity.map("openProperties");
    if (properties == nullptr || properties->empty()) {
        return {};
    }
    const std::string type = std::string(entity.schema().full_type) + ": ";
    const std::size_t line = entity.line("openProperties");
    for (const MapEntry& entry : *properties) {
        if (is_reserved(entry.key)) {
            throw Problem(type + "Reserved key '" + printable(entry.key) +
                              "' not allowed in openProperties",
                          line, "the router sets it itself");
        }
    }
    if (is_between_routers(role)) {
        throw Problem(type + "openProperties not allowed for role " +
                          entity.text("role").value_or(""),
                      line, "leave it out, or use role normal or route-container");
    }
    return *properties;
}

/// What is wrong with it, as far as can be seen without asking the system; empty if nothing is.
std::string fault_of_host(const std::string& host) {
    if (host.find_first_of(" \t\r\n") != std::string::npos ||
        host.find('\0') != std::string::npos) {
        return "a host name or an IP address has no blanks";
    }
    if (host.find_first_of("[]") != std::string::npos) {
        return "an IPv6 address is written without brackets";
    }
    if (std::ranges::count(host, ':') == 1) {
        return "the port has an attribute of its own, 'port'";
    }
    return {};
}

void check_host(const Entity& entity, const std::string& host) {
    const std::string fault = fault_of_host(host);
    if (!fault.empty()) {
        throw Problem(std::string(entity.schema().full_type) + ": Invalid value '" +
                          printable(host) + "' of attribute 'host'",
                      entity.line("host"), fault);
    }
}

std::optional<AddressFamily> family_of(const Entity& entity, std::string_view attribute) {
    const auto family = entity.text(attribute);
    if (!family) {
        return std::nullopt;
    }
    return *family == "IPv6" ? AddressFamily::ipv6 : AddressFamily::ipv4;
}

std::optional<std::string> mechanisms(const Entity& entity,
                                      std::span<const std::string_view> available) {
    auto list = entity.text("saslMechanisms");
    if (list && trim(*list).empty()) {
        list.reset();
    }
    if (list) {
        parse_attribute(entity, "saslMechanisms",
                        [&](std::string_view text) { check_mechanisms(text, available); });
    }
    return list;
}

void set_common(const Entity& entity, ConnectionSettings& settings,
                std::span<const std::string_view> available) {
    settings.line = entity.line();
    settings.name = entity.text("name");
    settings.host = entity.text("host").value_or("");
    check_host(entity, settings.host);
    settings.port = entity.text("port").value_or("amqp");
    settings.port_number = parse_attribute(entity, "port", parse_port);
    settings.role = role_of(entity);
    settings.cost = number(entity, "cost", 1);
    settings.max_frame_size = std::max(number(entity, "maxFrameSize", 0), smallest_max_frame_size);
    const std::uint32_t sessions = number(entity, "maxSessions", 0);
    settings.max_sessions = sessions == 0 ? most_sessions : std::min(sessions, most_sessions);
    settings.max_session_frames = number(entity, "maxSessionFrames", 0);
    settings.idle_timeout_seconds = number(entity, "idleTimeoutSeconds", 0);
    const std::string strip = entity.text("stripAnnotations").value_or("both");
    const bool may_strip = !is_between_routers(settings.role);
    settings.strip_inbound = may_strip && (strip == "both" || strip == "in");
    settings.strip_outbound = may_strip && (strip == "both" || strip == "out");
    const std::uint32_t capacity = number(entity, "linkCapacity", 0);
    settings.link_capacity = capacity == 0 ? default_link_capacity : capacity;
    settings.open_properties = open_properties(entity, settings.role);
    settings.message_logging_components =
        parse_attribute(entity, "messageLoggingComponents", parse_message_components);
    settings.sasl_mechanisms = mechanisms(entity, available);
}

std::vector<FailoverUrl> failover_urls(const Entity& entity) {
    try {
        return parse_failover_urls(entity.text("failoverUrls").value_or(""));
    } catch (const std::invalid_argument& error) {
        throw ApplyProblem(std::string("Python: CError: Value: ") + error.what(),
                           entity.line("failoverUrls"),
                           "attribute 'failoverUrls' of section 'listener' is a list of "
                           "[scheme://]host[:port] divided by commas");
    }
}

} // namespace

ListenerSettings make_listener_settings(const Entity& entity) {
    ListenerSettings listener;
    set_common(entity, listener, server_mechanisms);
    listener.address_family = family_of(entity, "socketAddressFamily");
    listener.initial_handshake_timeout_seconds =
        number(entity, "initialHandshakeTimeoutSeconds", 0);
    listener.authenticate_peer = entity.boolean("authenticatePeer").value_or(false);
    listener.multi_tenant = entity.boolean("multiTenant").value_or(false);
    listener.failover_urls = failover_urls(entity);
    if (entity.text("trustedCertsFile")) {
        log::write(log::Module::conn_mgr, log::Level::warning,
                   "Configuration listener attribute 'trustedCertsFile' is not used. Specify "
                   "sslProfile caCertFile instead.");
    }
    return listener;
}

ConnectorSettings make_connector_settings(const Entity& entity) {
    ConnectorSettings connector;
    set_common(entity, connector, client_mechanisms);
    if (connector.port_number == 0) {
        throw Problem(
            std::string(entity.schema().full_type) +
                ": Invalid value of attribute 'port': a connector cannot connect to port 0",
            entity.line("port"), "allowed: 1 to 65535, or a service name");
    }
    connector.address_family = family_of(entity, "protocolFamily");
    connector.sasl_username = entity.text("saslUsername");
    if (const auto password = entity.text("saslPassword")) {
        connector.sasl_password = resolve_password(*password);
    }
    connector.verify_hostname = entity.boolean("verifyHostname").value_or(true);
    return connector;
}

} // namespace crosspoint::config
