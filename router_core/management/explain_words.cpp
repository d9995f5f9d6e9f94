// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/explain.hpp"

namespace crosspoint::core {

/// "link 7 of connection 3 (container 'c')"
std::string place_of(const Link& link) {
    const Connection& connection = link.connection;
    const bool to_router =
        connection.info.role == Role::inter_router || connection.info.role == Role::edge;
    return "link " + std::to_string(link.identity) + " of connection " +
           std::to_string(connection.id.value) + (to_router ? " (router '" : " (container '") +
           connection.info.container + "')";
}

/// "1 delivery", "2 deliveries": `what` is the singular.
std::string count_of(std::uint64_t number, std::string_view what) {
    std::string text = std::to_string(number) + " " + std::string(what);
    if (number == 1) {
        return text;
    }
    if (text.back() == 'y') {
        text.back() = 'i';
        return text + "es";
    }
    return text + "s";
}

std::string age_of(const CoreView& view, std::uint64_t since_ms) {
    constexpr std::uint64_t second = 1000;
    return count_of((view.context.now_ms - since_ms) / second, "second");
}

} // namespace crosspoint::core
