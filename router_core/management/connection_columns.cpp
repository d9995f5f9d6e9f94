// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

namespace crosspoint::core {

namespace {

using Of = wire::Connection;

std::string_view name_of(Role role) {
    switch (role) {
    case Role::inter_router:
        return "inter-router";
    case Role::route_container:
        return "route-container";
    case Role::edge:
        return "edge";
    case Role::normal:
        break;
    }
    return "normal";
}

const ConnectionDetails& details_of(const Connection& connection) {
    static const ConnectionDetails nothing;
    return connection.info.details ? *connection.info.details : nothing;
}

void write_properties(Writer& out, const Connection& connection) {
    const std::string& encoded = details_of(connection).properties;
    if (encoded.empty()) {
        out.end(out.begin_map(), 0);
        return;
    }
    out.encoded({reinterpret_cast<const std::uint8_t*>(encoded.data()), encoded.size()});
}

/// An edge router uses one of its connections to interior routers; the others stand by.
bool is_active(const CoreView& view, const Connection& connection) {
    return !view.settings.edge || connection.info.role != Role::edge ||
           connection.id == view.uplink;
}

std::optional<std::uint32_t> since_last_delivery(const CoreView& view,
                                                 const Connection& connection) {
    return connection.last_delivery_s == Connection::never
               ? std::nullopt
               : std::optional(view.context.now_s - connection.last_delivery_s);
}

constexpr auto columns = ColumnsOf<Connection, Of>::from(
    value<Of::name>([](const Connection& row) { return "connection/" + row.info.host; }),
    value<Of::identity>([](const Connection& row) { return std::to_string(row.id.value); }),
    value<Of::host>([](const Connection& row) { return std::string_view(row.info.host); }),
    value<Of::role>([](const Connection& row) { return name_of(row.info.role); }),
    value<Of::protocol>([] { return "amqp"; }),
    value<Of::dir>([](const Connection& row) { return row.info.dialled ? "out" : "in"; }),
    value<Of::container>([](const Connection& row) { return unless_empty(row.info.container); }),
    value<Of::sasl>([](const Connection& row) { return unless_empty(row.info.sasl); }),
    value<Of::isAuthenticated>([](const Connection& row) { return row.info.is_authenticated; }),
    value<Of::user>([](const Connection& row) { return unless_empty(row.info.user); }),
    value<Of::isEncrypted>([](const Connection& row) { return details_of(row).is_encrypted; }),
    value<Of::sslProto>(
        [](const Connection& row) { return unless_empty(details_of(row).tls_protocol); }),
    value<Of::sslCipher>(
        [](const Connection& row) { return unless_empty(details_of(row).tls_cipher); }),
    value<Of::properties>(
        [](Writer& out, const CoreView&, const Connection& row) { write_properties(out, row); }),
    value<Of::sslSsf>([](const Connection& row) { return details_of(row).tls_strength; }),
    value<Of::tenant>([](const Connection& row) { return unless_empty(row.info.tenant); }),
    value<Of::ssl>([](const Connection& row) { return details_of(row).is_encrypted; }),
    value<Of::opened>([] { return true; }),
    value<Of::active>(
        [](const CoreView& view, const Connection& row) { return is_active(view, row); }),
    value<Of::adminStatus>(
        [](const Connection& row) { return row.is_dropped ? "deleted" : "enabled"; }),
    value<Of::operStatus>([](const Connection& row) { return row.is_dropped ? "closing" : "up"; }),
    value<Of::uptimeSeconds>([](const CoreView& view, const Connection& row) {
        return view.context.now_s - row.opened_s;
    }),
    value<Of::lastDlvSeconds>(
        [](const CoreView& view, const Connection& row) { return since_last_delivery(view, row); }),
    value<Of::enableProtocolTrace>([](const Connection& row) { return row.frames_traced; }));

} // namespace

std::span<const Column<Connection>> connection_columns() {
    return columns;
}

} // namespace crosspoint::core
