// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/peer_properties.hpp"

#include <proton/codec.h>
#include <proton/connection.h>

#include <string_view>

namespace crosspoint::io {

namespace {

std::string_view text(pn_bytes_t bytes) {
    return {bytes.start, bytes.size};
}

/// The property with that name if it is a positive int, else `otherwise`. Other types of integers
/// do not count, so that both sides come to the same result as older routers do.
std::uint32_t read_int(pn_data_t* properties, std::string_view name, std::uint32_t otherwise) {
    std::uint32_t found = otherwise;
    pn_data_rewind(properties);
    if (pn_data_next(properties) && pn_data_type(properties) == PN_MAP &&
        pn_data_enter(properties)) {
        while (pn_data_next(properties)) {
            const bool is_it = pn_data_type(properties) == PN_SYMBOL &&
                               text(pn_data_get_symbol(properties)) == name;
            if (!pn_data_next(properties)) {
                break;
            }
            if (is_it && pn_data_type(properties) == PN_INT && pn_data_get_int(properties) > 0) {
                found = static_cast<std::uint32_t>(pn_data_get_int(properties));
            }
        }
        pn_data_exit(properties);
    }
    pn_data_rewind(properties);
    return found;
}

/// One symbol, or an array of them: peers do both.
bool offers(pn_data_t* capabilities, std::string_view wanted) {
    bool found = false;
    pn_data_rewind(capabilities);
    if (pn_data_next(capabilities)) {
        if (pn_data_type(capabilities) == PN_SYMBOL) {
            found = text(pn_data_get_symbol(capabilities)) == wanted;
        } else if (pn_data_type(capabilities) == PN_ARRAY && pn_data_enter(capabilities)) {
            while (!found && pn_data_next(capabilities)) {
                found = pn_data_type(capabilities) == PN_SYMBOL &&
                        text(pn_data_get_symbol(capabilities)) == wanted;
            }
            pn_data_exit(capabilities);
        }
    }
    pn_data_rewind(capabilities);
    return found;
}

} // namespace

PeerProperties read_peer_properties(ConnectionTurn&, pn_connection_t* pn) {
    pn_data_t* properties = pn_connection_remote_properties(pn);
    return {read_int(properties, "qd.inter-router-cost", 1),
            offers(pn_connection_remote_offered_capabilities(pn), "qd.streaming-links"),
            read_int(properties, "qd.annotations-version", 0)};
}

} // namespace crosspoint::io
