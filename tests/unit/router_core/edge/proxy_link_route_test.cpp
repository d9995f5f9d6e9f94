// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/proxy_link_route.hpp"
#include "tests/unit/router_core/routing/octets.hpp"
#include "tests/unit/unit.hpp"

#include <string>

using namespace crosspoint;
using edge::ProxyLinkRoute;
using unit::octets;

namespace {

const std::string type = "a1 34 'org.apache.qpid.dispatch.router.connection.linkRoute'";
const std::string properties =
    "00 53 73 d0 [ 00000006 40 40 40 40 a1 07 'amqp:/r' a1 08 'client-1' ]";

void keys_become_patterns() {
    EXPECT(edge::proxy_link_route("E", "Celr") ==
           (ProxyLinkRoute{"E/proxyLinkRoute/Celr", "elr/#", true}));
    EXPECT(edge::proxy_link_route("E", "Dext") ==
           (ProxyLinkRoute{"E/proxyLinkRoute/Dext", "ext/#", false}));
    EXPECT(edge::proxy_link_route("E", "Epat/*/x") ==
           (ProxyLinkRoute{"E/proxyLinkRoute/Epat/*/x", "pat/*/x", true}));
    EXPECT(edge::proxy_link_route("E", "Fepat/#/z") ==
           (ProxyLinkRoute{"E/proxyLinkRoute/Fepat/#/z", "epat/#/z", false}));
}

void other_keys_are_no_link_routes() {
    for (const char* key : {"", "C", "M0q", "HE", "L$management", "RA"}) {
        EXPECT(!edge::proxy_link_route("E", key));
    }
}

void a_creation_is_written_as_older_routers_write_it() {
    const auto route = edge::proxy_link_route("E", "Celr");
    EXPECT(edge::encode_create(*route, {"amqp:/r", "client-1"}) ==
           octets(properties +
                  "00 53 74 d1 [ 00000006 a1 09 'operation' a1 06 'CREATE'"
                  " a1 04 'type' " +
                  type +
                  " a1 04 'name' a1 15 'E/proxyLinkRoute/Celr' ]"
                  "00 53 77 d1 [ 00000008 a1 04 'type' " +
                  type +
                  " a1 07 'pattern' a1 05 'elr/#' a1 09 'direction' a1 02 'in'"
                  " a1 04 'name' a1 15 'E/proxyLinkRoute/Celr' ]"));
}

void the_direction_is_that_of_the_clients_messages() {
    const auto route = edge::proxy_link_route("E", "Dd");
    const auto written = edge::encode_create(*route, {"r", "c"});
    const std::string text(written.begin(), written.end());
    EXPECT(text.find("direction\xa1\x03out") != std::string::npos);
}

void a_deletion_is_written_as_older_routers_write_it() {
    const auto route = edge::proxy_link_route("E", "Celr");
    EXPECT(edge::encode_delete(*route, "17", {"amqp:/r", "client-1"}) ==
           octets(properties +
                  "00 53 74 d1 [ 00000008 a1 09 'operation' a1 06 'DELETE' a1 04 'type' " + type +
                  " a1 08 'identity' a1 02 '17' a1 04 'name' a1 15 'E/proxyLinkRoute/Celr' ]"
                  "00 53 77 d1 [ 00000000 ]"));
}

void an_answer_tells_what_was_created() {
    const auto reply = edge::read_link_route_reply(
        octets("00 53 73 c0 [ 06 40 40 a1 01 'r' 40 40 a1 08 'client-1' ]"
               "00 53 74 c1 [ 04 a1 0a 'statusCode' 71 000000c9"
               " a1 11 'statusDescription' a1 07 'Created' ]"
               "00 53 77 c1 [ 06 a1 04 'name' a1 01 'n' a1 07 'pattern' a1 01 'p'"
               " a1 08 'identity' a1 02 '17' ]"));
    EXPECT(reply && reply->correlation_id == "client-1");
    EXPECT(reply->status == 201 && reply->description == "Created" && reply->identity == "17");
    EXPECT(reply->is_created() && !reply->is_deleted());
}

edge::LinkRouteReply answer(const std::string& status, const std::string& body) {
    const auto reply = edge::read_link_route_reply(
        octets("00 53 74 c1 [ 02 a1 0a 'statusCode' " + status + " ] 00 53 77 " + body));
    EXPECT(bool(reply));
    return *reply;
}

void only_201_with_an_identity_is_a_creation() {
    EXPECT(!answer("71 00000190", "c1 [ 00 ]").is_created());
    EXPECT(!answer("71 000000c9", "c1 [ 00 ]").is_created());
    // The identity is a string, not a number.
    EXPECT(!answer("71 000000c9", "c1 [ 02 a1 08 'identity' 54 11 ]").is_created());
    EXPECT(!answer("a1 03 '201'", "c1 [ 02 a1 08 'identity' a1 01 'x' ]").is_created());
}

void what_was_not_there_is_deleted_too() {
    EXPECT(answer("71 000000cc", "c1 [ 00 ]").is_deleted());
    EXPECT(answer("71 00000194", "c1 [ 00 ]").is_deleted());
    EXPECT(!answer("71 00000190", "c1 [ 00 ]").is_deleted());
}

void what_cannot_be_parsed_is_an_error() {
    EXPECT(!edge::read_link_route_reply(octets("00 53 77 c1 10 02 a1")));
    EXPECT(!edge::read_link_route_reply(octets("00 53")));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<keys_become_patterns>("keys become patterns"),
        unit::test<other_keys_are_no_link_routes>("other keys are no link routes"),
        unit::test<a_creation_is_written_as_older_routers_write_it>("a creation on the wire"),
        unit::test<the_direction_is_that_of_the_clients_messages>("direction"),
        unit::test<a_deletion_is_written_as_older_routers_write_it>("a deletion on the wire"),
        unit::test<an_answer_tells_what_was_created>("an answer"),
        unit::test<only_201_with_an_identity_is_a_creation>("other answers"),
        unit::test<what_was_not_there_is_deleted_too>("deletions"),
        unit::test<what_cannot_be_parsed_is_an_error>("malformed answers"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
