// SPDX-License-Identifier: Apache-2.0
// What the management agent asks of the core.
#include "router_core/thread/core_state.hpp"

#include <utility>
#include <variant>

namespace crosspoint::core {

void CoreState::handle(CoreThread& ct, ManagementAsked&& asked) {
    std::visit([&](auto& what) { manage(ct, asked.command->serial, std::move(what)); },
               asked.command->what);
}

void CoreState::manage(CoreThread& ct, std::uint64_t, SettleRequest&& settle) {
    desk_.settle(ct, std::move(settle));
}

void CoreState::manage(CoreThread& ct, std::uint64_t, SendReply&& reply) {
    write_key(resolve(reply.to, identity_), '0', key_);
    Address* to = addresses_.find(key_);
    if (edge_uplink_ && !(to && to->has_destination())) {
        to = edge_uplink_->beyond();
    }
    desk_.send(ct, reply, to, edge_uplink_ ? edge_uplink_->way_up() : nullptr);
}

} // namespace crosspoint::core
