// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/frame_trace.hpp"

#include "crosspoint/base/log.hpp"

#include <proton/transport.h>

#include <cstdint>

namespace crosspoint::io {

namespace {

/// The text comes from Proton, which does not know our numbers.
std::uintptr_t number_of(pn_transport_t* transport) {
    return reinterpret_cast<std::uintptr_t>(pn_transport_get_context(transport));
}

/// Asks for the level, so that to lower it shows at once, before the connection knows.
void trace_by_level(pn_transport_t* transport, const char* text) {
    log::write(log::Module::protocol, log::Level::trace, "[C%lu]:%s", number_of(transport), text);
}

void trace_by_order(pn_transport_t* transport, const char* text) {
    log::write_always(log::Module::protocol, log::Level::trace, "[C%lu]:%s", number_of(transport),
                      text);
}

} // namespace

void FrameTrace::begin(ConnectionTurn& turn, pn_transport_t* transport, ConnectionId id) {
    pn_transport_set_context(transport, reinterpret_cast<void*>(id.value));
    follow_levels(turn, transport);
}

void FrameTrace::follow_levels(ConnectionTurn& turn, pn_transport_t* transport) {
    const bool wanted = ordered_.value_or(log::enabled(log::Module::protocol, log::Level::trace));
    if (wanted != on_) {
        set(turn, transport, wanted);
    }
}

void FrameTrace::order(ConnectionTurn& turn, pn_transport_t* transport, bool on) {
    ordered_ = on;
    set(turn, transport, on);
}

void FrameTrace::set(ConnectionTurn&, pn_transport_t* transport, bool on) {
    on_ = on;
    if (on) {
        pn_transport_set_tracer(transport, ordered_ ? trace_by_order : trace_by_level);
    }
    pn_transport_trace(transport, on ? PN_TRACE_FRM : PN_TRACE_OFF);
}

} // namespace crosspoint::io
