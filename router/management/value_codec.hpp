// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

#include "crosspoint/amqp/reader.hpp"
#include "crosspoint/amqp/writer.hpp"

#include <optional>

namespace crosspoint::management {

/// Reads what a client sent. Nothing if it makes no sense, or is nested deeper than anybody needs:
/// a request must not cost us the stack. Binary becomes text.
std::optional<config::Value> decode(const amqp::Value& value);

/// Integers are written as `int`, or as `long` if they do not fit.
void encode(amqp::Writer& out, const config::Value& value);
void encode(amqp::Writer& out, const config::Map& map);

} // namespace crosspoint::management
