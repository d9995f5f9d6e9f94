// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/endpoints.hpp"
#include "router/management/managed.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace crosspoint::management {

/// Sections of the configuration file as they were read, numbered in their order. For types whose
/// working state is shown elsewhere, or that have none.
class ConfiguredKind final : public EntityKind {
public:
    ConfiguredKind(std::string_view type, std::vector<config::Entity> sections)
        : type_(type),
          sections_(std::move(sections)) {}
    [[nodiscard]] std::string_view type() const override { return type_; }
    void list(std::vector<Managed>& all) override;

private:
    std::string_view type_; ///< of the model
    std::vector<config::Entity> sections_;
};

/// The limits that the configuration sets for the whole router, and how often they were reached.
class PolicyKind final : public EntityKind {
public:
    PolicyKind(config::Entity configured, Endpoints& endpoints)
        : configured_(std::move(configured)),
          endpoints_(&endpoints) {}
    [[nodiscard]] std::string_view type() const override { return "policy"; }
    void list(std::vector<Managed>& all) override;

private:
    config::Entity configured_;
    Endpoints* endpoints_;
};

/// Entities without any effect, for tests of management clients.
class DummyKind final : public EntityKind {
public:
    explicit DummyKind(const std::vector<config::Entity>& sections);
    [[nodiscard]] std::string_view type() const override { return "dummy"; }
    void list(std::vector<Managed>& all) override;
    Managed create(const config::Entity& checked) override;
    [[nodiscard]] Names names_of(const config::Entity& checked) const override;
    Managed update(const Managed& old, const config::Entity& checked) override;
    void remove(const Managed& entity) override;

private:
    std::uint64_t next_ = 0;
    std::vector<Managed> entities_;
};

} // namespace crosspoint::management
