// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/failover_list.hpp"
#include "tests/unit/unit.hpp"

#include <proton/codec.h>

#include <cstring>
#include <memory>

namespace {

using crosspoint::io::read_failover_list;

struct FreeData {
    void operator()(pn_data_t* data) const { pn_data_free(data); }
};
using Data = std::unique_ptr<pn_data_t, FreeData>;

pn_bytes_t bytes(const char* text) {
    return pn_bytes(std::strlen(text), text);
}

Data make() {
    return Data(pn_data(0));
}

/// The properties up to where the first entry's fields go.
Data open_list() {
    Data data = make();
    pn_data_put_map(data.get());
    pn_data_enter(data.get());
    pn_data_put_symbol(data.get(), bytes("product"));
    pn_data_put_string(data.get(), bytes("a router"));
    pn_data_put_symbol(data.get(), bytes("failover-server-list"));
    pn_data_put_list(data.get());
    pn_data_enter(data.get());
    return data;
}

void put_entry(const Data& data, const char* host, const char* port, const char* scheme) {
    pn_data_put_map(data.get());
    pn_data_enter(data.get());
    const char* names[] = {"network-host", "port", "scheme"};
    const char* values[] = {host, port, scheme};
    for (int i = 0; i < 3; ++i) {
        if (values[i]) {
            pn_data_put_symbol(data.get(), bytes(names[i]));
            pn_data_put_string(data.get(), bytes(values[i]));
        }
    }
    pn_data_exit(data.get());
}

void entries_are_read_in_order() {
    const Data data = open_list();
    put_entry(data, "a", "1", "amqps");
    put_entry(data, "b", "2", nullptr);
    const auto list = read_failover_list(data.get());
    EXPECT(list && list->size() == 2);
    EXPECT((*list)[0].host == "a" && (*list)[0].port == "1" && (*list)[0].scheme == "amqps");
    EXPECT((*list)[1].host == "b" && (*list)[1].port == "2");
}

void the_port_may_be_a_number() {
    const Data data = open_list();
    pn_data_put_map(data.get());
    pn_data_enter(data.get());
    pn_data_put_symbol(data.get(), bytes("network-host"));
    pn_data_put_string(data.get(), bytes("a"));
    pn_data_put_symbol(data.get(), bytes("port"));
    pn_data_put_int(data.get(), 5671);
    const auto list = read_failover_list(data.get());
    EXPECT(list->front().port == "5671");
}

void an_entry_without_host_is_left_out() {
    const Data data = open_list();
    put_entry(data, nullptr, "1", nullptr);
    put_entry(data, "b", nullptr, nullptr);
    pn_data_put_int(data.get(), 3);
    const auto list = read_failover_list(data.get());
    EXPECT(list && list->size() == 1);
    EXPECT(list->front().host == "b");
}

void an_empty_list_is_not_the_same_as_none() {
    const Data empty = open_list();
    EXPECT(read_failover_list(empty.get())->empty());
    const Data none = make();
    EXPECT(!read_failover_list(none.get()));
    const Data other = make();
    pn_data_put_map(other.get());
    EXPECT(!read_failover_list(other.get()));
}

void a_list_of_another_type_is_none() {
    const Data data = make();
    pn_data_put_map(data.get());
    pn_data_enter(data.get());
    pn_data_put_symbol(data.get(), bytes("failover-server-list"));
    pn_data_put_string(data.get(), bytes("a,b"));
    EXPECT(!read_failover_list(data.get()));
    const Data text = make();
    pn_data_put_string(text.get(), bytes("x"));
    EXPECT(!read_failover_list(text.get()));
}

const CMUnitTest tests[] = {
    unit::test<entries_are_read_in_order>("entries are read in order"),
    unit::test<the_port_may_be_a_number>("the port may be a number"),
    unit::test<an_entry_without_host_is_left_out>("an entry without host is left out"),
    unit::test<an_empty_list_is_not_the_same_as_none>("an empty list is not the same as none"),
    unit::test<a_list_of_another_type_is_none>("a list of another type is none"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
