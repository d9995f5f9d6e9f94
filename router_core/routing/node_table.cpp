// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/node_table.hpp"

#include "crosspoint/base/check.hpp"

namespace crosspoint::routing {

bool BehindWatch::observe(std::int64_t have, std::int64_t advertised, Instant now) {
    if (advertised >= have) {
        since_.reset();
        return false;
    }
    if (!since_) {
        since_ = now;
        return false;
    }
    if (now - *since_ < patience) {
        return false;
    }
    since_.reset();
    return true;
}

RouterNode* NodeTable::find(std::string_view id) {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second.get();
}

const RouterNode* NodeTable::find(std::string_view id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second.get();
}

const RouterNode* NodeTable::at(RouterSlot slot) const {
    return slot.value < by_slot_.size() ? by_slot_[slot.value] : nullptr;
}

RouterNode* NodeTable::create(std::string_view id) {
    if (by_id_.size() >= limit_) {
        return nullptr;
    }
    auto node = std::make_unique<RouterNode>();
    node->id = id;
    if (free_slots_.empty()) {
        node->slot = RouterSlot{static_cast<std::uint32_t>(by_slot_.size())};
        by_slot_.push_back(nullptr);
    } else {
        node->slot = RouterSlot{*free_slots_.begin()};
        free_slots_.erase(free_slots_.begin());
    }
    RouterNode* created = node.get();
    by_slot_[created->slot.value] = created;
    check(by_id_.emplace(created->id, std::move(node)).second, "a router has one node");
    return created;
}

void NodeTable::erase(RouterNode& node) {
    by_slot_[node.slot.value] = nullptr;
    free_slots_.insert(node.slot.value);
    by_id_.erase(node.id);
}

} // namespace crosspoint::routing
