// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/log.hpp"
#include "crosspoint/core/delivery_state.hpp"

#include <cstdint>
#include <string>
#include <string_view>

/// Lines about single deliveries: "[C1][L2][D3] ...", of ROUTER_CORE at debug.
namespace crosspoint::core {

struct Link;

/// Asked before anything else is done for a line, so that a delivery costs a branch if nobody
/// reads.
inline bool deliveries_are_logged() {
    return log::enabled(log::Module::router_core, log::Level::debug);
}

/// `number` is that of the incoming delivery, also on the links that it goes out on.
void log_delivery(const Link& link, std::uint64_t number, std::string_view text);

/// "accepted", "rejected (amqp:not-found: no such thing)"; "no state" if there is none.
std::string text_of(const DeliveryState& state);

} // namespace crosspoint::core
