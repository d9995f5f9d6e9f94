// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/codec.hpp"
#include "tests/unit/router_core/routing/octets.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::routing;
using crosspoint::amqp::Octets;
using unit::octets;

namespace {

// A message with the given opcode entry and body, and nothing else.
Octets message(const std::string& opcode_entry, const std::string& body) {
    return octets("00 53 74 " + opcode_entry + "00 53 77 " + body);
}
const std::string hello_opcode = "c1 [02 a3 06 'opcode' a1 05 'HELLO']";
const std::string mau_opcode = "c1 [02 a1 06 'opcode' a1 03 'MAU']";
const std::string ra_opcode = "c1 [02 a1 06 'opcode' a1 02 'RA']";

void every_message_comes_back_as_written() {
    const ProtocolMessage messages[] = {
        Hello{"B", 1, 12, {"A", "C"}},
        Hello{"B", 1, -5, {}},
        Ra{"router.west", 1, 1794981095, 12345, 678},
        Lsr{"A", 1},
        Lsu{"A", 1, 3, LinkState{9, {{"B", 3}, {"C", 2147483647}}}},
        Lsu{"A", 1, 3, LinkState{0, {}}},
        Mar{"A", 1, 300},
        Mau{"A", 1, 2, Mau::Kind::differential, {{"M0a", TreatmentHint::closest}}, {"M0b"}},
        Mau{"A", 1, 2, Mau::Kind::differential, {}, {}},
        Mau{"A", 1, 2, Mau::Kind::absolute, {{"HE", TreatmentHint::balanced}}, {}},
    };
    for (const ProtocolMessage& m : messages) {
        const Envelope envelope{router_address(m, "Z"), {"0/B", {"0/A", "0/B"}}, m};
        auto read = decode(encode(envelope));
        EXPECT(bool(read));
        EXPECT(*read == envelope);
    }
}

void keys_may_be_symbols_and_numbers_of_any_width() {
    const std::string bodies[] = {
        "c1 [0a a3 02 'id' a1 01 'B' a3 02 'pv' 50 01 a3 04 'area' a1 01 '0'"
        "a3 08 'instance' 60 0102 a3 04 'seen' 45",
        "c1 [0a a1 02 'id' a3 01 'B' a1 02 'pv' 52 01 a1 04 'area' a1 01 '0'"
        "a1 08 'instance' 70 00000102 a1 04 'seen' 45",
        "c1 [0a a1 02 'id' a1 01 'B' a1 02 'pv' 53 01 a1 04 'area' a1 01 '0'"
        "a1 08 'instance' 80 0000000000000102 a1 04 'seen' c0 [00",
        "c1 [0a a1 02 'id' a1 01 'B' a1 02 'pv' 55 01 a1 04 'area' a1 01 '0'"
        "a1 08 'instance' 81 0000000000000102 a1 04 'seen' c0 [00",
    };
    for (const std::string& body : bodies) {
        auto read = decode(message(hello_opcode, body));
        EXPECT(bool(read));
        EXPECT(std::get<Hello>(read->message) == (Hello{"B", 1, 0x102, {}}));
    }
}

void absent_version_is_0_and_absent_instance_is_0() {
    auto read = decode(message(hello_opcode, "c1 [04 a1 02 'id' a1 01 'B' a1 04 'seen' 45"));
    EXPECT(bool(read));
    EXPECT(std::get<Hello>(read->message) == (Hello{"B", 0, 0, {}}));
}

void unknown_fields_and_sections_are_skipped() {
    // The unknown value is a described list; the footer is a map.
    Octets whole = message(hello_opcode, "c1 [06 a1 02 'id' a1 01 'B' a1 03 'new'"
                                         "00 a3 03 'any' c0 [01 54 07] a1 04 'seen' 45");
    const Octets footer = octets("00 53 78 c1 [00");
    whole.insert(whole.end(), footer.begin(), footer.end());
    auto read = decode(whole);
    EXPECT(bool(read));
}

void of_a_higher_version_only_the_originator_is_read() {
    auto read = decode(message(hello_opcode, "c1 [04 a1 02 'id' a1 01 'B' a1 02 'pv' 54 02"));
    EXPECT(bool(read));
    EXPECT(originator(read->message) == "B");
    EXPECT(version_of(read->message) == 2);
}

void wrong_types_are_refused() {
    const std::string id = "a1 02 'id' a1 01 'B'";
    // seen: an array, binary elements, absent.
    EXPECT(!decode(message(hello_opcode, "c1 [04" + id + "a1 04 'seen' e0 [01 a1 01 'A'")));
    EXPECT(!decode(message(hello_opcode, "c1 [04" + id + "a1 04 'seen' c0 [01 a0 01 'A'")));
    EXPECT(!decode(message(hello_opcode, "c1 [02" + id)));
    // ls_seq: a boolean.
    EXPECT(!decode(message(ra_opcode, "c1 [06" + id +
                                          "a1 06 'ls_seq' 41"
                                          "a1 0a 'mobile_seq' 54 01")));
    // id: binary, empty, absent.
    EXPECT(!decode(message(hello_opcode, "c1 [04 a1 02 'id' a0 01 'B' a1 04 'seen' 45")));
    EXPECT(!decode(message(hello_opcode, "c1 [04 a1 02 'id' a1 00 a1 04 'seen' 45")));
    EXPECT(!decode(message(hello_opcode, "c1 [02 a1 04 'seen' 45")));
}

void messages_need_a_known_opcode_and_a_map() {
    EXPECT(!decode(message("c1 [02 a1 06 'opcode' a1 03 'XYZ']", "c1 [02 a1 02 'id' a1 01 'B'")));
    EXPECT(!decode(octets("00 53 77 c1 [02 a1 02 'id' a1 01 'B'")));
    EXPECT(!decode(message(hello_opcode, "a1 01 'x'")));
    EXPECT(!decode(octets("")));
}

void mau_takes_a_missing_half_as_empty_but_not_a_mixture() {
    const std::string start = "a1 02 'id' a1 01 'B' a1 0a 'mobile_seq' 54 02";
    auto only_add =
        decode(message(mau_opcode, "c1 [06" + start + "a1 03 'add' c0 [01 a1 03 'M0x'"));
    EXPECT(bool(only_add));
    const Mau& mau = std::get<Mau>(only_add->message);
    EXPECT(mau.kind == Mau::Kind::differential);
    EXPECT(mau.addresses == (std::vector<HintedAddress>{{"M0x", std::nullopt}}));
    EXPECT(mau.removed.empty());

    EXPECT(!decode(message(mau_opcode, "c1 [04" + start)));
    EXPECT(!decode(message(mau_opcode, "c1 [08" + start + "a1 03 'add' 45 a1 05 'exist' 45")));
}

void hints_that_do_not_match_the_keys_are_ignored() {
    const std::string start = "a1 02 'id' a1 01 'B' a1 0a 'mobile_seq' 54 02"
                              "a1 03 'add' c0 [01 a1 03 'M0x'] a1 05 'hints'";
    auto two = decode(message(mau_opcode, "c1 [08" + start + "c0 [02 54 01 54 02"));
    EXPECT(bool(two));
    EXPECT(!std::get<Mau>(two->message).addresses[0].hint);
    auto unknown = decode(message(mau_opcode, "c1 [08" + start + "c0 [01 54 09"));
    EXPECT(bool(unknown));
    EXPECT(!std::get<Mau>(unknown->message).addresses[0].hint);
    auto good = decode(message(mau_opcode, "c1 [08" + start + "c0 [01 54 01"));
    EXPECT(bool(good));
    EXPECT(std::get<Mau>(good->message).addresses[0].hint == TreatmentHint::multicast);
}

void every_truncation_is_refused_or_harmless() {
    const Envelope envelope{"amqp:/_topo/0/B/qdrouter",
                            {"0/A", {"0/A"}},
                            Lsu{"A", 1, 1794981095, LinkState{4, {{"B", 3}, {"C", 7}}}}};
    const Octets whole = encode(envelope);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT(!decode(std::span(whole).first(size)));
    }
}

