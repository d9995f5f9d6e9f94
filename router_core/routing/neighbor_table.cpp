// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/neighbor_table.hpp"

#include <algorithm>
#include <set>

namespace crosspoint::routing {

void NeighborTable::connection_up(ConnectionId connection, Cost cost) {
    Contact& contact = contacts_[connection];
    set_router(connection, contact, {});
    contact.cost = cost;
}

bool NeighborTable::is_confirmed(const Contact& contact, Instant now) const {
    return contact.confirmed && now - *contact.confirmed <= max_age_;
}

std::optional<ConnectionId> NeighborTable::standby_for(std::string_view id, Instant now) const {
    for (const auto& [connection, contact] : contacts_) {
        if (contact.router == id && is_confirmed(contact, now)) {
            return connection;
        }
    }
    return std::nullopt;
}

std::optional<std::string> NeighborTable::connection_lost(ConnectionId connection, Instant now) {
    const auto contact = contacts_.extract(connection);
    const auto bound = contact.empty() ? bound_.end() : bound_.find(contact.mapped().router);
    if (bound == bound_.end() || bound->second != connection) {
        return std::nullopt;
    }
    ++revision_;
    if (const auto standby = standby_for(bound->first, now)) {
        bound->second = *standby;
        return std::nullopt;
    }
    return std::move(bound_.extract(bound).key());
}

void NeighborTable::cost_changed(ConnectionId connection, Cost cost) {
    const auto contact = contacts_.find(connection);
    if (contact != contacts_.end() && contact->second.cost != cost) {
        contact->second.cost = cost;
        ++revision_;
    }
}

void NeighborTable::set_router(ConnectionId connection, Contact& contact, const std::string& id) {
    const auto bound = bound_.find(contact.router);
    if (bound != bound_.end() && bound->second == connection) {
        bound_.erase(bound);
        ++revision_;
    }
    contact.router = id;
    contact.confirmed.reset();
}

NeighborTable::HelloResult NeighborTable::on_hello(ConnectionId connection, const Hello& hello,
                                                   Instant now) {
    const auto found = contacts_.find(connection);
    if (found == contacts_.end()) {
        return HelloResult::ignored;
    }
    Contact& contact = found->second;
    const bool first = contact.router != hello.id || now - contact.heard > max_age_;
    if (contact.router != hello.id) {
        set_router(connection, contact, hello.id);
    }
    contact.heard = now;
    if (std::ranges::find(hello.seen, self_) == hello.seen.end()) {
        return first ? HelloResult::heard_first : HelloResult::heard;
    }
    contact.confirmed = now;
    const auto [bound, is_new] = bound_.try_emplace(hello.id, connection);
    if (!is_new) {
        if (bound->second == connection) {
            return HelloResult::confirmed;
        }
        if (is_confirmed(contacts_.at(bound->second), now)) {
            return HelloResult::confirmed_also;
        }
        bound->second = connection;
    }
    ++revision_;
    return HelloResult::bound;
}

void NeighborTable::restarted(std::string_view id, ConnectionId alive) {
    for (auto& [connection, contact] : contacts_) {
        if (contact.router == id && connection != alive) {
            contact.router.clear();
            contact.confirmed.reset();
        }
    }
    const auto bound = bound_.find(id);
    if (bound != bound_.end() && bound->second != alive) {
        bound_.erase(bound);
        ++revision_;
    }
}

std::vector<std::string> NeighborTable::expire(Instant now) {
    std::vector<std::string> lost;
    for (auto bound = bound_.begin(); bound != bound_.end();) {
        if (is_confirmed(contacts_.at(bound->second), now)) {
            ++bound;
        } else if (const auto standby = standby_for(bound->first, now)) {
            bound->second = *standby;
            ++revision_;
            ++bound;
        } else {
            ++revision_;
            lost.push_back(bound->first);
            bound = bound_.erase(bound);
        }
    }
    return lost;
}

std::vector<std::string> NeighborTable::seen(Instant now) const {
    std::set<std::string> ids;
    for (const auto& [connection, contact] : contacts_) {
        if (!contact.router.empty() && now - contact.heard <= max_age_) {
            ids.insert(contact.router);
        }
    }
    return {ids.begin(), ids.end()};
}

std::vector<ConnectionId> NeighborTable::connections() const {
    std::vector<ConnectionId> all;
    all.reserve(contacts_.size());
    for (const auto& [connection, contact] : contacts_) {
        all.push_back(connection);
    }
    return all;
}

bool NeighborTable::is_neighbor(std::string_view id) const {
    return bound_.contains(id);
}

std::optional<ConnectionId> NeighborTable::connection_to(std::string_view id) const {
    const auto bound = bound_.find(id);
    return bound == bound_.end() ? std::nullopt : std::optional(bound->second);
}

std::vector<Peer> NeighborTable::peers() const {
    std::vector<Peer> all;
    all.reserve(bound_.size());
    for (const auto& [id, connection] : bound_) {
        all.push_back(Peer{id, contacts_.at(connection).cost});
    }
    return all;
}

} // namespace crosspoint::routing
