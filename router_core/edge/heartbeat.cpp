// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/heartbeat.hpp"

#include "router_core/routing/section.hpp"

namespace crosspoint::edge {

amqp::Octets encode_heartbeat(std::uint32_t count) {
    amqp::Writer out;
    out.section(routing::section::amqp_value);
    // An int that counts for ever: it wraps, as nobody reads more into it than that it changes.
    out.int_value(static_cast<std::int32_t>(count));
    return out.take();
}

} // namespace crosspoint::edge
