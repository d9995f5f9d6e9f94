# SPDX-License-Identifier: Apache-2.0
"""Messages of the routing protocol as older routers write them, and a peer that says them.

HELLO is a capture; the others are derived from the types and the order of fields of those routers'
messages.
"""
from . import config
from .case import RouterTest
from .octets import octets
from .router_peer import RouterPeer
from .typed import entries, sections

CONTROL_IN, CONTROL_OUT = (0, 0), (0, 1)    # handles of the links that attach_standing_links makes

# The sections in front of the body of a message of B's to us, A.
HEAD = ("00 53 70 d0 [00000001 42]"
        "00 53 72 c1 [04 a3 10 'x-opt-qd.ingress' a1 03 '0/B'"
        " a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '0/B']]")
HELLO = octets(
    HEAD + "00 53 73 d0 [00000006 40 40 a1 14 'amqp:/_local/qdhello' 40 40 40]"
    "00 53 74 d1 [00000002 a1 06 'opcode' a1 05 'HELLO']"
    "00 53 77 d1 [0000000a a1 02 'id' a1 01 'B' a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'"
    "a1 08 'instance' 71 6afd3ce9 a1 04 'seen' d0 [00000001 a1 01 'A'")
LSU = octets(
    HEAD + "00 53 73 d0 [00000006 40 40 a1 18 'amqp:/_topo/0/A/qdrouter' 40 40 40]"
    "00 53 74 d1 [00000002 a1 06 'opcode' a1 03 'LSU']"
    "00 53 77 d1 [0000000c a1 02 'id' a1 01 'B' a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'"
    "a1 08 'instance' 71 6afd3ce9 a1 06 'ls_seq' 54 01 a1 02 'ls'"
    "d1 [00000008 a1 02 'id' a1 01 'B' a1 04 'area' a1 01 '0'"
    "a1 06 'ls_seq' 54 01 a1 05 'peers' d1 [00000002 a1 01 'A' 54 03")
LSR = octets(
    HEAD + "00 53 73 d0 [00000006 40 40 a1 18 'amqp:/_topo/0/A/qdrouter' 40 40 40]"
    "00 53 74 d1 [00000002 a1 06 'opcode' a1 03 'LSR']"
    "00 53 77 d1 [00000006 a1 02 'id' a1 01 'B' a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'")
MAU = octets(
    HEAD + "00 53 73 d0 [00000003 40 40 a1 17 '_topo/0/all/qdrouter.ma']"
    "00 53 74 d1 [00000002 a3 06 'opcode' a1 03 'MAU']"
    "00 53 77 d1 [0000000e a3 02 'id' a1 01 'B' a3 02 'pv' 55 01 a3 04 'area' a1 01 '0'"
    "a3 0a 'mobile_seq' 55 01 a3 05 'hints' d0 [00000001 54 03]"
    "a3 03 'add' d0 [00000001 a1 09 'M0foo/bar'] a3 03 'del' d0 [00000000")
MAR = octets(
    HEAD + "00 53 73 d0 [00000003 40 40 a1 1b 'amqp:/_topo/0/A/qdrouter.ma']"
    "00 53 74 d1 [00000002 a3 06 'opcode' a1 03 'MAR']"
    "00 53 77 d1 [00000008 a3 02 'id' a1 01 'B' a3 02 'pv' 55 01 a3 04 'area' a1 01 '0'"
    "a3 08 'have_seq' 55 00")


def of_router(name, message):
    """The same message, said by another router than B."""
    return message.replace(octets("a1 01 'B'"), octets(f"a1 01 '{name}'")).replace(
        b"0/B", b"0/" + name.encode())


def opcode_of(message):
    value = sections(message)[0x74]
    return next(v for (_, key), v in entries(value).items() if key == "opcode")[1]


class WireTest(RouterTest):
    def interior(self, *sections_):
        # The peer says HELLO when the test tells it to, so that nobody may be impatient.
        return self.start_router(
            config.router(mode="interior", helloIntervalSeconds=1, helloMaxAgeSeconds=60),
            config.listener(name="clients"), config.listener(name="routers", role="inter-router"),
            *sections_)

    def dial(self, router, name="B", **properties):
        peer = RouterPeer.connect(router.port("routers"), name, **properties)
        self.addCleanup(peer.close)
        return peer

    def join(self, router, name="B"):
        """A peer that is the router's neighbour, and that has told it its link state."""
        peer = self.dial(router, name)
        peer.attach_standing_links()
        peer.until(lambda: len(peer.attached) == 22, "22 answers")
        self.take(peer, "HELLO")
        peer.send(CONTROL_OUT, of_router(name, HELLO))
        self.take(peer, "LSR")
        peer.send(CONTROL_OUT, of_router(name, LSU))
        router.wait_log(f"Router {name} is reachable: cost 1,")
        return peer

    @staticmethod
    def take(peer, opcode, place=CONTROL_IN):
        """The next message of that kind; those before it are dropped."""
        while True:
            message = peer.take(place, opcode)
            if opcode_of(message) == opcode:
                return message
