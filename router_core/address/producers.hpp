// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address.hpp"
#include "router_core/link/context.hpp"

#include "crosspoint/base/thread.hpp"

namespace crosspoint::core {

/// The address has got its first destination: senders that wait for somebody to take their
/// messages get credit, also those for which it is the fallback.
void open_producers(CoreThread& ct, Context& context, Address& address);

} // namespace crosspoint::core
