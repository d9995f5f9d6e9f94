// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/thread.hpp"

#include <string>

struct pn_transport_t;

namespace crosspoint::io {

// Proton checks some rules of the protocol with assertions, which Debian leaves in: a peer that
// breaks one of them would end the router, with all its connections. So what peers send is handed
// to Proton under a guard, which turns an assertion that fails on it into the end of that peer's
// connection: nothing more is read from it, as if the frame could not have been decoded.

/// The assertion that has just failed on what came in at this transport; empty if none has.
std::string failed_assertion(ConnectionTurn& turn, pn_transport_t* transport);

/// Nothing more is read. To be used in place of Proton's function of that name, which looks once
/// more at what is left of the input.
void close_tail(ConnectionTurn& turn, pn_transport_t* transport);

} // namespace crosspoint::io
