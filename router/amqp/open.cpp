// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/open.hpp"

#include <proton/codec.h>
#include <proton/connection.h>
#include <proton/sasl.h>
#include <proton/transport.h>

#include <string_view>
#include <vector>

namespace crosspoint::io {

namespace {

pn_bytes_t bytes(std::string_view text) {
    return pn_bytes(text.size(), text.data());
}

bool between_routers(config::Role role) {
    return role == config::Role::inter_router || role == config::Role::edge;
}

/// An array of symbols. Streaming links are offered to routers only: a client has no use for the
/// offer, and a router that took it on a client connection could not use it either.
void put_capabilities(pn_data_t* data, config::Role role) {
    pn_data_put_array(data, false, PN_SYMBOL);
    pn_data_enter(data);
    pn_data_put_symbol(data, bytes("ANONYMOUS-RELAY"));
    if (between_routers(role)) {
        pn_data_put_symbol(data, bytes("qd.streaming-links"));
    }
    pn_data_exit(data);
}

void put_value(pn_data_t* data, const config::Value& value);

void put_map(pn_data_t* data, const config::Map& map) {
    pn_data_put_map(data);
    pn_data_enter(data);
    for (const auto& [key, value] : map) {
        pn_data_put_string(data, bytes(key));
        put_value(data, value);
    }
    pn_data_exit(data);
}

void put_integer(pn_data_t* data, std::int64_t number) {
    if (number >= INT32_MIN && number <= INT32_MAX) {
        pn_data_put_int(data, static_cast<std::int32_t>(number));
    } else {
        pn_data_put_long(data, number);
    }
}

/// Puts whatever a configuration file can say.
struct PutValue {
    pn_data_t* data;
    void operator()(std::monostate) const { pn_data_put_null(data); }
    void operator()(bool value) const { pn_data_put_bool(data, value); }
    void operator()(std::int64_t value) const { put_integer(data, value); }
    void operator()(double value) const { pn_data_put_double(data, value); }
    void operator()(const std::string& value) const { pn_data_put_string(data, bytes(value)); }
    void operator()(const config::List& list) const {
        pn_data_put_list(data);
        pn_data_enter(data);
        for (const config::Value& value : list) {
            put_value(data, value);
        }
        pn_data_exit(data);
    }
    void operator()(const config::Map& map) const { put_map(data, map); }
};

void put_value(pn_data_t* data, const config::Value& value) {
    std::visit(PutValue{data}, value.data);
}

void put_text(pn_data_t* data, std::string_view key, std::string_view text) {
    pn_data_put_symbol(data, bytes(key));
    pn_data_put_string(data, bytes(text));
}

void put_failover_list(pn_data_t* data, const std::vector<config::FailoverUrl>& urls) {
    pn_data_put_symbol(data, bytes("failover-server-list"));
    pn_data_put_list(data);
    pn_data_enter(data);
    for (const config::FailoverUrl& url : urls) {
        pn_data_put_map(data);
        pn_data_enter(data);
        put_text(data, "network-host", url.host);
        put_text(data, "port", url.port);
        if (!url.scheme.empty()) {
            put_text(data, "scheme", url.scheme);
        }
        pn_data_exit(data);
    }
    pn_data_exit(data);
}

void put_properties(pn_data_t* data, const Origin& origin, ConnectionId id) {
    const config::ConnectionSettings& settings = origin.settings;
    pn_data_put_map(data);
    pn_data_enter(data);
    put_text(data, "product", "crosspoint");
    put_text(data, "version", CROSSPOINT_VERSION);
    pn_data_put_symbol(data, bytes("qd.conn-id"));
    pn_data_put_int(data, static_cast<std::int32_t>(id.value));
    if (settings.cost > 1) {
        pn_data_put_symbol(data, bytes("qd.inter-router-cost"));
        pn_data_put_int(data, static_cast<std::int32_t>(settings.cost));
    }
    if (between_routers(settings.role)) {
        pn_data_put_symbol(data, bytes("qd.annotations-version"));
        pn_data_put_int(data, 1);
    }
    if (!origin.failover.empty()) {
        put_failover_list(data, origin.failover);
    }
    for (const auto& [key, value] : settings.open_properties) {
        pn_data_put_symbol(data, bytes(key));
        put_value(data, value);
    }
    pn_data_exit(data);
}

} // namespace

void send_open(ConnectionTurn&, pn_connection_t* pn, const Origin& origin, ConnectionId id) {
    pn_connection_set_container(pn, origin.router_id.c_str());
    if (!origin.hostname.empty()) {
        pn_connection_set_hostname(pn, origin.hostname.c_str());
    }
    put_capabilities(pn_connection_offered_capabilities(pn), origin.settings.role);
    put_capabilities(pn_connection_desired_capabilities(pn), origin.settings.role);
    put_properties(pn_connection_properties(pn), origin, id);
    pn_connection_open(pn);
}

void prepare_transport(ConnectionTurn&, pn_transport_t* transport, const Origin& origin) {
    const config::ConnectionSettings& settings = origin.settings;
    constexpr std::uint32_t milliseconds = 1000;
    pn_transport_set_max_frame(transport, settings.max_frame_size);
    pn_transport_set_channel_max(transport, static_cast<std::uint16_t>(settings.max_sessions - 1));
    pn_transport_set_idle_timeout(transport, settings.idle_timeout_seconds * milliseconds);
    pn_sasl_t* sasl = pn_sasl(transport);
    if (settings.sasl_mechanisms) {
        pn_sasl_allowed_mechs(sasl, settings.sasl_mechanisms->c_str());
    }
    pn_sasl_set_allow_insecure_mechs(sasl, true);
    if (!origin.is_connector) {
        pn_transport_require_auth(transport, origin.authenticate_peer);
    }
}

} // namespace crosspoint::io
