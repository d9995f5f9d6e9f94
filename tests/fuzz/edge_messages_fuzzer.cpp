// SPDX-License-Identifier: Apache-2.0
// What routers and clients send to the services between an edge router and its interior router.
#include "router_core/edge/address_lookup.hpp"
#include "router_core/edge/proxy_link_route.hpp"
#include "router_core/edge/reachability_notice.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

using namespace crosspoint;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span octets(data, size);
    if (const auto notice = edge::read_notice(octets); notice && *notice) {
        const auto again = edge::read_notice(edge::encode(**notice, "A"));
        if (!again || *again != *notice) {
            std::abort();
        }
    }
    if (const auto request = edge::read_lookup_request(octets)) {
        (void)edge::read_lookup_reply(
            edge::encode_reply(*request, edge::LookupStatus::ok, true, true));
    }
    (void)edge::read_lookup_reply(octets);
    (void)edge::read_link_route_reply(octets);
    return 0;
}
