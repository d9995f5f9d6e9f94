// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Addresses that routers themselves answer to.
namespace crosspoint::core::well_known {

/// The management agent of the router that a client is attached to; never advertised.
inline constexpr std::string_view management = "$management";
/// The same agent, by the name under which routers of old spoke to themselves.
inline constexpr std::string_view management_internal = "$_management_internal";
/// Stands for the target of a transaction coordinator when link routes are matched.
inline constexpr std::string_view coordinator = "$coordinator";

/// Local parts of the routing protocol's endpoints.
inline constexpr std::string_view hello = "qdhello";
inline constexpr std::string_view routing = "qdrouter";
inline constexpr std::string_view mobile_sync = "qdrouter.ma";

inline constexpr std::string_view neighbour_hello = "_local/qdhello";
inline constexpr std::string_view all_routing = "_topo/0/all/qdrouter";
inline constexpr std::string_view all_mobile_sync = "_topo/0/all/qdrouter.ma";

/// Services of an interior router for the edge routers attached to it.
inline constexpr std::string_view edge_address_tracking = "_$qd.edge_addr_tracking";
inline constexpr std::string_view edge_address_lookup = "_$qd.addr_lookup";
/// Answered by every router.
inline constexpr std::string_view edge_heartbeat = "_$qd.edge_heartbeat";

/// An edge router's name for whatever lies behind its uplink: text of a local key.
inline constexpr std::string_view uplink = "_edge";

/// `local` on one interior router, from anywhere.
inline std::string at_router(std::string_view router_id, std::string_view local) {
    return std::string("_topo/0/").append(router_id).append("/").append(local);
}

/// `local` on one edge router, from anywhere.
inline std::string at_edge(std::string_view edge_id, std::string_view local) {
    return std::string("_edge/").append(edge_id).append("/").append(local);
}

} // namespace crosspoint::core::well_known
