// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/messages.hpp"

#include <array>

namespace crosspoint::routing {

namespace {
// In the order of the alternatives of ProtocolMessage.
constexpr std::array<std::string_view, std::variant_size_v<ProtocolMessage>> opcodes{
    "HELLO", "RA", "LSR", "LSU", "MAR", "MAU",
};
} // namespace

const std::string& originator(const ProtocolMessage& message) {
    return std::visit([](const auto& m) -> const std::string& { return m.id; }, message);
}

std::int64_t version_of(const ProtocolMessage& message) {
    return std::visit([](const auto& m) { return m.version; }, message);
}

std::string_view opcode(const ProtocolMessage& message) {
    return opcodes[message.index()];
}

} // namespace crosspoint::routing
