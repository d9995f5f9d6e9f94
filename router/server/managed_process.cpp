// SPDX-License-Identifier: Apache-2.0
#include "router/server/managed_process.hpp"

#include <stdexcept>

namespace crosspoint::server {

ManagedEndpoints::Number ManagedEndpoints::add_listener(const config::ListenerSettings& settings) {
    const Result<io::ListenerId> added = server_->listeners().add(settings);
    if (!added) {
        throw std::runtime_error(added.error().description);
    }
    return added->value;
}

void ManagedEndpoints::remove_listener(Number listener) {
    server_->listeners().remove({listener});
}

ManagedEndpoints::Number
ManagedEndpoints::add_connector(const config::ConnectorSettings& settings) {
    return server_->connectors().add(settings).value;
}

void ManagedEndpoints::remove_connector(Number connector) {
    server_->connectors().remove({connector});
}

ManagedEndpoints::Accepted ManagedEndpoints::accepted() {
    const io::Server::Accepted accepted = server_->accepted();
    return {accepted.so_far, accepted.now};
}

ManagedEndpoints::ConnectorState ManagedEndpoints::state_of_connector(Number connector) {
    const auto status = server_->connectors().status({connector});
    if (!status) {
        return {};
    }
    return {std::string(io::name(status->state)), status->message, status->failover_urls};
}

void ManagedLog::configure(log::Module module, const logging::LogSettings& settings) {
    writer_->configure(module, settings);
    on_change_();
}

logging::LogSettings ManagedLog::settings(log::Module module) const {
    return writer_->settings(module);
}

std::vector<logging::LogEvent> ManagedLog::recent(std::size_t limit) const {
    return writer_->recent(limit);
}

logging::LogCounts ManagedLog::counts() const {
    return writer_->counts();
}

} // namespace crosspoint::server
