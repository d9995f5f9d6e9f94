// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/thread.hpp"

#include <proton/types.h>

#include <cstdint>

namespace crosspoint::io {

/// What the Open of another router says to us.
struct PeerProperties {
    std::uint32_t cost = 1;                ///< 1 if it says nothing
    bool streaming_links = false;          ///< it takes links that are opened for one stream
    std::uint32_t annotations_version = 0; ///< 0 if it says nothing
};

PeerProperties read_peer_properties(ConnectionTurn&, pn_connection_t* pn);

} // namespace crosspoint::io
