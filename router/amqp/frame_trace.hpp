// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/id.hpp"
#include "crosspoint/base/thread.hpp"

#include <proton/types.h>

#include <optional>

namespace crosspoint::io {

/// Whether the frames of one connection are shown in the log. They are if the PROTOCOL module is at
/// trace level, unless an operator has ordered otherwise for this connection.
class FrameTrace {
public:
    /// The connection has got its transport.
    void begin(ConnectionTurn& turn, pn_transport_t* transport, ConnectionId id);

    /// Takes up a change of the log's levels. Costs next to nothing if there is none.
    void follow_levels(ConnectionTurn& turn, pn_transport_t* transport);

    /// On or off, whatever the levels are.
    void order(ConnectionTurn& turn, pn_transport_t* transport, bool on);

    [[nodiscard]] bool on() const { return on_; }

private:
    void set(ConnectionTurn& turn, pn_transport_t* transport, bool on);

    std::optional<bool> ordered_;
    bool on_ = false;
};

} // namespace crosspoint::io
