// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

namespace crosspoint::core {

namespace {

using Of = Column<Connection>;

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

void write_last_delivery(Writer& out, const CoreView& view, const Connection& connection) {
    if (connection.last_delivery_s == Connection::never) {
        out.null();
    } else {
        out.uint_value(view.context.now_s - connection.last_delivery_s);
    }
}

constexpr std::array columns{
    Of{"name", [](Writer& out, const CoreView&,
                  const Connection& row) { out.string("connection/" + row.info.host); }},
    Of{"identity", [](Writer& out, const CoreView&,
                      const Connection& row) { write_number_text(out, row.id.value); }},
    Of{"host",
       [](Writer& out, const CoreView&, const Connection& row) { out.string(row.info.host); }},
    Of{"role", [](Writer& out, const CoreView&,
                  const Connection& row) { out.string(name_of(row.info.role)); }},
    Of{"protocol", [](Writer& out, const CoreView&, const Connection&) { out.string("amqp"); }},
    Of{"dir", [](Writer& out, const CoreView&,
                 const Connection& row) { out.string(row.info.dialled ? "out" : "in"); }},
    Of{"container", [](Writer& out, const CoreView&,
                       const Connection& row) { write_or_null(out, row.info.container); }},
    Of{"sasl", [](Writer& out, const CoreView&,
                  const Connection& row) { write_or_null(out, row.info.sasl); }},
    Of{"isAuthenticated", [](Writer& out, const CoreView&,
                             const Connection& row) { out.boolean(row.info.is_authenticated); }},
    Of{"user", [](Writer& out, const CoreView&,
                  const Connection& row) { write_or_null(out, row.info.user); }},
    Of{"isEncrypted", [](Writer& out, const CoreView&,
                         const Connection& row) { out.boolean(details_of(row).is_encrypted); }},
    Of{"sslProto", [](Writer& out, const CoreView&,
                      const Connection& row) { write_or_null(out, details_of(row).tls_protocol); }},
    Of{"sslCipher", [](Writer& out, const CoreView&,
                       const Connection& row) { write_or_null(out, details_of(row).tls_cipher); }},
    Of{"properties",
       [](Writer& out, const CoreView&, const Connection& row) { write_properties(out, row); }},
    Of{"sslSsf", [](Writer& out, const CoreView&,
                    const Connection& row) { out.long_value(details_of(row).tls_strength); }},
    Of{"tenant", [](Writer& out, const CoreView&,
                    const Connection& row) { write_or_null(out, row.info.tenant); }},
    Of{"type", [](Writer& out, const CoreView&,
                  const Connection&) { out.string("org.apache.qpid.dispatch.connection"); }},
    Of{"ssl", [](Writer& out, const CoreView&,
                 const Connection& row) { out.boolean(details_of(row).is_encrypted); }},
    Of{"opened", [](Writer& out, const CoreView&, const Connection&) { out.boolean(true); }},
    Of{"active", [](Writer& out, const CoreView& view,
                    const Connection& row) { out.boolean(is_active(view, row)); }},
    Of{"adminStatus",
       [](Writer& out, const CoreView&, const Connection& row) {
           out.string(row.is_dropped ? "deleted" : "enabled");
       }},
    Of{"operStatus", [](Writer& out, const CoreView&,
                        const Connection& row) { out.string(row.is_dropped ? "closing" : "up"); }},
    Of{"uptimeSeconds",
       [](Writer& out, const CoreView& view, const Connection& row) {
           out.uint_value(view.context.now_s - row.opened_s);
       }},
    Of{"lastDlvSeconds", [](Writer& out, const CoreView& view,
                            const Connection& row) { write_last_delivery(out, view, row); }},
    Of{"enableProtocolTrace",
       [](Writer& out, const CoreView&, const Connection& row) { out.boolean(row.frames_traced); }},
};

} // namespace

std::span<const Column<Connection>> connection_columns() {
    return columns;
}

} // namespace crosspoint::core
