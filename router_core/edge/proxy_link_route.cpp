// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/proxy_link_route.hpp"

#include "router_core/address/address_text.hpp"
#include "router_core/edge/service_message.hpp"
#include "router_core/routing/section.hpp"

#include <initializer_list>
#include <utility>

namespace crosspoint::edge {

namespace section = routing::section;

namespace {

constexpr std::string_view type = "org.apache.qpid.dispatch.router.connection.linkRoute";

using Entry = std::pair<std::string_view, std::string_view>;

void write_map(amqp::Writer& out, std::uint8_t descriptor, std::initializer_list<Entry> entries) {
    out.section(descriptor);
    const auto map = out.begin_map();
    for (const auto& [key, value] : entries) {
        out.string(key);
        out.string(value);
    }
    out.end(map, 2 * entries.size());
}

/// The six first properties, of which the last two are given.
void write_properties(amqp::Writer& out, const ReplyTo& reply) {
    out.section(section::properties);
    const auto list = out.begin_list();
    out.null(); // message-id
    out.null(); // user-id
    out.null(); // to: the link says it
    out.null(); // subject
    out.string(reply.address);
    out.string(reply.correlation_id);
    out.end(list, 6);
}

std::string identity_in(const amqp::Value& body) {
    auto entries = body.map();
    while (entries && !entries->done()) {
        const auto key = entries->next();
        const auto value = key ? entries->next() : std::nullopt;
        if (!value) {
            break;
        }
        if (key->text() == "identity") {
            return std::string(value->string().value_or(""));
        }
    }
    return {};
}

} // namespace

std::optional<ProxyLinkRoute> proxy_link_route(std::string_view edge_id, std::string_view key) {
    if (key.size() < 2) {
        return std::nullopt;
    }
    constexpr std::string_view of_prefixes = "CD", of_patterns = "EF";
    const bool is_prefix = of_prefixes.find(key[0]) != std::string_view::npos;
    if (!is_prefix && of_patterns.find(key[0]) == std::string_view::npos) {
        return std::nullopt;
    }
    ProxyLinkRoute route;
    route.name = std::string(edge_id) + "/proxyLinkRoute/" + std::string(key);
    route.pattern = std::string(key.substr(1)) + (is_prefix ? "/#" : "");
    route.client_sends = key[0] == 'C' || key[0] == 'E';
    return route;
}

amqp::Octets encode_create(const ProxyLinkRoute& route, const ReplyTo& reply) {
    amqp::Writer out;
    write_properties(out, reply);
    write_map(out, section::application_properties,
              {{"operation", "CREATE"}, {"type", type}, {"name", route.name}});
    write_map(out, section::amqp_value,
              {{"type", type},
               {"pattern", route.pattern},
               {"direction", route.client_sends ? "in" : "out"},
               {"name", route.name}});
    return out.take();
}

amqp::Octets encode_delete(const ProxyLinkRoute& route, std::string_view identity,
                           const ReplyTo& reply) {
    amqp::Writer out;
    write_properties(out, reply);
    write_map(
        out, section::application_properties,
        {{"operation", "DELETE"}, {"type", type}, {"identity", identity}, {"name", route.name}});
    write_map(out, section::amqp_value, {});
    return out.take();
}

Result<LinkRouteReply> read_link_route_reply(std::span<const std::uint8_t> octets) {
    const auto message = read_service_message(octets);
    if (!message) {
        return message.error();
    }
    LinkRouteReply reply;
    if (message->correlation_id) {
        reply.correlation_id = message->correlation_id->text().value_or("");
    }
    reply.status = message->number("statusCode").value_or(0);
    reply.description = message->text("statusDescription").value_or("");
    if (message->body) {
        reply.identity = identity_in(*message->body);
    }
    return reply;
}

} // namespace crosspoint::edge
