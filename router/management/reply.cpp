// SPDX-License-Identifier: Apache-2.0
#include "router/management/reply.hpp"

#include "router/management/status.hpp"
#include "router/management/value_codec.hpp"

namespace crosspoint::management {

namespace {

// Descriptors of message sections (AMQP 1.0 3.2).
constexpr std::uint8_t header = 0x70;
constexpr std::uint8_t properties = 0x73;
constexpr std::uint8_t application_properties = 0x74;
constexpr std::uint8_t amqp_value = 0x77;

} // namespace

amqp::Octets write_reply(const Request& request, const Reply& reply) {
    amqp::Writer out;
    out.section(header);
    const auto head = out.begin_list();
    out.boolean(false); // durable
    out.end(head, 1);

    out.section(properties);
    const auto list = out.begin_list();
    out.null(); // message-id
    out.null(); // user-id
    out.string(request.reply_to);
    out.null(); // subject
    out.null(); // reply-to
    request.correlation_id.empty() ? out.null() : out.encoded(request.correlation_id);
    out.end(list, 6);

    out.section(application_properties);
    const auto map = out.begin_map();
    out.string("statusCode");
    out.int_value(reply.code);
    out.string("statusDescription");
    out.string(reply.description.empty() ? status::usual_text(reply.code) : reply.description);
    out.end(map, 4);

    out.section(amqp_value);
    out.encoded(reply.body);
    return out.take();
}

amqp::Octets map_body(const config::Map& map) {
    amqp::Writer out;
    encode(out, map);
    return out.take();
}

amqp::Octets value_body(const config::Value& value) {
    amqp::Writer out;
    encode(out, value);
    return out.take();
}

amqp::Octets null_body() {
    return {0x40};
}

} // namespace crosspoint::management
