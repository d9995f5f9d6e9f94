# SPDX-License-Identifier: Apache-2.0
"""Networks with more than one way: rings, meshes with costs, two connections between two."""
import itertools
import unittest

from proton import Message

from harness import ACCEPTED, NetworkTest, address
from harness.network import is_reachable, routes, wait_for_route

SECTIONS = [address(prefix="all", distribution="multicast"),
            address(prefix="near", distribution="closest")]

NUMBERS = itertools.count()


class MeshTest(NetworkTest):
    def path(self, first, last):
        """The routers that a message passes, as its receiver sees them."""
        name = f"work/{next(NUMBERS)}"
        receiver = self.connect(last, "open").receiver(name)
        sender = self.connect(first).sender(name)
        self.eventually(lambda: sender.credit > 0, "credit")
        # The first router may hear of the receiver before those between them do, and these
        # release what they cannot pass on.
        self.eventually(lambda: sender.send(Message(body=1)).wait().state == ACCEPTED, "the way")
        trace = receiver.wait(1)[0].message.annotations["x-opt-qd.trace"]
        receiver.close()
        return [node.removeprefix("0/") for node in trace]

    def each_gets_one(self, receivers, senders, count=20):
        """Multicast: every receiver gets every message of every sender once.

        While routers still learn of each other they may disagree about the tree that a message
        takes, so that probes go first, until they arrive as they should.
        """
        for sender in senders:
            self.eventually(lambda s=sender: s.credit > 0, "credit")
        self.eventually(lambda: self.round_is_right(receivers, senders), "the routes")
        before = [r.count for r in receivers]
        expected = [f"{number}.{n}" for number in range(len(senders)) for n in range(count)]
        for body in expected:
            sent = senders[int(body.partition(".")[0])].send(Message(body=body))
            self.assertEqual(sent.wait().state, ACCEPTED)
        for receiver, start in zip(receivers, before):
            self.eventually(lambda r=receiver, b=start: r.count >= b + len(expected), "all copies")
            self.assertEqual(receiver.bodies[start:], expected)

    @staticmethod
    def round_is_right(receivers, senders):
        before = [r.count for r in receivers]
        for sender in senders:
            # All copies are there when the outcome is: it waits for that of each.
            sender.send(Message(body="probe")).wait()
        return all(r.count == b + len(senders) for r, b in zip(receivers, before))


class Ring(MeshTest):
    def setUp(self):
        super().setUp()
        self.routers = []
        for name in "ABCD":
            ends = self.routers[-1:] + (self.routers[:1] if name == "D" else [])
            self.routers.append(self.interior(name, *SECTIONS, to=ends))
        self.wait_for_each_other(self.routers)

    def test_messages_take_the_short_way_and_the_long_one_when_that_is_gone(self):
        first, second, third, fourth = self.routers
        self.eventually(lambda: "Router D is reachable: cost 1," in first.log, "the short way")
        self.assertEqual(self.path(first, fourth), ["A", "D"])
        self.assertEqual(self.path(first, second), ["A", "B"])
        fourth.kill()
        self.eventually(lambda: not any(is_reachable(r, "D") for r in self.routers[:3]), "loss")
        self.assertEqual(self.path(first, third), ["A", "B", "C"])

    def test_a_multicast_goes_round_once(self):
        receivers = [self.connect(r).receiver("all/x") for r in self.routers for _ in range(2)]
        self.each_gets_one(receivers, [self.connect(r).sender("all/x") for r in self.routers])


