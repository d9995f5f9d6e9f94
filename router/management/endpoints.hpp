// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/settings.hpp"

#include <cstdint>
#include <string>

namespace crosspoint::management {

/// The listeners and connectors of the process, as management changes them while they are at work.
class Endpoints {
public:
    using Number = std::uint64_t; ///< names one of them, for as long as it exists

    struct ConnectorState {
        std::string status;        ///< CONNECTING, SUCCESS, FAILED, ...
        std::string message;       ///< what happened last
        std::string failover_urls; ///< where it dials, the next first
    };

    virtual ~Endpoints() = default;
    /// Returns when the listener accepts. Throws std::exception with the reason if it cannot.
    virtual Number add_listener(const config::ListenerSettings& settings) = 0;
    /// Nobody can connect there any more; who has stays.
    virtual void remove_listener(Number listener) = 0;
    virtual Number add_connector(const config::ConnectorSettings& settings) = 0;
    /// Closes its connection.
    virtual void remove_connector(Number connector) = 0;
    /// Connections that were accepted, and those of them that are there now.
    struct Accepted {
        std::uint64_t so_far = 0, now = 0;
    };
    [[nodiscard]] virtual Accepted accepted() = 0;
    [[nodiscard]] virtual ConnectorState state_of_connector(Number connector) = 0;
};

} // namespace crosspoint::management
