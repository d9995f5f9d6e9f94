// SPDX-License-Identifier: Apache-2.0
#include "router_core/edge/address_lookup.hpp"
#include "tests/unit/router_core/routing/octets.hpp"
#include "tests/unit/unit.hpp"

#include <string>

using namespace crosspoint;
using edge::LookupStatus;
using unit::octets;

namespace {

void a_question_is_written_as_older_routers_write_it() {
    const auto written = edge::encode("amqp:/r", "client-1", "addr", true);
    EXPECT(written == octets("00 53 73 d0 [ 00000006 40 40 40 40 a1 07 'amqp:/r' a1 08 'client-1' ]"
                             "00 53 74 d1 [ 00000004 a1 07 'version' 52 01 a1 06 'opcode' 52 01 ]"
                             "00 53 77 d0 [ 00000002 a1 04 'addr' 41 ]"));
}

void a_question_is_read_and_answered_with_its_id() {
    const auto asked = edge::read_lookup_request(edge::encode("to-me", "client-7", "q", false));
    EXPECT(bool(asked));
    EXPECT(asked->reply_to == "to-me");
    EXPECT(asked->address == "q");
    EXPECT(!asked->client_sends);
    const auto reply = edge::encode_reply(*asked, LookupStatus::not_found, false, false);
    EXPECT(reply == octets("00 53 73 d0 [ 00000006 40 40 a1 05 'to-me' 40 40 a1 08 'client-7' ]"
                           "00 53 74 d1 [ 00000006 a1 07 'version' 52 01 a1 06 'opcode' 52 01"
                           " a1 06 'status' 52 03 ]"
                           "00 53 77 d0 [ 00000002 42 42 ]"));
    const auto heard = edge::read_lookup_reply(reply);
    EXPECT(heard && heard->correlation_id == "client-7");
    EXPECT(heard->status == LookupStatus::not_found);
}

void an_id_of_any_type_is_echoed() {
    const auto asked = edge::read_lookup_request(
        octets("00 53 73 c0 [ 06 40 40 40 40 a1 01 'r' 80 0000000000000102 ]"
               "00 53 74 c1 [ 04 a1 07 'version' 52 01 a1 06 'opcode' 52 01 ]"
               "00 53 77 c0 [ 02 a1 01 'q' 42 ]"));
    EXPECT(asked && asked->correlation_id == octets("80 0000000000000102"));
}

void a_link_route_is_answered_with_what_is_known_of_it() {
    const auto asked = edge::read_lookup_request(edge::encode("r", "c", "q", true));
    const auto reply =
        edge::read_lookup_reply(edge::encode_reply(*asked, LookupStatus::ok, true, false));
    EXPECT(reply && reply->status == LookupStatus::ok);
    EXPECT(reply->is_link_route && !reply->has_destinations);
}

void questions_that_make_no_sense_are_refused() {
    const char* const good_properties = "00 53 73 c0 [ 05 40 40 40 40 a1 01 'r' ]";
    const char* const good_opcode = "00 53 74 c1 [ 04 a1 07 'version' 52 01 a1 06 'opcode' 52 01 ]";
    const char* const good_body = "00 53 77 c0 [ 02 a1 01 'q' 42 ]";
    const std::string good = std::string(good_properties) + good_opcode + good_body;
    EXPECT(bool(edge::read_lookup_request(octets(good))));
    const std::string without_reply = std::string(good_opcode) + good_body;
    const std::string without_opcode = std::string(good_properties) + good_body;
    const std::string without_body = std::string(good_properties) + good_opcode;
    for (const std::string& bad :
         {without_reply, without_opcode, without_body,
          std::string(good_properties) +
              "00 53 74 c1 [ 04 a1 07 'version' 52 02 a1 06 'opcode' 52 01 ]" + good_body,
          std::string(good_properties) +
              "00 53 74 c1 [ 04 a1 07 'version' 52 01 a1 06 'opcode' 52 02 ]" + good_body,
          without_body + "00 53 77 c0 [ 02 42 42 ]", without_body + "00 53 77 c0 [ 01 a1 01 'q' ]",
          std::string("00 53")}) {
        EXPECT(!edge::read_lookup_request(octets(bad)));
    }
}

void answers_that_make_no_sense_find_nothing() {
    const auto reply = edge::read_lookup_reply(octets("00 53 77 c0 [ 02 41 41 ]"));
    EXPECT(reply && reply->status == LookupStatus::invalid_request && !reply->is_link_route);
    const auto high = edge::read_lookup_reply(
        octets("00 53 74 c1 [ 04 a1 07 'version' 52 01 a1 06 'status' 52 09 ]"
               "00 53 77 c0 [ 02 41 41 ]"));
    EXPECT(high && high->status == LookupStatus::invalid_request);
    EXPECT(!edge::read_lookup_reply(octets("00 53 77 c0 05 02 41")));
}

void ids_have_time_and_count() {
    EXPECT(edge::lookup_correlation_id(0x6afd3d2f, 0x3c3e713c) ==
           "client-000000006afd3d2f3c3e713c");
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_question_is_written_as_older_routers_write_it>("a question on the wire"),
        unit::test<a_question_is_read_and_answered_with_its_id>("question and answer"),
        unit::test<an_id_of_any_type_is_echoed>("ids of any type"),
        unit::test<a_link_route_is_answered_with_what_is_known_of_it>("link routes"),
        unit::test<questions_that_make_no_sense_are_refused>("bad questions"),
        unit::test<answers_that_make_no_sense_find_nothing>("bad answers"),
        unit::test<ids_have_time_and_count>("correlation ids"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
