// SPDX-License-Identifier: Apache-2.0
// The names of all tables' columns, also of those tables that have no rows yet.
#include "router_core/management/tables.hpp"

#include "crosspoint/core/management.hpp"

namespace crosspoint::core {

namespace {

using std::string_view;

constexpr std::array link_route_names{string_view("name"),
                                      string_view("identity"),
                                      string_view("type"),
                                      string_view("prefix"),
                                      string_view("distribution"),
                                      string_view("connection"),
                                      string_view("containerId"),
                                      string_view("direction"),
                                      string_view("dir"),
                                      string_view("operStatus"),
                                      string_view("pattern"),
                                      string_view("addExternalPrefix"),
                                      string_view("delExternalPrefix")};
constexpr std::array auto_link_names{string_view("name"),
                                     string_view("identity"),
                                     string_view("type"),
                                     string_view("address"),
                                     string_view("addr"),
                                     string_view("direction"),
                                     string_view("dir"),
                                     string_view("phase"),
                                     string_view("connection"),
                                     string_view("containerId"),
                                     string_view("externalAddress"),
                                     string_view("externalAddr"),
                                     string_view("linkRef"),
                                     string_view("operStatus"),
                                     string_view("lastError"),
                                     string_view("fallback")};
constexpr std::array exchange_names{
    string_view("name"),         string_view("identity"),         string_view("address"),
    string_view("phase"),        string_view("alternateAddress"), string_view("alternatePhase"),
    string_view("matchMethod"),  string_view("bindingCount"),     string_view("receivedCount"),
    string_view("droppedCount"), string_view("forwardedCount"),   string_view("divertedCount")};
constexpr std::array binding_names{string_view("name"),           string_view("identity"),
                                   string_view("exchangeName"),   string_view("bindingKey"),
                                   string_view("nextHopAddress"), string_view("nextHopPhase"),
                                   string_view("matchedCount")};
constexpr std::array connection_link_route_names{
    string_view("name"),    string_view("identity"),  string_view("type"),
    string_view("pattern"), string_view("direction"), string_view("containerId")};

template <class Row>
std::vector<string_view> names_of(std::span<const Column<Row>> columns) {
    std::vector<string_view> names;
    for (const Column<Row>& column : columns) {
        names.push_back(column.name);
    }
    return names;
}

} // namespace

std::span<const string_view> columns_of(Table table) {
    static const auto router = names_of(router_columns());
    static const auto connection = names_of(connection_columns());
    static const auto link = names_of(link_columns());
    static const auto address = names_of(address_columns());
    static const auto node = names_of(node_columns());
    static const auto config_address = names_of(config_address_columns());
    switch (table) {
    case Table::router:
        return router;
    case Table::connection:
        return connection;
    case Table::link:
        return link;
    case Table::address:
        return address;
    case Table::node:
        return node;
    case Table::config_address:
        return config_address;
    case Table::config_link_route:
        return link_route_names;
    case Table::config_auto_link:
        return auto_link_names;
    case Table::config_exchange:
        return exchange_names;
    case Table::config_binding:
        return binding_names;
    case Table::connection_link_route:
        break;
    }
    return connection_link_route_names;
}

} // namespace crosspoint::core
