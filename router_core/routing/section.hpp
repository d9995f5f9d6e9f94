// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace crosspoint::routing {

/// Descriptors of the message sections that the protocol uses (AMQP 1.0 3.2).
namespace section {
inline constexpr std::uint8_t header = 0x70;
inline constexpr std::uint8_t message_annotations = 0x72;
inline constexpr std::uint8_t properties = 0x73;
inline constexpr std::uint8_t application_properties = 0x74;
inline constexpr std::uint8_t amqp_value = 0x77;
} // namespace section

namespace annotation_key {
inline constexpr std::string_view ingress = "x-opt-qd.ingress";
inline constexpr std::string_view trace = "x-opt-qd.trace";
} // namespace annotation_key

} // namespace crosspoint::routing
