// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/reachability_notice.hpp"

#include "router_core/edge/service_message.hpp"
#include "router_core/routing/codec.hpp"
#include "router_core/routing/section.hpp"

namespace crosspoint::edge {

namespace section = routing::section;

amqp::Octets encode(const ReachabilityNotice& notice, std::string_view router_id) {
    const std::string node = routing::node_id(router_id);
    amqp::Writer out;
    out.section(section::header);
    const auto header = out.begin_list();
    out.boolean(false);
    out.end(header, 1);

    amqp::Writer passed;
    passed.string(node);
    amqp::Writer entries;
    entries.symbol(routing::annotation_key::ingress);
    entries.string(node);
    entries.symbol(routing::annotation_key::trace);
    entries.compact_list(passed, 1);
    out.section(section::message_annotations);
    out.compact_map(entries, 4);

    out.section(section::amqp_value);
    const auto body = out.begin_list();
    out.string(notice.key);
    out.boolean(notice.reachable);
    out.end(body, 2);
    return out.take();
}

Result<std::optional<ReachabilityNotice>> read_notice(std::span<const std::uint8_t> octets) {
    const auto message = read_service_message(octets);
    if (!message) {
        return message.error();
    }
    auto elements = message->body ? message->body->list() : std::nullopt;
    if (!elements || elements->count() != 2) {
        return std::optional<ReachabilityNotice>{};
    }
    const auto key = elements->next();
    const auto flag = elements->next();
    const auto text = key ? key->text() : std::nullopt;
    const auto reachable = flag ? flag->boolean() : std::nullopt;
    if (!text || !reachable) {
        return std::optional<ReachabilityNotice>{};
    }
    return std::optional(ReachabilityNotice{std::string(*text), *reachable});
}

} // namespace crosspoint::edge
