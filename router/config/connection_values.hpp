// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/settings.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

// The small languages inside attributes of listeners and connectors. All throw
// std::invalid_argument with a text that says what is allowed.
namespace crosspoint::config {

/// A port number, or the name of a service that this host knows; amqp and amqps are always known.
std::uint16_t parse_port(std::string_view text);

/// "none", "all", or names divided by commas.
MessageComponents parse_message_components(std::string_view text);

/// "[scheme://]host[:port]" divided by commas. Blanks do not count.
std::vector<FailoverUrl> parse_failover_urls(std::string_view text);

/// Refuses a list of SASL mechanisms, divided by blanks, of which none is one of `available`.
void check_mechanisms(std::string_view list, std::span<const std::string_view> available);

} // namespace crosspoint::config
