// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/server/connector.hpp"

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/mutex.hpp"

#include <map>
#include <memory>
#include <optional>

namespace crosspoint::io {

/// A number for a connector that is never used again.
using ConnectorId = Id<struct ConnectorTag>;

/// Which connectors there are. Any thread may add and remove.
class Connectors {
public:
    explicit Connectors(Server& server) : server_(server) {}

    /// It dials at once, or from `start_all` on.
    ConnectorId add(const config::ConnectorSettings& settings) EXCLUDES(lock_);
    void start_all() EXCLUDES(lock_);

    /// Its connection is closed in order, without being waited for. False if there is no such
    /// connector.
    bool remove(ConnectorId id) EXCLUDES(lock_);

    std::optional<ConnectorStatus> status(ConnectorId id) EXCLUDES(lock_);

private:
    std::shared_ptr<Connector> find(ConnectorId id) EXCLUDES(lock_);

    Server& server_;
    Mutex lock_;
    std::map<ConnectorId, std::shared_ptr<Connector>> connectors_ GUARDED_BY(lock_);
    std::uint64_t last_id_ GUARDED_BY(lock_) = 0;
    bool started_ GUARDED_BY(lock_) = false;
};

} // namespace crosspoint::io
