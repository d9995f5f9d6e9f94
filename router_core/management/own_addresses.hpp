// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address_table.hpp"

namespace crosspoint::core {

/// Puts the addresses that the router itself answers to into the table, so that messages find the
/// management agent, and an operator finds what else there is.
void add_own_addresses(AddressTable& addresses, bool interior);

} // namespace crosspoint::core