void sizes_and_counts_that_lie_are_refused() {
    EXPECT(!decode(message(hello_opcode, "d1 ffffffff 00000004 a1 02 'id'")));
    EXPECT(!decode(message(hello_opcode, "d1 0000000a 7ffffffe a1 02 'id' a1 01 'B'")));
    EXPECT(!decode(message(hello_opcode, "c1 09 03 a1 02 'id' a1 01 'B' 40")));
}

void costs_are_brought_into_range_and_peers_into_order() {
    auto read =
        decode(message("c1 [02 a1 06 'opcode' a1 03 'LSU']",
                       "d1 [00000006 a1 02 'id' a1 01 'A' a1 06 'ls_seq' 54 01"
                       "a1 02 'ls' d1 [00000006 a1 02 'id' a1 01 'A'"
                       "a1 06 'ls_seq' 54 02 a1 05 'peers'"
                       "c1 [06 a1 01 'Z' 54 00 a1 01 'B' 81 0000010000000000 a1 01 'C' 54 ff"));
    EXPECT(bool(read));
    const LinkState& state = std::get<Lsu>(read->message).state;
    EXPECT(state.sequence == 2);
    EXPECT(state.peers == (std::vector<Peer>{{"B", 2147483647}, {"C", 1}, {"Z", 1}}));
}

