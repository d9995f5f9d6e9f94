// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/own_addresses.hpp"

#include "router_core/address/address_text.hpp"
#include "router_core/address/well_known.hpp"

namespace crosspoint::core {

namespace {

std::string key_of(AddressClass klass, std::string_view text) {
    std::string key;
    write_key({klass, {}, text}, '0', key);
    return key;
}

} // namespace

void add_own_addresses(AddressTable& addresses, bool interior) {
    using enum AddressClass;
    const auto add = [&](AddressClass klass, std::string_view text, Treatment treatment,
                         InProcess consumer) {
        addresses.add_in_process(key_of(klass, text), treatment, consumer);
    };
    add(local, well_known::management_internal, Treatment::closest, InProcess::management);
    add(mobile, well_known::management, Treatment::closest, InProcess::management);
    add(local, well_known::management, Treatment::closest, InProcess::management);
    add(mobile, well_known::edge_heartbeat, Treatment::closest, InProcess::edge_service);
    if (!interior) {
        return;
    }
    add(local, well_known::hello, Treatment::multicast, InProcess::routing);
    for (const AddressClass klass : {local, topological}) {
        add(klass, well_known::routing, Treatment::multicast, InProcess::routing);
        add(klass, well_known::mobile_sync, Treatment::multicast, InProcess::routing);
    }
    add(mobile, well_known::edge_address_tracking, Treatment::closest, InProcess::edge_service);
    add(mobile, well_known::edge_address_lookup, Treatment::closest, InProcess::edge_service);
}

} // namespace crosspoint::core
