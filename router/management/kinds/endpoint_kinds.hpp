// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/endpoints.hpp"
#include "router/management/managed.hpp"

#include <vector>

namespace crosspoint::management {

/// What listeners and connectors have in common: both come from files and clients, and are named
/// after the place that they listen at or connect to.
class EndpointKind : public EntityKind {
public:
    struct Existing {
        config::Entity entity;
        Endpoints::Number number = 0;
    };

    void list(std::vector<Managed>& all) override;
    Managed create(const config::Entity& checked) override;
    [[nodiscard]] Names names_of(const config::Entity& checked) const override;
    void remove(const Managed& entity) override;

    /// As they would stand in a configuration file.
    void sections(std::vector<config::Entity>& all) const;

protected:
    /// `router`: says which roles its mode allows.
    EndpointKind(config::Entity router, std::vector<Existing> existing)
        : router_(std::move(router)),
          existing_(std::move(existing)) {}

    /// Puts it into effect.
    virtual Endpoints::Number open(const config::Entity& entity) = 0;
    virtual void close(Endpoints::Number number) = 0;
    virtual void add_state(Managed&, Endpoints::Number) {}

private:
    Managed shown(const Existing& endpoint);

    config::Entity router_;
    std::vector<Existing> existing_;
};

class ListenerKind final : public EndpointKind {
public:
    ListenerKind(Endpoints& endpoints, config::Entity router, std::vector<Existing> existing)
        : EndpointKind(std::move(router), std::move(existing)),
          endpoints_(&endpoints) {}
    [[nodiscard]] std::string_view type() const override { return "listener"; }

private:
    Endpoints::Number open(const config::Entity& entity) override;
    void close(Endpoints::Number number) override { endpoints_->remove_listener(number); }

    Endpoints* endpoints_;
};

class ConnectorKind final : public EndpointKind {
public:
    ConnectorKind(Endpoints& endpoints, config::Entity router, std::vector<Existing> existing)
        : EndpointKind(std::move(router), std::move(existing)),
          endpoints_(&endpoints) {}
    [[nodiscard]] std::string_view type() const override { return "connector"; }

private:
    Endpoints::Number open(const config::Entity& entity) override;
    void close(Endpoints::Number number) override { endpoints_->remove_connector(number); }
    void add_state(Managed& shown, Endpoints::Number number) override;

    Endpoints* endpoints_;
};

} // namespace crosspoint::management
