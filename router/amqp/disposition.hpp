// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/result.hpp"
#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/delivery_state.hpp"

#include <proton/types.h>

namespace crosspoint::io {

/// What the peer has declared of a delivery.
core::DeliveryState read_state(ConnectionTurn&, pn_delivery_t* delivery);

/// Declares a state to the peer; none leaves what was declared before.
void write_state(ConnectionTurn&, pn_delivery_t* delivery, const core::DeliveryState& state);

/// The state that rejects a delivery for this reason.
core::DeliveryState rejected(const AmqpError& error);

} // namespace crosspoint::io
