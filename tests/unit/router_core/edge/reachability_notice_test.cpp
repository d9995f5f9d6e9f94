// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/reachability_notice.hpp"
#include "tests/unit/router_core/routing/octets.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint;
using edge::ReachabilityNotice;
using unit::octets;

namespace {

void a_notice_is_written_as_older_routers_write_it() {
    const auto written = edge::encode({"M0edge/two", true}, "A");
    EXPECT(written == octets("00 53 70 d0 [ 00000001 42 ]"
                             "00 53 72 c1 [ 04 a3 10 'x-opt-qd.ingress' a1 03 '0/A'"
                             " a3 0e 'x-opt-qd.trace' c0 [ 01 a1 03 '0/A' ] ]"
                             "00 53 77 d0 [ 00000002 a1 0a 'M0edge/two' 41 ]"));
}

void a_notice_is_read_back() {
    for (const bool reachable : {false, true}) {
        const ReachabilityNotice notice{"MFa", reachable};
        const auto read = edge::read_notice(edge::encode(notice, "A"));
        EXPECT(read && *read == notice);
    }
}

void a_body_that_is_no_pair_is_ignored() {
    for (const char* body :
         {"00 53 77 45", "00 53 77 c0 [ 01 a1 02 'M0' ]", "00 53 77 a1 02 'M0'",
          "00 53 77 c0 [ 02 41 41 ]", "00 53 77 c0 [ 02 a1 02 'M0' 54 01 ]", ""}) {
        const auto read = edge::read_notice(octets(body));
        EXPECT(read && !*read);
    }
}

void what_cannot_be_parsed_is_an_error() {
    EXPECT(!edge::read_notice(octets("00 53 77 c0 10 02 a1")));
    EXPECT(!edge::read_notice(octets("41")));
}

void a_boolean_may_have_an_octet_of_its_own() {
    const auto read = edge::read_notice(octets("00 53 77 c0 [ 02 a1 03 'M0a' 56 01 ]"));
    EXPECT(read && *read && (*read)->reachable);
}

void consumers_of_the_edge_itself_make_nothing_reachable() {
    EXPECT(!edge::reachable_for_edge({}));
    EXPECT(!edge::reachable_for_edge({.local = 1, .of_edge = 1}));
    EXPECT(edge::reachable_for_edge({.local = 1, .of_edge = 0}));
    EXPECT(edge::reachable_for_edge({.local = 2, .of_edge = 1}));
    EXPECT(edge::reachable_for_edge({.local = 1, .of_edge = 1, .remote = true}));
    EXPECT(edge::reachable_for_edge({.remote = true}));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_notice_is_written_as_older_routers_write_it>("a notice on the wire"),
        unit::test<a_notice_is_read_back>("a notice is read back"),
        unit::test<a_body_that_is_no_pair_is_ignored>("other bodies are ignored"),
        unit::test<what_cannot_be_parsed_is_an_error>("malformed messages"),
        unit::test<a_boolean_may_have_an_octet_of_its_own>("long booleans"),
        unit::test<consumers_of_the_edge_itself_make_nothing_reachable>("reachable for an edge"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
