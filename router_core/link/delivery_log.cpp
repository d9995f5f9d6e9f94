// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/delivery_log.hpp"

#include "router_core/link/connection.hpp"

namespace crosspoint::core {

namespace {

std::string name_of(std::uint64_t code) {
    switch (code) {
    case state::none:
        return "no state";
    case state::received:
        return "received";
    case state::accepted:
        return "accepted";
    case state::rejected:
        return "rejected";
    case state::released:
        return "released";
    case state::modified:
        return "modified";
    case state::declared:
        return "declared";
    case state::transactional:
        return "transactional";
    default:
        return "state " + std::to_string(code);
    }
}

} // namespace

void log_delivery(const Link& link, std::uint64_t number, std::string_view text) {
    log::write(log::Module::router_core, log::Level::debug, "[C%lu][L%lu][D%lu] %.*s",
               link.connection.id.value, link.identity, number, static_cast<int>(text.size()),
               text.data());
}

std::string text_of(const DeliveryState& state) {
    std::string text = name_of(state.code);
    if (state.detail && !state.detail->condition.empty()) {
        text += " (" + state.detail->condition;
        if (!state.detail->description.empty()) {
            text += ": " + state.detail->description;
        }
        text += ')';
    }
    return text;
}

} // namespace crosspoint::core
