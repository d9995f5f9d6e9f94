// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/request.hpp"

#include "crosspoint/amqp/writer.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace crosspoint::management {

/// What a request is answered with.
struct Reply {
    std::uint32_t code = 200;
    std::string description; ///< empty: the usual one of the code
    amqp::Octets body;       ///< one encoded value
};

/// The whole message, addressed to whoever asked.
amqp::Octets write_reply(const Request& request, const Reply& reply);

// Bodies.
amqp::Octets map_body(const config::Map& map);
amqp::Octets value_body(const config::Value& value);
amqp::Octets null_body();

} // namespace crosspoint::management
