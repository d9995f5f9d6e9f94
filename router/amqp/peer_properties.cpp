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

/// Other types of integers are no cost, so that both sides come to the same result as older
/// routers do.
std::uint32_t read_cost(pn_data_t* properties) {
    std::uint32_t cost = 1;
    pn_data_rewind(properties);
    if (pn_data_next(properties) && pn_data_type(properties) == PN_MAP &&
        pn_data_enter(properties)) {
        while (pn_data_next(properties)) {
            const bool is_cost = pn_data_type(properties) == PN_SYMBOL &&
                                 text(pn_data_get_symbol(properties)) == "qd.inter-router-cost";
            if (!pn_data_next(properties)) {
                break;
            }
            if (is_cost && pn_data_type(properties) == PN_INT && pn_data_get_int(properties) > 1) {
                cost = static_cast<std::uint32_t>(pn_data_get_int(properties));
            }
        }
        pn_data_exit(properties);
    }
    pn_data_rewind(properties);
    return cost;
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
    return {read_cost(pn_connection_remote_properties(pn)),
            offers(pn_connection_remote_offered_capabilities(pn), "qd.streaming-links")};
}

} // namespace crosspoint::io
