// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/encoded.hpp"

namespace crosspoint::io {

std::string encoded(pn_data_t* data) {
    std::string bytes;
    const ssize_t size = data ? pn_data_encoded_size(data) : 0;
    if (size <= 0) {
        return bytes;
    }
    bytes.resize(static_cast<std::size_t>(size));
    if (pn_data_encode(data, bytes.data(), bytes.size()) < 0) {
        bytes.clear();
    }
    return bytes;
}

void decode(const std::string& bytes, pn_data_t* data) {
    if (bytes.empty()) {
        return;
    }
    pn_data_clear(data);
    const char* at = bytes.data();
    std::size_t left = bytes.size();
    while (left > 0) {
        const ssize_t used = pn_data_decode(data, at, left);
        if (used <= 0) {
            pn_data_clear(data);
            return;
        }
        at += used;
        left -= static_cast<std::size_t>(used);
    }
    pn_data_rewind(data);
}

} // namespace crosspoint::io
