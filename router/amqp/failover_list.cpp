// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/failover_list.hpp"

#include <proton/codec.h>

#include <string>

namespace crosspoint::io {

namespace {

/// A scalar as text: peers write the port as a string or as a number.
std::string scalar_text(pn_data_t* data) {
    const pn_bytes_t bytes = pn_data_get_bytes(data);
    switch (pn_data_type(data)) {
    case PN_STRING:
    case PN_SYMBOL:
        return {bytes.start, bytes.size};
    case PN_UBYTE:
        return std::to_string(pn_data_get_ubyte(data));
    case PN_USHORT:
        return std::to_string(pn_data_get_ushort(data));
    case PN_UINT:
        return std::to_string(pn_data_get_uint(data));
    case PN_ULONG:
        return std::to_string(pn_data_get_ulong(data));
    case PN_BYTE:
        return std::to_string(pn_data_get_byte(data));
    case PN_SHORT:
        return std::to_string(pn_data_get_short(data));
    case PN_INT:
        return std::to_string(pn_data_get_int(data));
    case PN_LONG:
        return std::to_string(pn_data_get_long(data));
    default:
        return {};
    }
}

config::FailoverUrl read_entry(pn_data_t* data) {
    config::FailoverUrl url;
    pn_data_enter(data);
    while (pn_data_next(data)) {
        const std::string key = scalar_text(data);
        if (!pn_data_next(data)) {
            break;
        }
        const std::string value = scalar_text(data);
        if (key == "network-host") {
            url.host = value;
        } else if (key == "port" && !value.empty()) {
            url.port = value;
        } else if (key == "scheme") {
            url.scheme = value;
        }
    }
    pn_data_exit(data);
    return url;
}

} // namespace

std::optional<std::vector<config::FailoverUrl>> read_failover_list(pn_data_t* properties) {
    std::optional<std::vector<config::FailoverUrl>> found;
    pn_data_rewind(properties);
    if (!pn_data_next(properties) || pn_data_type(properties) != PN_MAP) {
        return found;
    }
    pn_data_enter(properties);
    while (pn_data_next(properties)) {
        const bool wanted = scalar_text(properties) == "failover-server-list";
        if (!pn_data_next(properties)) {
            break;
        }
        if (!wanted || pn_data_type(properties) != PN_LIST) {
            continue;
        }
        found.emplace();
        pn_data_enter(properties);
        while (pn_data_next(properties)) {
            if (pn_data_type(properties) != PN_MAP) {
                continue;
            }
            config::FailoverUrl url = read_entry(properties);
            if (!url.host.empty()) {
                found->push_back(std::move(url));
            }
        }
        pn_data_exit(properties);
    }
    pn_data_rewind(properties);
    return found;
}

} // namespace crosspoint::io
