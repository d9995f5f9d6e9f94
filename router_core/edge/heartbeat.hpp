// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/amqp/writer.hpp"

#include <cstdint>

namespace crosspoint::edge {

/// How often an edge router shows that it lives, and how long its interior router waits for that.
inline constexpr std::uint64_t heartbeat_interval_ms = 2000;
inline constexpr std::uint64_t heartbeat_patience_ms = 8000;

/// The whole AMQP message; `count` starts at 0.
amqp::Octets encode_heartbeat(std::uint32_t count);

/// Watches one connection from the moment its heartbeat link is attached: a peer behind a half-open
/// socket is noticed long before TCP does.
class HeartbeatWatch {
public:
    explicit HeartbeatWatch(std::uint64_t now_ms) : last_ms_(now_ms) {}

    void beat(std::uint64_t now_ms) { last_ms_ = now_ms; }
    [[nodiscard]] bool is_silent(std::uint64_t now_ms) const {
        return now_ms > last_ms_ + heartbeat_patience_ms;
    }

private:
    std::uint64_t last_ms_;
};

} // namespace crosspoint::edge
