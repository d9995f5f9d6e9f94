// SPDX-License-Identifier: Apache-2.0
// The names of all tables' columns, also of those tables that have no rows yet.
#include "router_core/management/tables.hpp"

#include "crosspoint/core/management.hpp"

#include <vector>

namespace crosspoint::core {

namespace {

using std::string_view;

const WireTable& wire_table(Table table) {
    switch (table) {
    case Table::router:
        return wire::table_of<wire::Router>;
    case Table::connection:
        return wire::table_of<wire::Connection>;
    case Table::link:
        return wire::table_of<wire::RouterLink>;
    case Table::address:
        return wire::table_of<wire::RouterAddress>;
    case Table::node:
        return wire::table_of<wire::RouterNode>;
    case Table::pool:
        return wire::table_of<wire::Allocator>;
    case Table::config_address:
        return wire::table_of<wire::RouterConfigAddress>;
    case Table::config_link_route:
        return wire::table_of<wire::RouterConfigLinkRoute>;
    case Table::config_auto_link:
        return wire::table_of<wire::RouterConfigAutoLink>;
    case Table::config_exchange:
        return wire::table_of<wire::RouterConfigExchange>;
    case Table::config_binding:
        return wire::table_of<wire::RouterConfigBinding>;
    case Table::connection_link_route:
        break;
    }
    return wire::table_of<wire::RouterConnectionLinkRoute>;
}

std::array<std::vector<string_view>, table_count> names_of_all() {
    std::array<std::vector<string_view>, table_count> all;
    for (std::size_t i = 0; i < table_count; ++i) {
        for (const WireColumn& column : wire_table(static_cast<Table>(i)).columns) {
            all[i].push_back(column.name);
        }
    }
    return all;
}

} // namespace

std::span<const string_view> columns_of(Table table) {
    static const auto names = names_of_all();
    return names[static_cast<std::size_t>(table)];
}

} // namespace crosspoint::core
