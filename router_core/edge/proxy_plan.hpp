// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crosspoint::edge {

/// The phases that an operator gave an address.
struct Phases {
    std::uint8_t ingress = 0;
    std::uint8_t egress = 0;
};

/// Who uses a mobile address at the edge, not counting the uplink.
struct LocalUse {
    bool consumers = false;
    bool producers = false;  ///< on links that have it as target
    bool in_process = false; ///< a service of this router owns the address
    bool has_fallback = false;
};

/// The links with which an edge router stands for its clients at the interior router.
struct ProxyPlan {
    bool receive = false;       ///< we receive, for our consumers
    bool send = false;          ///< we send, for our producers
    bool send_fallback = false; ///< and to the address's fallback
    friend bool operator==(const ProxyPlan&, const ProxyPlan&) = default;
};

/// `key`: of the mobile address, with class and phase.
ProxyPlan plan_proxies(std::string_view key, const LocalUse& use);

/// The capability by which a proxy's terminus names the phase, empty for none. `phase` is that of
/// the address key: '0' to '9', or 'F'.
std::string receiver_capability(char phase, Phases phases);
std::string sender_capability(char phase, Phases phases);

} // namespace crosspoint::edge