class Costs(MeshTest):
    def test_the_cheapest_way_is_taken(self):
        a = self.interior("A", *SECTIONS)
        b = self.interior("B", *SECTIONS, to=[a], costs={"A": 2})
        c = self.interior("C", *SECTIONS, to=[b], costs={"B": 2})
        d = self.interior("D", *SECTIONS, to=[a, b, c], costs={"A": 10, "B": 7, "C": 2})
        self.wait_for_each_other([a, b, c, d])
        for router, name, cost in ((a, "D", 6), (d, "A", 6), (b, "D", 4), (d, "B", 4)):
            wait_for_route(router, name, cost)
        self.assertEqual(self.path(a, d), ["A", "B", "C", "D"])
        self.assertEqual(self.path(d, a), ["D", "C", "B", "A"])
        self.assertEqual(self.path(b, d), ["B", "C", "D"])
        c.kill()
        for router, cost in ((a, 9), (b, 7)):
            wait_for_route(router, "D", cost)
        self.assertEqual(self.path(a, d), ["A", "B", "D"])
        b.kill()
        wait_for_route(a, "D", cost=10)
        self.assertEqual(self.path(a, d), ["A", "D"])

    def test_closest_prefers_the_cheaper_router(self):
        a = self.interior("A", *SECTIONS)
        b = self.interior("B", *SECTIONS, to=[a], costs={"A": 5})
        c = self.interior("C", *SECTIONS, to=[a], costs={"A": 3})
        self.wait_for_each_other([a, b, c])
        dear = self.connect(b).receiver("near/x")
        cheap = self.connect(c).receiver("near/x")
        for router, name in ((b, "C"), (c, "B")):
            wait_for_route(router, name, cost=8)
        sender = self.connect(a).sender("near/x")
        self.eventually(lambda: sender.send(Message(body=0)).wait().state == ACCEPTED
                        and cheap.count > 0, "the cheap one")
        before = dear.count
        for n in range(20):
            self.assertEqual(sender.send(Message(body=n)).wait().state, ACCEPTED)
        self.assertEqual(dear.count, before)


class FullMesh(MeshTest):
    def test_a_multicast_reaches_each_once(self):
        routers = []
        for name in "ABCD":
            routers.append(self.interior(name, *SECTIONS, to=list(routers), workers=1))
        self.wait_for_each_other(routers)
        receivers = [self.connect(r).receiver("all/x") for r in routers]
        self.each_gets_one(receivers, [self.connect(r).sender("all/x") for r in routers])


class Parallel(MeshTest):
    """Two connections between the same two routers, and one more router behind them."""

    def check(self, first, second, losing):
        third = self.interior("C", *SECTIONS, to=[second])
        self.wait_for_each_other([first, second, third])
        receivers = [self.connect(r).receiver("all/x") for r in (first, second, third)]
        self.each_gets_one(receivers, [self.connect(first).sender("all/x"),
                                       self.connect(third).sender("all/x")])
        work = self.connect(third).receiver("work")
        sender = self.connect(first).sender("work")
        self.eventually(lambda: sender.credit > 0, "credit")
        said = routes(first, "B") + routes(third, "A")
        # Longer than a HELLO's age: each connection has had its say more than once.
        hellos = self.eventually(lambda: self.more_than_a_hello_age(sender, work), "four seconds")
        self.assertTrue(hellos)
        self.assertEqual(routes(first, "B") + routes(third, "A"), said, "the route flaps")
        losing()

        def on():
            return sender.credit > 0 and sender.send(Message(body="on")).wait().state == ACCEPTED

        self.eventually(on, "delivery over the other connection")
        self.eventually(lambda: "on" in work.bodies, "the message")
        self.assertTrue(is_reachable(third, "A"))

    def more_than_a_hello_age(self, sender, work, messages=80):
        """Traffic for four seconds, none of it lost."""
        self.assertEqual(sender.send(Message(body=work.count)).wait().state, ACCEPTED)
        return work.count >= messages

    def test_two_connectors_to_the_same_router(self):
        for number in (0, 1):
            with self.subTest(lost=number):
                first = self.interior("A", *SECTIONS)
                cables = [self.proxy(first), self.proxy(first)]
                second = self.interior("B", *SECTIONS, to=cables)
                self.eventually(lambda c=cables: all(p.connections for p in c), "both")
                self.check(first, second, cables[number].cut)

    def test_a_connector_on_each_side(self):
        first = self.interior("A", *SECTIONS)
        cable = self.proxy(first)
        second = self.interior("B", *SECTIONS, to=[cable])
        first.kill()
        first = self.interior("A", *SECTIONS, to=[second], port=cable.target)
        self.eventually(lambda: cable.connections, "the connector of B")
        self.check(first, second, cable.cut)


if __name__ == "__main__":
    unittest.main()
