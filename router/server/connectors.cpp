// SPDX-License-Identifier: Apache-2.0
#include "router/server/connectors.hpp"

#include <utility>
#include <vector>

namespace crosspoint::io {

ConnectorId Connectors::add(const config::ConnectorSettings& settings) {
    // Made without the lock, because it logs.
    auto connector = std::make_shared<Connector>(server_, settings);
    ConnectorId id;
    bool started = false;
    {
        Lock guard(lock_);
        id = {++last_id_};
        started = started_;
        connectors_.emplace(id, connector);
    }
    if (started) {
        connector->start();
    }
    return id;
}

void Connectors::start_all() {
    std::vector<std::shared_ptr<Connector>> added;
    {
        Lock guard(lock_);
        started_ = true;
        for (const auto& [id, connector] : connectors_) {
            added.push_back(connector);
        }
    }
    for (const auto& connector : added) {
        connector->start();
    }
}

bool Connectors::remove(ConnectorId id) {
    std::shared_ptr<Connector> removed;
    {
        Lock guard(lock_);
        const auto found = connectors_.find(id);
        if (found == connectors_.end()) {
            return false;
        }
        removed = std::move(found->second);
        connectors_.erase(found);
    }
    removed->remove();
    return true;
}

std::optional<ConnectorStatus> Connectors::status(ConnectorId id) {
    const std::shared_ptr<Connector> connector = find(id);
    return connector ? std::optional(connector->status()) : std::nullopt;
}

std::shared_ptr<Connector> Connectors::find(ConnectorId id) {
    Lock guard(lock_);
    const auto found = connectors_.find(id);
    return found == connectors_.end() ? nullptr : found->second;
}

} // namespace crosspoint::io
