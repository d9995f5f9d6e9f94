// SPDX-License-Identifier: Apache-2.0
// Each message of the routing protocol as older routers write it, read; and what we write
// ourselves, read again as exactly that. The HELLO is a capture; the others have the types and the
// order of fields of captures.
#include "router_core/routing/codec.hpp"
#include "tests/unit/router_core/routing/octets.hpp"
#include "tests/unit/unit.hpp"

#include <string>
#include <string_view>

using namespace crosspoint::routing;
using crosspoint::amqp::Octets;
using unit::octets;

namespace {

struct Golden {
    Envelope means;
    Octets written;
};

std::string quoted(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    return std::string("a1 ") + digits[text.size() >> 4] + digits[text.size() & 15] + " '" +
           std::string(text) + "' ";
}

/// The first family is HELLO, RA, LSR and LSU, the second MAU and MAR.
Golden golden(const char* id, const std::string& to, bool second_family, const char* opcode,
              const std::string& body, ProtocolMessage message) {
    const std::string node = node_id(id);
    const std::string properties = second_family ? "d0 [00000003 40 40 " + quoted(to) + "]"
                                                 : "d0 [00000006 40 40 " + quoted(to) + "40 40 40]";
    return {{to, {node, {node}}, std::move(message)},
            octets("00 53 70 d0 [00000001 42] 00 53 72 c1 [04 a3 10 'x-opt-qd.ingress' " +
                   quoted(node) + "a3 0e 'x-opt-qd.trace' c0 [01 " + quoted(node) + "]]" +
                   "00 53 73 " + properties + "00 53 74 d1 [00000002 " +
                   (second_family ? "a3" : "a1") + " 06 'opcode' " + quoted(opcode) + "]" +
                   "00 53 77 " + body)};
}

std::string strings_start(const char* id) {
    return "a1 02 'id' " + quoted(id) + "a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'";
}
std::string symbols_start(const char* id) {
    return "a3 02 'id' " + quoted(id) + "a3 02 'pv' 55 01 a3 04 'area' a1 01 '0'";
}

void is_read_and_written(const Golden& one) {
    const auto read = decode(one.written);
    EXPECT(bool(read));
    EXPECT(*read == one.means);
    EXPECT(encode(one.means) == one.written);
}

void hello() {
    is_read_and_written(golden("B", neighbor_address(), false, "HELLO",
                               "d1 [0000000a" + strings_start("B") +
                                   "a1 08 'instance' 71 6afd3ce9"
                                   "a1 04 'seen' d0 [00000001 a1 01 'A']]",
                               Hello{"B", 1, 0x6afd3ce9, {"A"}}));
    is_read_and_written(golden("B", neighbor_address(), false, "HELLO",
                               "d1 [0000000a" + strings_start("B") +
                                   "a1 08 'instance' 71 6afd3ce9 a1 04 'seen' 45]",
                               Hello{"B", 1, 0x6afd3ce9, {}}));
}

void ra() {
    is_read_and_written(golden("A", "amqp:/_topo/0/all/qdrouter", false, "RA",
                               "d1 [0000000c" + strings_start("A") +
                                   "a1 08 'instance' 71 6afd3ce7 a1 06 'ls_seq' 54 01"
                                   "a1 0a 'mobile_seq' 54 00]",
                               Ra{"A", 1, 1794981095, 1, 0}));
}

void lsr() {
    is_read_and_written(golden("A", "amqp:/_topo/0/B/qdrouter", false, "LSR",
                               "d1 [00000006" + strings_start("A") + "]", Lsr{"A", 1}));
}

void lsu() {
    is_read_and_written(golden("A", "amqp:/_topo/0/B/qdrouter", false, "LSU",
                               "d1 [0000000c" + strings_start("A") +
                                   "a1 08 'instance' 71 6afd3ce7 a1 06 'ls_seq' 54 01 a1 02 'ls'"
                                   "d1 [00000008 a1 02 'id' a1 01 'A' a1 04 'area' a1 01 '0'"
                                   "a1 06 'ls_seq' 54 01"
                                   "a1 05 'peers' d1 [00000002 a1 01 'B' 54 03]]]",
                               Lsu{"A", 1, 1794981095, LinkState{1, {{"B", 3}}}}));
}

void differential_mau() {
    is_read_and_written(golden(
        "B", "_topo/0/all/qdrouter.ma", true, "MAU",
        "d1 [0000000e" + symbols_start("B") +
            "a3 0a 'mobile_seq' 55 01 a3 05 'hints' d0 [00000001 54 03]"
            "a3 03 'add' d0 [00000001 a1 09 'M0foo/bar']"
            "a3 03 'del' d0 [00000000]]",
        Mau{"B", 1, 1, Mau::Kind::differential, {{"M0foo/bar", TreatmentHint::balanced}}, {}}));
    is_read_and_written(golden("B", "_topo/0/all/qdrouter.ma", true, "MAU",
                               "d1 [0000000e" + symbols_start("B") +
                                   "a3 0a 'mobile_seq' 81 0000000000000100"
                                   "a3 05 'hints' d0 [00000000] a3 03 'add' d0 [00000000]"
                                   "a3 03 'del' d0 [00000001 a1 09 'M0foo/bar']]",
                               Mau{"B", 1, 256, Mau::Kind::differential, {}, {"M0foo/bar"}}));
}

void absolute_mau() {
    using enum TreatmentHint;
    is_read_and_written(
        golden("B", "amqp:/_topo/0/A/qdrouter.ma", true, "MAU",
               "d1 [0000000c" + symbols_start("B") +
                   "a3 0a 'mobile_seq' 55 01 a3 05 'exist' d0 [00000006 a1 03 'Clr' a1 03 'Dlr'"
                   "a1 08 'Epat/*/x' a1 04 'Dext' a1 06 'M0wp.q' a1 06 'MFfb.q']"
                   "a3 05 'hints' d0 [00000006 54 04 54 04 54 04 54 04 54 03 54 03]]",
               Mau{"B",
                   1,
                   1,
                   Mau::Kind::absolute,
                   {{"Clr", link_balanced},
                    {"Dlr", link_balanced},
                    {"Epat/*/x", link_balanced},
                    {"Dext", link_balanced},
                    {"M0wp.q", balanced},
                    {"MFfb.q", balanced}},
                   {}}));
}

void mar() {
    is_read_and_written(golden("D", "amqp:/_topo/0/A/qdrouter.ma", true, "MAR",
                               "d1 [00000008" + symbols_start("D") + "a3 08 'have_seq' 55 00]",
                               Mar{"D", 1, 0}));
}

void the_mau_of_routers_before_1_11_is_read() {
    const auto read = decode(octets(
        "00 53 73 d0 [00000003 40 40 a1 17 '_topo/0/all/qdrouter.ma']"
        "00 53 74 c1 [02 a1 06 'opcode' a1 03 'MAU']"
        "00 53 77 c1 [0a a1 02 'id' a1 01 'B' a1 04 'area' a1 01 '0' a1 0a 'mobile_seq' 54 02"
        "a1 03 'add' c0 [01 a1 03 'M0q'] a1 03 'del' 45]"));
    EXPECT(bool(read));
    EXPECT(std::get<Mau>(read->message) ==
           (Mau{"B", 0, 2, Mau::Kind::differential, {{"M0q", std::nullopt}}, {}}));
}

void the_padding_of_routers_before_1_19_is_skipped() {
    const auto read =
        decode(octets("00 53 72 c1 [0a a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '0/B']"
                      "a3 10 'x-opt-qd.ingress' a1 03 '0/B' a3 09 'x-opt-qd.' a1 01 'X'"
                      "a3 09 'x-opt-qd.' a1 01 'X' a3 09 'x-opt-qd.' a1 01 'X']"
                      "00 53 74 c1 [02 a1 06 'opcode' a1 05 'HELLO']"
                      "00 53 77 c1 [04 a1 02 'id' a1 01 'B' a1 04 'seen' 45]"));
    EXPECT(bool(read));
    EXPECT(read->annotations == (Annotations{"0/B", {"0/B"}}));
}

void the_scheme_of_the_destination_does_not_matter() {
    for (const char* to : {"amqp:/_topo/0/B/qdrouter", "_topo/0/B/qdrouter"}) {
        const auto read = decode(octets(std::string("00 53 73 c0 [03 40 40 ") + quoted(to) +
                                        "] 00 53 74 c1 [02 a1 06 'opcode' a1 03 'LSR']"
                                        "00 53 77 c1 [02 a1 02 'id' a1 01 'A']"));
        EXPECT(read && read->to == to);
    }
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<hello>("HELLO"),
        unit::test<ra>("RA"),
        unit::test<lsr>("LSR"),
        unit::test<lsu>("LSU"),
        unit::test<differential_mau>("differential MAU"),
        unit::test<absolute_mau>("absolute MAU"),
        unit::test<mar>("MAR"),
        unit::test<the_mau_of_routers_before_1_11_is_read>("MAU of old routers"),
        unit::test<the_padding_of_routers_before_1_19_is_skipped>("padding of old routers"),
        unit::test<the_scheme_of_the_destination_does_not_matter>("destinations"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
