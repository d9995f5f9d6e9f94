// SPDX-License-Identifier: Apache-2.0
// What the management agent asks of the core, and what the core does beside its messages.
#include "router_core/management/configure.hpp"
#include "router_core/management/explain.hpp"
#include "router_core/thread/core_state.hpp"

#include <utility>
#include <variant>

namespace crosspoint::core {

void CoreState::handle(CoreThread& ct, ManagementAsked&& asked) {
    std::visit([&](auto& what) { manage(ct, asked.command->serial, std::move(what)); },
               asked.command->what);
}

CoreView CoreState::view() {
    return {settings_,
            context_,
            addresses_,
            network_ ? &network_->engine() : nullptr,
            edge_uplink_ ? edge_uplink_->active() : ConnectionId{},
            management_};
}

bool CoreState::has_chores(CoreThread&) const {
    const bool look = management_ && health_.is_due(context_);
    return look || !reader_.is_idle() || !rule_change_.is_idle();
}

void CoreState::work_on_chores(CoreThread& ct) {
    if (!reader_.is_idle()) {
        reader_.work(ct, view());
    }
    if (!rule_change_.is_idle()) {
        rule_change_.work(ct, context_, addresses_, [this](const Address& address) {
            return network_ ? network_->hint_for(address) : std::nullopt;
        });
    }
    if (management_ && health_.is_due(context_)) {
        health_.work(ct, context_);
    }
}

void CoreState::tell_agent(std::uint64_t serial, ManagementAnswer&& answer) {
    if (management_) {
        answer.serial = serial;
        management_->post(std::move(answer));
    }
}

void CoreState::manage(CoreThread& ct, std::uint64_t serial, TableQuery&& query) {
    reader_.start(ct, serial, std::move(query));
}

void CoreState::manage(CoreThread& ct, std::uint64_t serial, CreateAddress&& wanted) {
    tell_agent(serial, create_address(ct, view(), rule_change_, std::move(wanted)));
}

void CoreState::manage(CoreThread& ct, std::uint64_t serial, DeleteRow&& wanted) {
    tell_agent(serial, delete_row(ct, view(), rule_change_, wanted));
}

void CoreState::manage(CoreThread& ct, std::uint64_t serial, UpdateConnection&& wanted) {
    tell_agent(serial, update_connection(ct, view(), context_, wanted));
}

void CoreState::manage(CoreThread& ct, std::uint64_t serial, Explain&& wanted) {
    tell_agent(serial, explain(ct, view(), identity_, wanted.subject));
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