void link_state_of_another_router_is_refused() {
    EXPECT(!decode(message("c1 [02 a1 06 'opcode' a1 03 'LSU']",
                           "d1 [00000006 a1 02 'id' a1 01 'A' a1 06 'ls_seq' 54 01"
                           "a1 02 'ls' d1 [00000006 a1 02 'id' a1 01 'B'"
                           "a1 06 'ls_seq' 54 02 a1 05 'peers' c1 [00")));
}

void bad_annotations_are_named() {
    const std::string rest = "00 53 74" + hello_opcode +
                             "00 53 77 c1 [04 a1 02 'id' a1 01 'B'"
                             "a1 04 'seen' 45";
    auto no_map = decode(octets("00 53 72 45" + rest));
    EXPECT(!no_map &&
           no_map.error().description == "Invalid message annotations section - missing map type");
    auto ingress = decode(octets("00 53 72 c1 [02 a3 10 'x-opt-qd.ingress' 54 01]" + rest));
    EXPECT(!ingress && ingress.error().description == "ingress router not a string type");
    auto trace = decode(octets("00 53 72 c1 [02 a3 0e 'x-opt-qd.trace' 54 01]" + rest));
    EXPECT(!trace && trace.error().description == "trace annotation is not a list");
    auto entry = decode(octets("00 53 72 c1 [02 a3 0e 'x-opt-qd.trace' c0 [01 54 01]]" + rest));
    EXPECT(!entry && entry.error().description == "trace list contains non-string entries");
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<every_message_comes_back_as_written>("round trip"),
        unit::test<keys_may_be_symbols_and_numbers_of_any_width>("keys and widths"),
        unit::test<absent_version_is_0_and_absent_instance_is_0>("absent fields"),
        unit::test<unknown_fields_and_sections_are_skipped>("unknown fields"),
        unit::test<of_a_higher_version_only_the_originator_is_read>("higher version"),
        unit::test<wrong_types_are_refused>("wrong types"),
        unit::test<messages_need_a_known_opcode_and_a_map>("opcode and map"),
        unit::test<mau_takes_a_missing_half_as_empty_but_not_a_mixture>("forms of MAU"),
        unit::test<hints_that_do_not_match_the_keys_are_ignored>("hints"),
        unit::test<every_truncation_is_refused_or_harmless>("truncation"),
        unit::test<sizes_and_counts_that_lie_are_refused>("lying sizes"),
        unit::test<costs_are_brought_into_range_and_peers_into_order>("costs"),
        unit::test<link_state_of_another_router_is_refused>("another router's link state"),
        unit::test<bad_annotations_are_named>("bad annotations"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
