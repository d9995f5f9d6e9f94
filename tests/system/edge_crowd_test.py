# SPDX-License-Identifier: Apache-2.0
"""Hundreds of edge routers below one interior router. They are played by the test."""
from proton import Message

from harness import ACCEPTED, RELEASED, NetworkTest, address
from harness.peer import Peers

EDGES = 200
DOWNLINK = "qd.router-edge-downlink"
SECTIONS = [address(prefix="all", distribution="multicast")]


class Edge:
    """What an edge router has on its uplink: the downlink, and a proxy for each address."""

    def __init__(self, peers, port, number):
        self.peer = peers.connect(port, container=f"E{number}")
        self.down = self.peer.receiver(f"E{number}", window=250, accept=True, wait=False,
                                       capabilities=[DOWNLINK])
        self.work = self.peer.receiver(f"work/{number}", window=250, accept=True, wait=False)
        self.news = self.peer.receiver("all/news", window=250, accept=True, wait=False)
        self.up = self.peer.sender(wait=False)

    @property
    def is_ready(self):
        return all(link.remote_open for link in (self.down, self.work, self.news, self.up))


class Crowd(NetworkTest):
    def setUp(self):
        super().setUp()
        self.near, self.far = self.line("A", "B", sections=SECTIONS)
        self.peers = Peers()
        self.addCleanup(self.peers.close)
        port = self.near.port("edges")
        self.edges = [Edge(self.peers, port, number) for number in range(EDGES)]
        self.peers.until(lambda: all(edge.is_ready for edge in self.edges), "all links")

    def outcomes(self, handles):
        """Edges answer while we wait."""
        self.peers.until(lambda: all(h.outcome and h.outcome.settled for h in handles), "outcomes")
        return [handle.outcome.state for handle in handles]

    def send_each(self, sender, numbers):
        """A message down to each of these edge routers, and one to a client of each."""
        sent = [sender.send(Message(address=text, body=number)) for number in numbers
                for text in (f"_edge/E{number}/x", f"work/{number}")]
        return self.outcomes(sent)

    def test_each_is_reached_from_far_away_and_leaves_nothing_behind(self):
        sender = self.connect(self.far).sender(None)
        # The last address is known when a message for it arrives.
        self.peers.until(lambda: self.send_each(sender, [EDGES - 1]) == [ACCEPTED] * 2, "the way")
        counts = [(edge.down.count, edge.work.count) for edge in self.edges]
        self.assertEqual(self.send_each(sender, range(EDGES)), [ACCEPTED] * 2 * EDGES)
        self.assertEqual([(edge.down.count, edge.work.count) for edge in self.edges],
                         [(down + 1, work + 1) for down, work in counts])

        news = self.connect(self.far).sender("all/news")
        self.peers.until(lambda: news.credit > 0, "credit")
        self.assertEqual(self.outcomes([news.send(Message(body="x"))]), [ACCEPTED])
        self.assertEqual([edge.news.count for edge in self.edges], [1] * EDGES)

        # What one of them sends up reaches the others, and never itself.
        sent = self.edges[0].up.wait_credit().send(Message(address="all/news", body="y"))
        self.peers.until(lambda: sent.settled, "the outcome")
        self.assertEqual([edge.news.count for edge in self.edges], [1] + [2] * (EDGES - 1))

        half = EDGES // 2
        for edge in self.edges[:half]:
            edge.peer.kill()
        self.peers.until(lambda: self.send_each(sender, range(half)) == [RELEASED] * 2 * half,
                         "the end of half of them")
        self.assertEqual(self.send_each(sender, range(half, EDGES)), [ACCEPTED] * EDGES)
