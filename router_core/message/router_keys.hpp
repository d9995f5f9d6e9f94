// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// Keys of the message annotations that routers write for each other.
namespace crosspoint::message::router_key {

/// Every symbol that starts so is a router's, also one that is not listed here.
inline constexpr std::string_view prefix = "x-opt-qd.";

inline constexpr std::string_view phase = "x-opt-qd.phase";
inline constexpr std::string_view stream = "x-opt-qd.stream";
inline constexpr std::string_view to = "x-opt-qd.to";
inline constexpr std::string_view ingress = "x-opt-qd.ingress";
inline constexpr std::string_view trace = "x-opt-qd.trace";

} // namespace crosspoint::message::router_key
