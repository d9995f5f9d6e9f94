// SPDX-License-Identifier: Apache-2.0
#include "router_core/message/trace.hpp"

#include "crosspoint/message/amqp_cursor.hpp"

namespace crosspoint::message {

namespace {

/// Calls `visit` with each node until it returns true; then true.
template <class Visit>
bool any_node(const Message& message, Visit visit) {
    const Range trace = message.facts().trace;
    const std::span<const std::byte> bytes{message.head()->data(), trace.end};
    AmqpCursor cursor(bytes, trace.begin, trace.end);
    AmqpValue node;
    while (!cursor.at_end() && cursor.take(node) == Taken::whole) {
        if (visit(cursor.text(node))) {
            return true;
        }
    }
    return false;
}

} // namespace

bool has_passed(const Message& message, std::string_view node) {
    return any_node(message, [node](std::string_view passed) { return passed == node; });
}

std::vector<std::string> nodes_passed(const Message& message) {
    std::vector<std::string> nodes;
    any_node(message, [&nodes](std::string_view passed) {
        nodes.emplace_back(passed);
        return false;
    });
    return nodes;
}

} // namespace crosspoint::message
