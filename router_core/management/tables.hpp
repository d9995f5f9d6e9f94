// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address_table.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/management/column.hpp"
#include "router_core/management/pools.hpp"
#include "router_core/routing/node_table.hpp"

#include <span>

#include "wire_columns.hpp"

namespace crosspoint::core {

/// The one row of the router itself.
struct RouterRow {};

/// A row of the routers of the network; without a node it is this router's own.
struct NodeRow {
    const routing::RouterNode* node = nullptr;
};

/// The columns of the tables that have rows, each in a file of its own.
std::span<const Column<RouterRow>> router_columns();
std::span<const Column<Connection>> connection_columns();
std::span<const Column<Link>> link_columns();
std::span<const Column<Address>> address_columns();
std::span<const Column<NodeRow>> node_columns();
std::span<const Column<PoolRow>> pool_columns();
std::span<const Column<ConfiguredAddress>> config_address_columns();

} // namespace crosspoint::core
