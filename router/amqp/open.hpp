// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/amqp/connection.hpp"

#include "crosspoint/base/thread.hpp"

#include <proton/types.h>

namespace crosspoint::io {

/// Fills in and sends our Open: container, capabilities, properties, limits.
void send_open(ConnectionTurn&, pn_connection_t* pn, const Origin& origin, ConnectionId id);

/// Sets what has to be known before the first byte: SASL, frame size, channels, idle timeout.
void prepare_transport(ConnectionTurn&, pn_transport_t* transport, const Origin& origin);

} // namespace crosspoint::io
