// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/address_lookup.hpp"

#include "router_core/edge/service_message.hpp"
#include "router_core/routing/section.hpp"

#include <array>
#include <cinttypes>
#include <cstdio>

namespace crosspoint::edge {

namespace section = routing::section;

namespace {

constexpr std::uint32_t protocol_version = 1;
constexpr std::uint32_t link_route_lookup = 1;

AmqpError refused() {
    return {condition::decode_error, "Not a request for the lookup of an address"};
}

void number_property(amqp::Writer& out, std::string_view key, std::uint32_t value) {
    out.string(key);
    out.uint_value(value);
}

/// The six first properties, of which two are given.
void write_properties(amqp::Writer& out, std::string_view to, std::string_view reply_to,
                      std::span<const std::uint8_t> correlation_id) {
    out.section(section::properties);
    const auto list = out.begin_list();
    const auto text_or_null = [&](std::string_view text) {
        text.empty() ? out.null() : out.string(text);
    };
    out.null(); // message-id
    out.null(); // user-id
    text_or_null(to);
    out.null(); // subject
    text_or_null(reply_to);
    correlation_id.empty() ? out.null() : out.encoded(correlation_id);
    out.end(list, 6);
}

template <class First>
amqp::Octets finish(amqp::Writer& out, First write_first, bool second) {
    out.section(section::amqp_value);
    const auto body = out.begin_list();
    write_first();
    out.boolean(second);
    out.end(body, 2);
    return out.take();
}

} // namespace

amqp::Octets encode(std::string_view reply_to, std::string_view correlation_id,
                    std::string_view address, bool client_sends) {
    amqp::Writer correlation;
    correlation.string(correlation_id);
    amqp::Writer out;
    write_properties(out, {}, reply_to, correlation.octets());
    out.section(section::application_properties);
    const auto map = out.begin_map();
    number_property(out, "version", protocol_version);
    number_property(out, "opcode", link_route_lookup);
    out.end(map, 4);
    return finish(
        out, [&] { out.string(address); }, client_sends);
}

Result<LookupRequest> read_lookup_request(std::span<const std::uint8_t> octets) {
    const auto message = read_service_message(octets);
    if (!message) {
        return message.error();
    }
    auto body = message->body ? message->body->list() : std::nullopt;
    if (!message->reply_to || message->number("version") != protocol_version ||
        message->number("opcode") != link_route_lookup || !body || body->count() != 2) {
        return refused();
    }
    const auto first = body->next();
    const auto second = body->next();
    const auto address = first ? first->text() : std::nullopt;
    const auto client_sends = second ? second->boolean() : std::nullopt;
    if (!address || !client_sends) {
        return refused();
    }
    LookupRequest request;
    request.reply_to = *message->reply_to;
    if (message->correlation_id) {
        const auto id = message->correlation_id->encoded();
        request.correlation_id.assign(id.begin(), id.end());
    }
    request.address = *address;
    request.client_sends = *client_sends;
    return request;
}

amqp::Octets encode_reply(const LookupRequest& request, LookupStatus status, bool is_link_route,
                          bool has_destinations) {
    amqp::Writer out;
    write_properties(out, request.reply_to, {}, request.correlation_id);
    out.section(section::application_properties);
    const auto map = out.begin_map();
    number_property(out, "version", protocol_version);
    number_property(out, "opcode", link_route_lookup);
    number_property(out, "status", static_cast<std::uint32_t>(status));
    out.end(map, 6);
    return finish(
        out, [&] { out.boolean(is_link_route); }, has_destinations);
}

Result<LookupReply> read_lookup_reply(std::span<const std::uint8_t> octets) {
    const auto message = read_service_message(octets);
    if (!message) {
        return message.error();
    }
    LookupReply reply;
    if (message->correlation_id) {
        reply.correlation_id = message->correlation_id->text().value_or("");
    }
    const auto status = message->number("status");
    auto body = message->body ? message->body->list() : std::nullopt;
    const auto first = body ? body->next() : std::nullopt;
    const auto second = body ? body->next() : std::nullopt;
    const auto is_link_route = first ? first->boolean() : std::nullopt;
    const auto has_destinations = second ? second->boolean() : std::nullopt;
    const bool understood = message->number("version") == protocol_version && status &&
                            *status >= 0 && *status <= 4 && is_link_route && has_destinations;
    if (!understood) {
        reply.status = LookupStatus::invalid_request;
        return reply;
    }
    reply.status = static_cast<LookupStatus>(*status);
    reply.is_link_route = *is_link_route;
    reply.has_destinations = *has_destinations;
    return reply;
}

std::string lookup_correlation_id(std::uint64_t now_ms, std::uint32_t count) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "client-%016" PRIx64 "%08" PRIx32, now_ms, count);
    return text.data();
}

} // namespace crosspoint::edge
