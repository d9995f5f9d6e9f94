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

/// "Is this address link-routed?": what an edge router asks of its interior router before it
/// answers a client's attach.
struct LookupRequest {
    std::string reply_to;
    amqp::Octets correlation_id; ///< encoded, as it came
    std::string address;
    bool client_sends = false;
};

enum class LookupStatus : std::uint8_t {
    ok = 0,
    bad_version = 1,
    bad_opcode = 2,
    not_found = 3,
    invalid_request = 4,
};

struct LookupReply {
    std::string correlation_id; ///< empty if it is no text
    LookupStatus status = LookupStatus::not_found;
    bool is_link_route = false;
    bool has_destinations = false;
};

/// `correlation_id` must differ from that of every question that still waits.
amqp::Octets encode(std::string_view reply_to, std::string_view correlation_id,
                    std::string_view address, bool client_sends);
/// Fails if it is to be rejected without an answer.
Result<LookupRequest> read_lookup_request(std::span<const std::uint8_t> octets);

amqp::Octets encode_reply(const LookupRequest& request, LookupStatus status, bool is_link_route,
                          bool has_destinations);
Result<LookupReply> read_lookup_reply(std::span<const std::uint8_t> octets);

/// "client-", sixteen hexadecimal digits of the time, eight of a counter.
std::string lookup_correlation_id(std::uint64_t now_ms, std::uint32_t count);

} // namespace crosspoint::edge
