// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/log_control.hpp"
#include "router/management/managed.hpp"

namespace crosspoint::management {

/// What each module of the log is set to.
class LogKind final : public EntityKind {
public:
    explicit LogKind(LogControl& log) : log_(&log) {}
    [[nodiscard]] std::string_view type() const override { return "log"; }
    void list(std::vector<Managed>& all) override;
    Managed update(const Managed& old, const config::Entity& checked) override;

private:
    [[nodiscard]] Managed entity_of(log::Module module) const;

    LogControl* log_;
};

/// How much each module has logged.
class LogStatsKind final : public EntityKind {
public:
    explicit LogStatsKind(LogControl& log) : log_(&log) {}
    [[nodiscard]] std::string_view type() const override { return "logStats"; }
    void list(std::vector<Managed>& all) override;

private:
    LogControl* log_;
};

} // namespace crosspoint::management
