// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

#include "crosspoint/amqp/writer.hpp"
#include "crosspoint/base/id.hpp"
#include "crosspoint/base/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace crosspoint::management {

/// What a client asks for, read from its message.
struct Request {
    std::string reply_to;        ///< empty: the client wants no answer, and gets none
    amqp::Octets correlation_id; ///< encoded, as it came; empty: none
    /// The application properties; nothing if the message has none, or no map.
    std::optional<config::Map> properties;
    amqp::Octets encoded_properties; ///< the same, as they came
    config::Value body;
    ConnectionId connection; ///< on which it came

    /// A property that is a text; nothing if it is absent, empty or something else.
    [[nodiscard]] std::optional<std::string> text(std::string_view property) const;
    /// A property that is a number, or digits.
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view property) const;
    /// The body's map; an empty one if there is no body. Null if the body is something else.
    [[nodiscard]] const config::Map* body_map() const;
    /// Names asked for by a query; nothing if the body does not say any.
    [[nodiscard]] std::optional<config::List> attribute_names() const;

    /// For the log: operation, properties and body, shortened, without secrets.
    [[nodiscard]] std::string describe() const;
};

/// The value of a map's key, the last if it is there several times; null if it is not there.
const config::Value* find_entry(const config::Map& map, std::string_view key);

/// Fails if the octets are no message.
Result<Request> read_request(std::span<const std::uint8_t> octets);

} // namespace crosspoint::management
