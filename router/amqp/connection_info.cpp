// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/connection_info.hpp"

#include "router/amqp/encoded.hpp"
#include "router/amqp/peer_properties.hpp"

#include <proton/codec.h>
#include <proton/connection.h>
#include <proton/sasl.h>
#include <proton/transport.h>

#include <algorithm>
#include <memory>

namespace crosspoint::io {

namespace {

std::string text(const char* s) {
    return s ? s : "";
}

/// Who somebody is that has not said it.
constexpr const char* nobody = "anonymous";

/// The one who has logged in here, or as whom we have logged in there, which may be nobody.
std::string user_of(pn_connection_t* pn, pn_transport_t* transport, bool dialled) {
    if (dialled) {
        return text(pn_connection_get_user(pn));
    }
    const char* user = pn_transport_get_user(transport);
    return user ? user : nobody;
}

bool has_entries(pn_data_t* data) {
    pn_data_rewind(data);
    const bool found =
        pn_data_next(data) && pn_data_type(data) == PN_MAP && pn_data_get_map(data) > 0;
    pn_data_rewind(data);
    return found;
}

/// Null if there is nothing to say, as with most clients: memory of idle connections counts.
std::shared_ptr<const core::ConnectionDetails> details(pn_connection_t* pn,
                                                       pn_transport_t* transport) {
    pn_data_t* properties = pn_connection_remote_properties(pn);
    const bool encrypted = pn_transport_is_encrypted(transport);
    if (!has_entries(properties) && !encrypted) {
        return nullptr;
    }
    core::ConnectionDetails found;
    found.is_encrypted = encrypted;
    if (has_entries(properties)) {
        found.properties = encoded(properties);
    }
    return std::make_shared<const core::ConnectionDetails>(std::move(found));
}

} // namespace

core::ConnectionInfo connection_info(ConnectionTurn& turn, pn_connection_t* pn,
                                     const Origin& origin, const std::string& peer) {
    pn_transport_t* transport = pn_connection_transport(pn);
    core::ConnectionInfo info;
    info.container = text(pn_connection_remote_container(pn));
    info.host = origin.is_connector ? origin.address : peer;
    info.user = user_of(pn, transport, origin.is_connector);
    info.sasl = text(pn_sasl_get_mech(pn_sasl(transport)));
    info.is_authenticated = pn_transport_is_authenticated(transport);
    info.role = static_cast<core::Role>(origin.settings.role);
    info.dialled = origin.is_connector;
    info.strip_inbound = origin.settings.strip_inbound;
    info.strip_outbound = origin.settings.strip_outbound;
    info.link_capacity = origin.settings.link_capacity;
    const PeerProperties said = read_peer_properties(turn, pn);
    info.cost = std::max(origin.settings.cost, said.cost);
    info.streaming_links = said.streaming_links;
    const char* hostname = pn_connection_remote_hostname(pn);
    if (origin.multi_tenant && hostname && *hostname) {
        info.tenant = std::string(hostname) + "/";
    }
    info.details = details(pn, transport);
    return info;
}

std::string opened_line(ConnectionTurn&, pn_connection_t* pn, const core::ConnectionInfo& info) {
    return std::string("Connection Opened: dir=") + (info.dialled ? "out" : "in") +
           " host=" + info.host + " vhost=" + text(pn_connection_remote_hostname(pn)) +
           " encrypted=no auth=" + (info.sasl.empty() ? "no" : info.sasl) +
           " user=" + (info.user.empty() ? nobody : info.user) + " container_id=" + info.container;
}

} // namespace crosspoint::io
