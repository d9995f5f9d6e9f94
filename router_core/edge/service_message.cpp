// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/service_message.hpp"

#include "router_core/routing/section.hpp"

namespace crosspoint::edge {

namespace section = routing::section;

namespace {

// Their places in the list of properties (AMQP 1.0 3.2.4).
constexpr int reply_to_place = 4;
constexpr int correlation_id_place = 5;

void read_properties(const amqp::Value& value, ServiceMessage& message) {
    auto elements = value.list();
    for (int place = 0; elements && place <= correlation_id_place; ++place) {
        const auto field = elements->next();
        if (!field) {
            return;
        }
        if (place == reply_to_place) {
            message.reply_to = field->string();
        } else if (place == correlation_id_place && !field->is_null()) {
            message.correlation_id = field;
        }
    }
}

} // namespace

std::optional<amqp::Value> ServiceMessage::property(std::string_view key) const {
    auto walk = application_properties;
    while (walk && !walk->done()) {
        const auto name = walk->next();
        const auto value = walk->next();
        if (!name || !value) {
            return std::nullopt;
        }
        if (name->text() == key) {
            return value;
        }
    }
    return std::nullopt;
}

std::optional<std::int64_t> ServiceMessage::number(std::string_view key) const {
    const auto value = property(key);
    return value ? value->integer() : std::nullopt;
}

std::optional<std::string_view> ServiceMessage::text(std::string_view key) const {
    const auto value = property(key);
    return value ? value->text() : std::nullopt;
}

Result<ServiceMessage> read_service_message(std::span<const std::uint8_t> octets) {
    amqp::Reader reader(octets);
    ServiceMessage message;
    while (!reader.at_end()) {
        const auto descriptor = reader.descriptor();
        const auto value = descriptor ? reader.next() : std::nullopt;
        if (!value) {
            return AmqpError{condition::decode_error, "Parse error in message content"};
        }
        switch (*descriptor) {
        case section::properties:
            read_properties(*value, message);
            break;
        case section::application_properties:
            message.application_properties = value->map();
            break;
        case section::amqp_value:
            message.body = value;
            break;
        default:
            break;
        }
    }
    return message;
}

} // namespace crosspoint::edge
