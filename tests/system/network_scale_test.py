# SPDX-License-Identifier: Apache-2.0
"""One router in a network of a thousand others, which the test plays over one connection."""
from proton import Message

from harness import ACCEPTED, RELEASED, TIME_FACTOR, config
from harness.management import PREFIX, Manager
from harness.octets import octets
from harness.wire_case import CONTROL_IN, CONTROL_OUT, HELLO, WireTest

ROUTERS = 1000
FAN_OUT = 10
MANY = 1_000_000    # credit


def string(text, code="a1"):
    return f"{code} {len(text):02x} '{text}'"


def number(value, code="71"):
    return f"{code} {value:08x}"


def message(sender, to, opcode, body):
    """Of the family of HELLO if its keys are strings, else of that of MAU."""
    node = "0/" + sender
    return octets(
        f"00 53 72 c1 [04 a3 10 'x-opt-qd.ingress' {string(node)}"
        f"a3 0e 'x-opt-qd.trace' c0 [01 {string(node)}]]"
        f"00 53 73 c0 [03 40 40 {string(to)}]"
        f"00 53 74 c1 [02 a1 06 'opcode' {string(opcode)}] 00 53 77 {body}")


def start(sender):
    return f"a1 02 'id' {string(sender)} a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'"


def lsu(sender, sequence, peers):
    listed = "".join(f"{string(peer)} 54 01" for peer in peers)
    return message(sender, "amqp:/_topo/0/A/qdrouter", "LSU",
                   f"d1 [0000000c {start(sender)} a1 08 'instance' {instance_of(sender)}"
                   f"a1 06 'ls_seq' {number(sequence)} a1 02 'ls' d1 [00000008"
                   f"a1 02 'id' {string(sender)} a1 04 'area' a1 01 '0'"
                   f"a1 06 'ls_seq' {number(sequence)}"
                   f"a1 05 'peers' d1 [{2 * len(peers):08x} {listed}]]]")


def ra(sender, sequence):
    return message(sender, "amqp:/_topo/0/all/qdrouter", "RA",
                   f"d1 [0000000c {start(sender)} a1 08 'instance' {instance_of(sender)}"
                   f"a1 06 'ls_seq' {number(sequence)} a1 0a 'mobile_seq' 54 01]")


def mau(sender, addresses):
    listed = "".join(string(address) for address in addresses)
    return message(sender, "_topo/0/all/qdrouter.ma", "MAU",
                   f"d1 [0000000c {start(sender)} a1 0a 'mobile_seq' 54 01"
                   f"a1 03 'add' d0 [{len(addresses):08x} {listed}] a1 03 'del' 45]")


def instance_of(sender):
    return "71 6afd3ce9" if sender == "B" else "54 07"


def children(place):
    """B is at place 0, its children follow."""
    first = place * FAN_OUT + 1
    return [n for n in range(first, first + FAN_OUT) if n <= ROUTERS]


def name(place):
    return f"router.{place:04}" if place else "B"


def address(place):
    return f"only/{place:04}"


class AThousandRouters(WireTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(
            config.router(mode="interior", helloIntervalSeconds=1, helloMaxAgeSeconds=60),
            config.listener(name="clients"), config.listener(name="routers", role="inter-router"),
            config.address(prefix="all", distribution="multicast"))
        self._said = 0
        before = self.router.rss_kib()
        self.peer = self.join(self.router)
        self.peer.grant(*CONTROL_IN, credit=MANY)
        # Names have the same length, so that what one says becomes what another one says.
        words = [ra(name(ROUTERS), 1),
                 mau(name(ROUTERS), ["M0" + address(ROUTERS), "M0all/of.them", "M0shared"])]
        for place in range(1, ROUTERS + 1):
            parent = name((place - 1) // FAN_OUT)
            self.say(lsu(name(place), 1, [parent, *map(name, children(place))]))
            for of_the_last in words:
                self.say(of_the_last.replace(name(ROUTERS).encode(), name(place).encode())
                         .replace(address(ROUTERS).encode(), address(place).encode()))
        self.say(lsu("B", 2, ["A", *map(name, children(0))]))
        self.client = self.connect(self.router)
        self.manager = Manager(self.client)
        self.eventually(lambda: self.reachable() == ROUTERS + 1, "all routers")
        self.grown = self.router.rss_kib() - before
        print(f"{self.grown} KiB, {self.router.cpu_seconds()} s of CPU for {ROUTERS} routers")

    def say(self, octets_):
        self._said += 1
        if self._said % 100 == 0:
            self.peer.send(CONTROL_OUT, HELLO)
        self.peer.until(lambda: self.peer.credit[CONTROL_OUT] > 1, "credit")
        self.peer.send(CONTROL_OUT, octets_)

    def nodes(self, *names):
        return self.manager.entities(PREFIX + "router.node", *names)

    def reachable(self):
        self.say(HELLO)
        return sum(row["cost"] is not None for row in self.nodes("id", "cost"))

    def test_all_are_of_use(self):
        # Some 100 bytes for an address, 1 KiB for a router, and the queue of what it was asked.
        if TIME_FACTOR == 1:  # sanitizers need memory of their own
            self.assertLess(self.grown, 64 << 10)
        rows = {row["id"]: row for row in self.nodes()}
        far = rows[name(ROUTERS)]
        self.assertEqual((far["cost"], far["nextHop"]), (4, "B"))
        self.assertEqual(far["linkState"], [name((ROUTERS - 1) // FAN_OUT)])
        self.assertEqual({tuple(row["validOrigins"]) for row in rows.values()}, {()})

        sender = self.client.sender(address(ROUTERS))
        self.eventually(lambda: sender.credit == 250, "credit")
        sent = sender.send(Message(body=1))
        place = (5, 0)
        self.assertIn(address(ROUTERS).encode(), self.peer.take(place))
        self.peer.accept_all(place[0])
        self.assertEqual(sent.wait().state, ACCEPTED)

        # All behind one next hop have one copy in common.
        for shared in "all/of.them", "shared":
            sender = self.client.sender(shared)
            self.eventually(lambda s=sender: s.credit == 250, "credit")
            sent = sender.send(Message(body=2))
            self.assertIn(shared.encode(), self.peer.take(place))
            self.peer.accept_all(place[0])
            self.assertEqual(sent.wait().state, ACCEPTED)
            self.assertEqual(self.peer.messages[place], [])

        # The next hop loses them all.
        self.say(lsu("B", 3, ["A"]))
        self.eventually(lambda: self.reachable() == 1, "the loss of the others")
        lost = self.client.sender(None).send(Message(address=address(ROUTERS), body=3))
        self.assertEqual(lost.wait().state, RELEASED)
        print(f"{self.router.cpu_seconds()} s of CPU in the end")
