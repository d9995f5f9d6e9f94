// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/core_client.hpp"
#include "router/management/heap_figures.hpp"
#include "router/management/managed.hpp"

#include <string>

namespace crosspoint::management {

/// The management node itself.
class ManagementKind final : public EntityKind {
public:
    [[nodiscard]] std::string_view type() const override { return "management"; }
    void list(std::vector<Managed>& all) override;
};

/// The router as it was configured. Its counters are zero here: those that count are in the live
/// table, and a list of all entities has no rows of that.
class RouterKind final : public EntityKind {
public:
    /// `id`: also if the configuration does not say one.
    RouterKind(config::Entity configured, std::string id)
        : configured_(std::move(configured)),
          id_(std::move(id)) {}
    [[nodiscard]] std::string_view type() const override { return "router"; }
    void list(std::vector<Managed>& all) override;

private:
    config::Entity configured_;
    std::string id_;
};

/// The routers of the network.
class NodeKind final : public EntityKind {
public:
    explicit NodeKind(CoreClient& core) : core_(&core) {}
    [[nodiscard]] std::string_view type() const override { return "router.node"; }
    void list(std::vector<Managed>& all) override;

private:
    CoreClient* core_;
};

/// What there is of each kind of thing that takes memory, and what the heap's allocator says of
/// itself.
class AllocatorKind final : public EntityKind {
public:
    /// `heap` may be null.
    AllocatorKind(CoreClient& core, HeapFigures heap) : core_(&core), heap_(heap) {}
    [[nodiscard]] std::string_view type() const override { return "allocator"; }
    void list(std::vector<Managed>& all) override;

private:
    CoreClient* core_;
    HeapFigures heap_;
};

} // namespace crosspoint::management
