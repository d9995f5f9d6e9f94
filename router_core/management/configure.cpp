// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/configure.hpp"

#include "router_core/management/table_reader.hpp"

#include "crosspoint/base/log.hpp"

#include <charconv>
#include <string>
#include <utility>

namespace crosspoint::core {

namespace {

constexpr std::uint32_t ok = 200, created = 201, deleted = 204;
constexpr std::uint32_t bad_request = 400, forbidden = 403, not_found = 404;

ManagementAnswer status(std::uint32_t code, std::string description = {}) {
    ManagementAnswer answer;
    answer.status = code;
    answer.description = std::move(description);
    return answer;
}

/// Walks to the one thing that `is_it` is true of; null if there is none.
template <class Thing, class IsIt>
Thing* find(const CreationOrder<Thing>& order, IsIt&& is_it) {
    Thing* found = nullptr;
    order.walk(0, SIZE_MAX, [&](Thing& thing) {
        found = is_it(thing) ? &thing : nullptr;
        return !found;
    });
    return found;
}

std::optional<std::uint64_t> number_in(const std::string& text) {
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

/// What is wrong with a rule, apart from what is there already; empty if nothing is.
std::string fault_of(const AddressRule& rule) {
    constexpr int most = 9;
    const bool phased = rule.ingress_phase != 0 || rule.egress_phase != 0;
    if (rule.fallback && phased) {
        return "Fallback cannot be specified with waypoint or non-zero ingress and egress phases";
    }
    if (!PatternTree<char>::normalise(rule.pattern)) {
        return rule.is_prefix ? "Prefix invalid - no tokens" : "Pattern invalid - no tokens";
    }
    if (rule.ingress_phase > most || rule.egress_phase > most) {
        return "Phase values must be between 0 and 9";
    }
    if (rule.priority < -1 || rule.priority > most) {
        return "Priority value, if present, must be between 0 and QDR_MAX_PRIORITY";
    }
    return {};
}

} // namespace

ManagementAnswer create_address(CoreThread&, const CoreView& view, RuleChange& change,
                                CreateAddress&& wanted) {
    const AddressRule& rule = wanted.rule;
    const auto has_its_name = [&](const ConfiguredAddress& other) {
        return other.rule.name == rule.name;
    };
    if (rule.name && find(view.addresses.rules_in_order(), has_its_name)) {
        return status(bad_request, "Name conflicts with an existing entity");
    }
    if (std::string fault = fault_of(rule); !fault.empty()) {
        return status(bad_request, std::move(fault));
    }
    const ConfiguredAddress* made = view.addresses.add_rule(std::move(wanted.rule));
    if (!made) {
        return status(bad_request, "Already exists");
    }
    change.note(made->rule.pattern);
    ManagementAnswer answer = row_of(view, *made);
    answer.status = created;
    return answer;
}

ManagementAnswer delete_row(CoreThread&, const CoreView& view, RuleChange& change,
                            const DeleteRow& wanted) {
    const RowSelector& selector = wanted.selector;
    if (!selector.identity && !selector.name) {
        return status(bad_request, "No name or identity provided");
    }
    const ConfiguredAddress* found =
        wanted.table == Table::config_address
            ? find(view.addresses.rules_in_order(),
                   [&](const ConfiguredAddress& rule) {
                       return selector.identity ? rule.identity == number_in(*selector.identity)
                                                : rule.rule.name == selector.name;
                   })
            : nullptr;
    if (!found) {
        return status(not_found);
    }
    change.note(found->rule.pattern);
    view.addresses.remove_rule(*found);
    return status(deleted);
}

ManagementAnswer update_connection(CoreThread& ct, const CoreView& view, Context& context,
                                   const UpdateConnection& wanted) {
    const auto id = number_in(wanted.identity);
    Connection* victim = find(view.context.connections, [&](const Connection& connection) {
        return connection.id.value == id;
    });
    const auto& admin_status = wanted.admin_status;
    const bool drop = admin_status == "deleted";
    const bool understood = !admin_status || drop || admin_status == "enabled";
    if (!victim || !understood || (!admin_status && !wanted.trace_frames)) {
        return status(bad_request);
    }
    const bool to_router =
        victim->info.role == Role::inter_router || victim->info.role == Role::edge;
    if (drop && to_router) {
        return status(forbidden, "You are not allowed to perform this operation.");
    }
    if (wanted.trace_frames) {
        victim->frames_traced = *wanted.trace_frames;
        context.postman.parcel(ct, *victim).trace_frames = wanted.trace_frames;
    }
    if (drop) {
        log::write(log::Module::router_core, log::Level::info,
                   "[C%lu] Connection force-closed by request from connection [C%lu]",
                   victim->id.value, wanted.requester.value);
        victim->is_dropped = true;
        context.postman.parcel(ct, *victim).drop = true;
    }
    ManagementAnswer answer = row_of(view, *victim);
    answer.status = ok;
    return answer;
}

} // namespace crosspoint::core
