// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/amqp_reader.hpp"

#include "crosspoint/base/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace crosspoint::edge {

/// The parts of a message between an edge router and the services of its interior router. The
/// values point into the octets it was read from.
struct ServiceMessage {
    std::optional<std::string_view> reply_to;
    std::optional<routing::AmqpValue> correlation_id;
    std::optional<routing::AmqpElements> application_properties;
    std::optional<routing::AmqpValue> body; ///< of an amqp-value section

    /// An application property that is a number; nothing if it is absent or something else.
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view key) const;
};

/// Fails if the octets are no sequence of message sections.
Result<ServiceMessage> read_service_message(std::span<const std::uint8_t> octets);

} // namespace crosspoint::edge
