# SPDX-License-Identifier: Apache-2.0
"""A large message whose receiver stops reading, while others pass on the same connections."""
from harness import ACCEPTED, NetworkTest
from harness.management import PREFIX
from harness.octets import octets
from harness.peer import Peers

FRAMES = 64             # what a session takes
LARGE = 24 << 20        # more than all sessions and sockets on the way
SIZES = (10, 100_000, 300_000, 3 << 20)


def data(size):
    return octets("00 53 75 b0") + size.to_bytes(4, "big") + bytes(size)


class StalledStream(NetworkTest):
    def setUp(self):
        super().setUp()
        self.a = self.interior("A", session_frames=FRAMES)
        self.b = self.interior("B", to=[self.a], session_frames=FRAMES)
        self.c = self.interior("C", to=[self.b], session_frames=FRAMES)
        self.wait_for_each_other([self.a, self.b, self.c])
        self.e = self.edge("E", to=[self.a], session_frames=FRAMES)
        self.f = self.edge("F", to=[self.c], session_frames=FRAMES)
        self.peers = Peers()
        self.addCleanup(self.peers.close)

    def accepted(self, sent):
        self.peers.until(lambda: sent.outcome and sent.outcome.settled, "an outcome")
        self.assertEqual(sent.outcome.state, ACCEPTED)

    def stall(self, first, last):
        """A stream between the two that stands still; gives what ends it."""
        peer = self.peers.connect(last.port("clients"))
        consumer = peer.receiver(f"stuck/{first.name}{last.name}", window=10)
        sender = self.connect(first).sender(f"stuck/{first.name}{last.name}")
        self.peers.until(lambda: sender.credit > 0, "credit")
        stuck = sender.send(data(LARGE))
        self.peers.until(lambda: consumer.bytes_so_far > 0, "the first part")
        peer.reading = False
        before = []

        def stands_still():
            self.peers.show_life()
            before.append(sender.buffered)
            return len(before) > 20 and len(set(before[-20:])) == 1

        self.eventually(stands_still, "the stream to stop")
        self.assertGreater(sender.buffered, 0)

        def finish():
            peer.reading = True
            received = consumer.take()
            self.assertEqual(len(received.content), len(data(LARGE)))
            received.accept()
            self.accepted(stuck)

        return finish

    def others_pass(self, first, last):
        name = f"work/{first.name}{last.name}"
        receiver = self.connect(last).receiver(name, keep=False)
        sender = self.connect(first).sender(name)
        self.peers.until(lambda: sender.credit > 0, "credit")
        self.wait_for_rest(first, last, name)
        for size in SIZES * 3:
            self.accepted(sender.send(data(size)))
        self.assertEqual([r.size for r in receiver.complete], [len(data(s)) for s in SIZES * 3])

    def links(self, router):
        return len(self.truth.manager(self, router).entities(PREFIX + "router.link", "identity"))

    def check(self, first, last, pairs):
        finish = [self.stall(first, last), self.stall(last, first)]
        for one, other in pairs:
            self.others_pass(one, other)
            self.others_pass(other, one)
        for go_on in finish:
            go_on()

    def test_over_two_hops(self):
        self.check(self.a, self.c, [(self.a, self.c), (self.a, self.b)])

    def test_from_edge_to_edge(self):
        self.check(self.e, self.f, [(self.e, self.f), (self.e, self.a), (self.b, self.f)])

    def test_links_for_streams_are_used_again(self):
        receiver = self.connect(self.f).receiver("work", keep=False)
        sender = self.connect(self.e).sender("work")
        self.eventually(lambda: sender.credit > 0, "credit")
        self.wait_for_rest(self.e, self.f, "work")
        self.accepted(sender.send(data(1 << 20)))
        before = [self.links(router) for router in (self.a, self.b, self.c)]
        for _ in range(20):
            self.accepted(sender.send(data(1 << 20)))
        self.assertEqual([self.links(router) for router in (self.a, self.b, self.c)], before)
        self.assertEqual(receiver.count, 21)
