// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address.hpp"
#include "router_core/link/context.hpp"

namespace crosspoint::core {

/// The consumer takes no more messages of its address, if it has one.
void leave_address(OutgoingLink& link);

/// The producer sends no more to its address, if it has one, and is owed no credit.
void leave_address(Context& context, IncomingLink& link);

/// Who uses the address has changed: those who keep others informed of it look at the end of the
/// batch.
void note_changed(Context& context, const Address& address);

} // namespace crosspoint::core
