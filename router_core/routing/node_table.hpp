// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/router_slot.hpp"
#include "router_core/routing/incarnation.hpp"
#include "router_core/routing/link_state.hpp"
#include "router_core/routing/remote_addresses.hpp"
#include "router_core/routing/request.hpp"
#include "router_core/routing/timers.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crosspoint::routing {

/// Notices that a router keeps advertising a lower sequence number than we have of it. One such
/// advertisement may have been overtaken on its way; a second one, seconds later, says that what
/// we have is not of this world, and must be fetched anew.
class BehindWatch {
public:
    static constexpr Duration patience = std::chrono::seconds(2);
    /// True if what we have is to be dropped.
    [[nodiscard]] bool observe(std::int64_t have, std::int64_t advertised, Instant now);

private:
    std::optional<Instant> since_;
};

/// What we know of one other router.
struct RouterNode {
    std::string id;
    RouterSlot slot;
    Incarnation incarnation;
    std::int64_t version = 0;

    LinkState link_state;
    /// When an RA or LSU last told us that the router lives.
    Instant fresh{0};
    std::int64_t advertised_ls_seq = 0;
    Request link_state_request;
    BehindWatch link_state_watch;

    RemoteAddresses addresses;
    std::int64_t advertised_mobile_seq = 0;
    Request address_request;
    BehindWatch address_watch;

    /// Answers that wait until there is a way to the router that asked.
    struct Owed {
        bool link_state = false;
        bool addresses = false;
    };
    Owed owed;

    /// How many ticks found nothing that speaks for the existence of this router.
    int idle_ticks = 0;
};

/// The other routers that we know of, by id and by slot.
class NodeTable {
public:
    explicit NodeTable(std::size_t limit) : limit_(limit) {}

    [[nodiscard]] RouterNode* find(std::string_view id);
    [[nodiscard]] const RouterNode* find(std::string_view id) const;
    [[nodiscard]] const RouterNode* at(RouterSlot slot) const;
    /// The new node in the lowest free slot, or nothing if the table is full. The id must be new.
    RouterNode* create(std::string_view id);
    void erase(RouterNode& node);

    [[nodiscard]] std::size_t size() const { return by_id_.size(); }
    /// All slots are below this one.
    [[nodiscard]] RouterSlot end_slot() const {
        return RouterSlot{static_cast<std::uint32_t>(by_slot_.size())};
    }

    /// All nodes, ascending by id.
    template <class Visitor>
    void for_each(Visitor visit) {
        for (const auto& [id, node] : by_id_) {
            visit(*node);
        }
    }
    template <class Visitor>
    void for_each(Visitor visit) const {
        for (const auto& [id, node] : by_id_) {
            visit(std::as_const(*node));
        }
    }

private:
    std::size_t limit_;
    /// The keys are the ids inside the nodes.
    std::map<std::string_view, std::unique_ptr<RouterNode>> by_id_;
    std::vector<RouterNode*> by_slot_{nullptr}; // slot 0 is this router
    std::set<std::uint32_t> free_slots_;
};

} // namespace crosspoint::routing
