// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/logging/log_writer.hpp"
#include "router/management/endpoints.hpp"
#include "router/management/log_control.hpp"
#include "router/server/server.hpp"

#include <functional>

namespace crosspoint::server {

/// The server's listeners and connectors, as management changes them.
class ManagedEndpoints final : public management::Endpoints {
public:
    explicit ManagedEndpoints(io::Server& server) : server_(&server) {}

    Number add_listener(const config::ListenerSettings& settings) override;
    void remove_listener(Number listener) override;
    Number add_connector(const config::ConnectorSettings& settings) override;
    void remove_connector(Number connector) override;
    [[nodiscard]] Accepted accepted() override;
    [[nodiscard]] ConnectorState state_of_connector(Number connector) override;

private:
    io::Server* server_;
};

/// The process's log, as management changes it.
class ManagedLog final : public management::LogControl {
public:
    /// `on_change`: called after every change of a level.
    ManagedLog(logging::LogWriter& writer, std::function<void()> on_change)
        : writer_(&writer),
          on_change_(std::move(on_change)) {}

    void configure(log::Module module, const logging::LogSettings& settings) override;
    [[nodiscard]] logging::LogSettings settings(log::Module module) const override;
    [[nodiscard]] std::vector<logging::LogEvent> recent(std::size_t limit) const override;
    [[nodiscard]] logging::LogCounts counts() const override;

private:
    logging::LogWriter* writer_;
    std::function<void()> on_change_;
};

} // namespace crosspoint::server
