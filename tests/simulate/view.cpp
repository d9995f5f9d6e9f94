// SPDX-License-Identifier: Apache-2.0
#include "tests/simulate/view.hpp"

#include "crosspoint/base/check.hpp"

#include <algorithm>

namespace simulate {

using namespace crosspoint::routing;
using crosspoint::check;

View::Remote& View::at(RouterSlot slot) {
    check(slot.value < remotes_.size() && !remotes_[slot.value].id.empty(), "slot was announced");
    return remotes_[slot.value];
}

bool View::apply(const Change& change) {
    if (const auto* learned = std::get_if<RouterLearned>(&change)) {
        if (learned->slot.value >= remotes_.size()) {
            remotes_.resize(learned->slot.value + 1);
        }
        check(remotes_[learned->slot.value].id.empty(), "slot was free");
        remotes_[learned->slot.value].id = learned->id;
        return false;
    }
    if (const auto* changed = std::get_if<RouteChanged>(&change)) {
        at(changed->slot).route = changed->route;
        return true;
    }
    if (const auto* gone = std::get_if<RouterUnreachable>(&change)) {
        Remote& remote = at(gone->slot);
        check(remote.route && remote.keys.empty(), "addresses go before the route");
        remote.route.reset();
        return true;
    }
    if (const auto* forgotten = std::get_if<RouterForgotten>(&change)) {
        Remote& remote = at(forgotten->slot);
        check(!remote.route && remote.keys.empty(), "a forgotten router has nothing left");
        remote.id.clear();
        return false;
    }
    if (const auto* mapped = std::get_if<AddressMapped>(&change)) {
        Remote& remote = at(mapped->slot);
        check(remote.route.has_value(), "addresses are mapped to reachable routers");
        check(remote.keys.insert(mapped->key).second, "an address is mapped once");
        return true;
    }
    if (const auto* unmapped = std::get_if<AddressUnmapped>(&change)) {
        check(at(unmapped->slot).keys.erase(unmapped->key) == 1, "a mapped address is unmapped");
        return true;
    }
    if (const auto* radius = std::get_if<RadiusChanged>(&change)) {
        radius_ = radius->radius;
    }
    return false;
}

const View::Remote* View::find(std::string_view id) const {
    const auto found = std::ranges::find(remotes_, id, &Remote::id);
    return found == remotes_.end() ? nullptr : &*found;
}

std::optional<RouterSlot> View::slot_of(std::string_view id) const {
    const auto found = std::ranges::find(remotes_, id, &Remote::id);
    if (found == remotes_.end()) {
        return std::nullopt;
    }
    return RouterSlot{static_cast<std::uint32_t>(found - remotes_.begin())};
}

} // namespace simulate
