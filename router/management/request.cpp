// SPDX-License-Identifier: Apache-2.0
#include "router/management/request.hpp"

#include "router/config/names.hpp"
#include "router/management/request_text.hpp"
#include "router/management/value_codec.hpp"

#include "crosspoint/amqp/reader.hpp"

#include <charconv>
#include <limits>

namespace crosspoint::management {

using config::Map;
using config::Value;

namespace {

// Descriptors of message sections (AMQP 1.0 3.2).
constexpr std::uint64_t properties_section = 0x73;
constexpr std::uint64_t application_properties_section = 0x74;
constexpr std::uint64_t value_section = 0x77;
constexpr std::uint64_t first_section = 0x70;
constexpr std::uint64_t last_section = 0x78;

// Their places in the list of properties (AMQP 1.0 3.2.4).
constexpr int reply_to_place = 4;
constexpr int correlation_id_place = 5;

AmqpError parse_error() {
    return {condition::decode_error, "Parse error in message content"};
}

bool read_properties(const amqp::Value& value, Request& request) {
    auto elements = value.list();
    if (!elements) {
        return false;
    }
    for (int place = 0; place <= correlation_id_place && !elements->done(); ++place) {
        const auto field = elements->next();
        if (!field) {
            return false;
        }
        if (place == reply_to_place) {
            request.reply_to = field->string().value_or("");
        } else if (place == correlation_id_place && !field->is_null()) {
            const auto encoded = field->encoded();
            request.correlation_id.assign(encoded.begin(), encoded.end());
        }
    }
    return true;
}

bool read_application_properties(const amqp::Value& value, Request& request) {
    if (!value.map()) {
        return true; // no map: whoever answers says so
    }
    auto decoded = decode(value);
    if (!decoded) {
        return false;
    }
    request.properties = std::move(std::get<Map>(decoded->data));
    const auto encoded = value.encoded();
    request.encoded_properties.assign(encoded.begin(), encoded.end());
    return true;
}

bool read_section(std::uint64_t section, const amqp::Value& value, Request& request) {
    switch (section) {
    case properties_section:
        return read_properties(value, request);
    case application_properties_section:
        return read_application_properties(value, request);
    case value_section: {
        auto decoded = decode(value);
        if (!decoded) {
            return false;
        }
        request.body = std::move(*decoded);
        return true;
    }
    default:
        return section >= first_section && section <= last_section;
    }
}

} // namespace

const Value* find_entry(const Map& map, std::string_view key) {
    for (auto at = map.rbegin(); at != map.rend(); ++at) {
        if (at->key == key) {
            return &at->value;
        }
    }
    return nullptr;
}

std::optional<std::string> Request::text(std::string_view property) const {
    const Value* value = properties ? find_entry(*properties, property) : nullptr;
    const auto* text = value ? value->get_if<std::string>() : nullptr;
    return text && !text->empty() ? std::optional(*text) : std::nullopt;
}

std::optional<std::int64_t> Request::integer(std::string_view property) const {
    const Value* value = properties ? find_entry(*properties, property) : nullptr;
    if (!value) {
        return std::nullopt;
    }
    if (const auto* number = value->get_if<std::int64_t>()) {
        return *number;
    }
    const auto* text = value->get_if<std::string>();
    std::int64_t number = 0;
    const auto read = text ? std::from_chars(text->data(), text->data() + text->size(), number).ec
                           : std::errc::invalid_argument;
    if (read == std::errc::result_out_of_range) {
        return text->front() == '-' ? std::numeric_limits<std::int64_t>::min()
                                    : std::numeric_limits<std::int64_t>::max();
    }
    return read == std::errc{} ? std::optional(number) : std::nullopt;
}

const Map* Request::body_map() const {
    static const Map empty;
    return body.is_null() ? &empty : body.get_if<Map>();
}

std::optional<config::List> Request::attribute_names() const {
    const Map* map = body_map();
    const Value* names = map ? find_entry(*map, "attributeNames") : nullptr;
    const auto* list = names ? names->get_if<config::List>() : nullptr;
    return list ? std::optional(*list) : std::nullopt;
}

std::string Request::describe() const {
    return describe_request(*this);
}

Result<Request> read_request(std::span<const std::uint8_t> octets) {
    amqp::Reader reader(octets);
    Request request;
    while (!reader.at_end()) {
        const auto descriptor = reader.descriptor();
        const auto value = descriptor ? reader.next() : std::nullopt;
        if (!value || !read_section(*descriptor, *value, request)) {
            return parse_error();
        }
    }
    return request;
}

} // namespace crosspoint::management
