// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/query_message.hpp"

#include "tests/bench/load_generator/client.hpp"

#include <proton/codec.h>
#include <proton/message.h>

#include <string_view>

namespace crosspoint::bench {

namespace {

void put(pn_data_t* data, std::string_view text) {
    pn_data_put_string(data, pn_bytes(text.size(), text.data()));
}

void put_properties(pn_data_t* data, int offset, int count) {
    constexpr std::string_view entries[][2] = {
        {"operation", "QUERY"},
        {"type", "org.amqp.management"},
        {"name", "self"},
        {"entityType", "org.apache.qpid.dispatch.router.address"},
    };
    pn_data_put_map(data);
    pn_data_enter(data);
    for (const auto& [key, value] : entries) {
        put(data, key);
        put(data, value);
    }
    if (count > 0) {
        put(data, "offset");
        pn_data_put_int(data, offset);
        put(data, "count");
        pn_data_put_int(data, count);
    }
    pn_data_exit(data);
}

void put_body(pn_data_t* data) {
    pn_data_put_map(data);
    pn_data_enter(data);
    put(data, "attributeNames");
    pn_data_put_list(data);
    pn_data_exit(data);
}

} // namespace

std::vector<char> query_message(const std::string& reply_to, int offset, int count) {
    constexpr std::size_t enough = 4096;
    std::vector<char> bytes(enough);
    std::size_t size = bytes.size();
    pn_message_t* message = pn_message();
    pn_message_set_reply_to(message, reply_to.c_str());
    put_properties(pn_message_properties(message), offset, count);
    put_body(pn_message_body(message));
    const int failure = pn_message_encode(message, bytes.data(), &size);
    pn_message_free(message);
    if (failure != 0) {
        fail("cannot encode the query");
    }
    bytes.resize(size);
    return bytes;
}

} // namespace crosspoint::bench
