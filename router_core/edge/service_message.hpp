// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/amqp/reader.hpp"
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
    std::optional<amqp::Value> correlation_id;
    std::optional<amqp::Elements> application_properties;
    std::optional<amqp::Value> body; ///< of an amqp-value section

    /// An application property that is a number; nothing if it is absent or something else.
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view key) const;
    /// The same for text.
    [[nodiscard]] std::optional<std::string_view> text(std::string_view key) const;

private:
    [[nodiscard]] std::optional<amqp::Value> property(std::string_view key) const;
};

/// Fails if the octets are no sequence of message sections.
Result<ServiceMessage> read_service_message(std::span<const std::uint8_t> octets);

} // namespace crosspoint::edge
