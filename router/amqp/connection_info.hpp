// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/amqp/connection.hpp"

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/actions.hpp"

#include <proton/types.h>

#include <string>

namespace crosspoint::io {

/// What there is to know of a connection that both sides have opened. `peer` is the address of the
/// other end.
core::ConnectionInfo connection_info(ConnectionTurn& turn, pn_connection_t* pn,
                                     const Origin& origin, const std::string& peer);

/// The line about it that tools look for: "Connection Opened: dir=in host=...".
std::string opened_line(ConnectionTurn& turn, pn_connection_t* pn,
                        const core::ConnectionInfo& info);

} // namespace crosspoint::io
