// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/codec.hpp"
#include "tests/unit/router_core/routing/octets.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::routing;
using crosspoint::amqp::Octets;
using unit::octets;

namespace {

Envelope from(const char* id, std::string to, ProtocolMessage message) {
    return {std::move(to), Annotations{node_id(id), {node_id(id)}}, std::move(message)};
}

// The sections in front of the body, for a router with an id of one character.
Octets head(const char* node, const char* properties, const char* application_properties) {
    const std::string text = std::string("00 53 70 d0 [00000001 42]") +
                             "00 53 72 c1 [04 a3 10 'x-opt-qd.ingress' a1 03 '" + node +
                             "' a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '" + node + "']]" +
                             "00 53 73 " + properties + "00 53 74 " + application_properties +
                             "00 53 77";
    return octets(text);
}

Octets operator+(Octets left, const Octets& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

const Octets captured_hello = octets(
    "00 53 70 d0 00 00 00 05 00 00 00 01 42 00 53 72 c1 30 04 a3 10 78 2d 6f 70 74 2d 71 64 2e 69 "
    "6e 67 72 65 73 73 a1 03 30 2f 42 a3 0e 78 2d 6f 70 74 2d 71 64 2e 74 72 61 63 65 c0 06 01 a1 "
    "03 30 2f 42 00 53 73 d0 00 00 00 1f 00 00 00 06 40 40 a1 14 61 6d 71 70 3a 2f 5f 6c 6f 63 61 "
    "6c 2f 71 64 68 65 6c 6c 6f 40 40 40 00 53 74 d1 00 00 00 13 00 00 00 02 a1 06 6f 70 63 6f 64 "
    "65 a1 05 48 45 4c 4c 4f 00 53 77 d1 00 00 00 3b 00 00 00 0a a1 02 69 64 a1 01 42 a1 02 70 76 "
    "54 01 a1 04 61 72 65 61 a1 01 30 a1 08 69 6e 73 74 61 6e 63 65 71 6a fd 3c e9 a1 04 73 65 65 "
    "6e d0 00 00 00 07 00 00 00 01 a1 01 41");

void hello_is_written_as_captured() {
    const Hello hello{"B", 1, 0x6afd3ce9, {"A"}};
    EXPECT(captured_hello.size() == 199);
    EXPECT(encode(from("B", neighbor_address(), hello)) == captured_hello);
}

void hello_that_has_seen_nobody_writes_list0() {
    const Octets written = encode(from("B", neighbor_address(), Hello{"B", 1, 7, {}}));
    const Octets expected = octets("a1 08 'instance' 54 07 a1 04 'seen' 45");
    EXPECT(Octets(written.end() - static_cast<std::ptrdiff_t>(expected.size()), written.end()) ==
           expected);
}

void ra_is_written_octet_for_octet() {
    const Ra ra{"A", 1, 1794981095, 1, 0};
    const Octets expected =
        head("0/A", "d0 [00000006 40 40 a1 1a 'amqp:/_topo/0/all/qdrouter' 40 40 40]",
             "d1 [00000002 a1 06 'opcode' a1 02 'RA']") +
        octets("d1 [0000000c a1 02 'id' a1 01 'A' a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'"
               "a1 08 'instance' 71 6afd3ce7 a1 06 'ls_seq' 54 01 a1 0a 'mobile_seq' 54 00");
    EXPECT(encode(from("A", everybody_address(ra), ra)) == expected);
}

void lsr_is_written_octet_for_octet() {
    const Lsr lsr{"A", 1};
    const Octets expected =
        head("0/A", "d0 [00000006 40 40 a1 18 'amqp:/_topo/0/B/qdrouter' 40 40 40]",
             "d1 [00000002 a1 06 'opcode' a1 03 'LSR']") +
        octets("d1 [00000006 a1 02 'id' a1 01 'A' a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'");
    EXPECT(encode(from("A", router_address(lsr, "B"), lsr)) == expected);
}

void lsu_is_written_octet_for_octet() {
    const Lsu lsu{"A", 1, 1794981095, LinkState{1, {{"B", 3}}}};
    const Octets expected =
        head("0/A", "d0 [00000006 40 40 a1 18 'amqp:/_topo/0/B/qdrouter' 40 40 40]",
             "d1 [00000002 a1 06 'opcode' a1 03 'LSU']") +
        octets("d1 [0000000c a1 02 'id' a1 01 'A' a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'"
               "a1 08 'instance' 71 6afd3ce7 a1 06 'ls_seq' 54 01 a1 02 'ls'"
               "d1 [00000008 a1 02 'id' a1 01 'A' a1 04 'area' a1 01 '0'"
               "a1 06 'ls_seq' 54 01 a1 05 'peers' d1 [00000002 a1 01 'B' 54 03");
    EXPECT(encode(from("A", router_address(lsu, "B"), lsu)) == expected);
}

void mar_is_written_octet_for_octet() {
    const Mar mar{"D", 1, 0};
    const Octets expected =
        head("0/D", "d0 [00000003 40 40 a1 1b 'amqp:/_topo/0/A/qdrouter.ma']",
             "d1 [00000002 a3 06 'opcode' a1 03 'MAR']") +
        octets("d1 [00000008 a3 02 'id' a1 01 'D' a3 02 'pv' 55 01 a3 04 'area' a1 01 '0'"
               "a3 08 'have_seq' 55 00");
    EXPECT(encode(from("D", router_address(mar, "A"), mar)) == expected);
}

void differential_mau_is_written_octet_for_octet() {
    const Mau mau{"B", 1, 1, Mau::Kind::differential, {{"M0foo/bar", TreatmentHint::balanced}}, {}};
    const Octets expected =
        head("0/B", "d0 [00000003 40 40 a1 17 '_topo/0/all/qdrouter.ma']",
             "d1 [00000002 a3 06 'opcode' a1 03 'MAU']") +
        octets("d1 [0000000e a3 02 'id' a1 01 'B' a3 02 'pv' 55 01 a3 04 'area' a1 01 '0'"
               "a3 0a 'mobile_seq' 55 01 a3 05 'hints' d0 [00000001 54 03]"
               "a3 03 'add' d0 [00000001 a1 09 'M0foo/bar']"
               "a3 03 'del' d0 [00000000");
    EXPECT(encode(from("B", everybody_address(mau), mau)) == expected);
}

void absolute_mau_puts_the_keys_before_the_hints() {
    const Mau mau{"B",
                  1,
                  1,
                  Mau::Kind::absolute,
                  {{"Clr", TreatmentHint::link_balanced}, {"M0q", TreatmentHint::multicast}},
                  {}};
    const Octets expected =
        head("0/B", "d0 [00000003 40 40 a1 1b 'amqp:/_topo/0/A/qdrouter.ma']",
             "d1 [00000002 a3 06 'opcode' a1 03 'MAU']") +
        octets("d1 [0000000c a3 02 'id' a1 01 'B' a3 02 'pv' 55 01 a3 04 'area' a1 01 '0'"
               "a3 0a 'mobile_seq' 55 01"
               "a3 05 'exist' d0 [00000002 a1 03 'Clr' a1 03 'M0q']"
               "a3 05 'hints' d0 [00000002 54 04 54 01");
    EXPECT(encode(from("B", router_address(mau, "A"), mau)) == expected);
}

void numbers_beyond_32_bits_become_long() {
    const Octets written = encode(from("A", "x", Ra{"A", 1, std::int64_t{1} << 40, 200, -1}));
    const Octets expected = octets("a1 08 'instance' 81 00000100 00000000"
                                   "a1 06 'ls_seq' 71 000000c8 a1 0a 'mobile_seq' 54 ff");
    EXPECT(Octets(written.end() - static_cast<std::ptrdiff_t>(expected.size()), written.end()) ==
           expected);
}

void long_traces_use_the_wide_forms() {
    const std::string id(100, 'r');
    const Annotations annotations{node_id(id), {node_id(id), node_id(id), node_id(id)}};
    const Octets written = encode({"x", annotations, Lsr{id, 1}});
    const Octets expected = octets("00 53 72 d1");
    EXPECT(Octets(written.begin() + 13, written.begin() + 17) == expected);
    auto read = decode(written);
    EXPECT(bool(read));
    EXPECT(read->annotations == annotations);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<hello_is_written_as_captured>("HELLO is written as captured"),
        unit::test<hello_that_has_seen_nobody_writes_list0>("empty seen is list0"),
        unit::test<ra_is_written_octet_for_octet>("RA"),
        unit::test<lsr_is_written_octet_for_octet>("LSR"),
        unit::test<lsu_is_written_octet_for_octet>("LSU"),
        unit::test<mar_is_written_octet_for_octet>("MAR"),
        unit::test<differential_mau_is_written_octet_for_octet>("differential MAU"),
        unit::test<absolute_mau_puts_the_keys_before_the_hints>("absolute MAU"),
        unit::test<numbers_beyond_32_bits_become_long>("wide numbers"),
        unit::test<long_traces_use_the_wide_forms>("long traces"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
