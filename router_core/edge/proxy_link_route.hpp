// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/amqp/writer.hpp"
#include "crosspoint/base/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace crosspoint::edge {

/// A link route of an edge router, as its interior router is to have it: for the connection
/// between them, and for as long as that lasts.
struct ProxyLinkRoute {
    std::string name;
    std::string pattern;
    bool client_sends = false; ///< it is for links on which clients send
    friend bool operator==(const ProxyLinkRoute&, const ProxyLinkRoute&) = default;
};

/// `key`: an address key. Nothing if it is not that of a link route.
std::optional<ProxyLinkRoute> proxy_link_route(std::string_view edge_id, std::string_view key);

/// Where the answer goes, and how it is told from others.
struct ReplyTo {
    std::string_view address;
    std::string_view correlation_id;
};

/// Requests to the interior router's management agent.
amqp::Octets encode_create(const ProxyLinkRoute& route, const ReplyTo& reply);
/// `identity` is what the answer to the creation gave.
amqp::Octets encode_delete(const ProxyLinkRoute& route, std::string_view identity,
                           const ReplyTo& reply);

struct LinkRouteReply {
    std::string correlation_id; ///< empty if it is no text
    std::int64_t status = 0;    ///< 0: the answer has none
    std::string description;
    std::string identity; ///< of what was created; empty if the answer does not say

    [[nodiscard]] bool is_created() const { return status == 201 && !identity.empty(); }
    /// Or was not there.
    [[nodiscard]] bool is_deleted() const { return status == 204 || status == 404; }
};

Result<LinkRouteReply> read_link_route_reply(std::span<const std::uint8_t> octets);

} // namespace crosspoint::edge
