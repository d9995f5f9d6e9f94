# SPDX-License-Identifier: Apache-2.0
"""Edge routers: one way up, clients on both sides of it."""
import unittest

from proton import Message

from harness import ACCEPTED, RELEASED, NetworkTest, address
from harness.network import wait_for_uplink
from harness.octets import octets
from harness.peer import Peers

SECTIONS = [address(prefix="all", distribution="multicast")]


class OneEdge(NetworkTest):
    def setUp(self):
        super().setUp()
        self.interior_router = self.interior("A", *SECTIONS)
        self.edge_router = self.edge("E", *SECTIONS, to=[self.interior_router])
        self.above = self.connect(self.interior_router)
        self.below = self.connect(self.edge_router)

    def exchange(self, sending, receiving, name):
        receiver = receiving.receiver(name)
        sender = sending.sender(name)
        self.eventually(lambda: sender.credit > 0, "credit")
        for n in range(300):
            self.assertEqual(sender.send(Message(body=n)).wait().state, ACCEPTED)
        self.assertEqual(receiver.wait(300)[-1].body, 299)

    def test_messages_go_up(self):
        self.exchange(self.below, self.above, "work")

    def test_messages_come_down(self):
        self.exchange(self.above, self.below, "work")

    def test_clients_of_the_edge_reach_each_other(self):
        self.exchange(self.below, self.connect(self.edge_router), "work")

    def test_a_sender_below_waits_for_a_receiver_above(self):
        sender = self.below.sender("later")
        self.assertEqual(sender.credit, 0)
        receiver = self.above.receiver("later")
        self.eventually(lambda: sender.credit == 250, "credit")
        self.assertEqual(sender.send(Message(body=1)).wait().state, ACCEPTED)
        receiver.wait(1)

    def test_a_receiver_of_the_edge_itself_sends_nothing_up(self):
        local = self.below.receiver("work")
        sender = self.below.sender("work")
        self.eventually(lambda: sender.credit > 0, "credit")
        sender.send(Message(body=1)).wait()
        self.assertEqual(local.wait(1)[0].body, 1)

    def test_a_multicast_reaches_each_receiver_once(self):
        receivers = [client.receiver("all/news") for client in
                     (self.above, self.below, self.connect(self.edge_router))]
        for sending in (self.above, self.below):
            sender = sending.sender("all/news")
            self.eventually(lambda s=sender: s.credit > 0, "credit")
            before = [len(r.bodies) for r in receivers]

            def everybody_got_one(sender=sender, before=before):
                sender.send(Message(body="probe")).wait()
                return all(len(r.bodies) > b for r, b in zip(receivers, before))

            self.eventually(everybody_got_one, "the routes")
            start = [r.bodies.count("last") for r in receivers]
            sender.send(Message(body="last")).wait()
            self.eventually(lambda s=start: [r.bodies.count("last") for r in receivers] ==
                            [n + 1 for n in s], "one copy for each")

    def test_replies_find_their_way(self):
        for asking, answering in ((self.below, self.above), (self.above, self.below)):
            service = answering.receiver("service")
            replies = asking.receiver(dynamic=True)
            request = asking.sender("service")
            self.eventually(lambda s=request: s.credit > 0, "credit")
            request.send(Message(body="?", reply_to=replies.address)).wait()
            question = service.wait(1)[0].message
            answer = Message(body="!", address=question.reply_to)
            self.assertEqual(answering.sender(None).send(answer).wait().state, ACCEPTED)
            self.assertEqual(replies.wait(1)[0].body, "!")
            service.close()

    def test_the_reply_address_names_the_edge(self):
        self.assertRegex(self.below.receiver(dynamic=True).address,
                         r"^amqp:/_edge/E/temp\.[A-Za-z0-9+_]{15}$")

    def test_anonymous_messages_that_nobody_here_wants_go_up(self):
        receiver = self.above.receiver("elsewhere")
        sender = self.below.sender(None)
        sent = sender.send(Message(address="elsewhere", body=1))
        self.assertEqual(sent.wait().state, ACCEPTED)
        receiver.wait(1)
        lost = sender.send(Message(address="nowhere", body=1))
        self.assertEqual(lost.wait().state, RELEASED)


class Failover(NetworkTest):
    def test_another_uplink_takes_over(self):
        first, second = self.line("A", "B", sections=SECTIONS)
        edge = self.edge("E", *SECTIONS, to=[first, second])
        used = "A" if "interior router 'A' is in use" in edge.log else "B"
        receiver = self.connect(edge).receiver("work")
        survivor = second if used == "A" else first
        sender = self.connect(survivor).sender("work")
        self.eventually(lambda: sender.credit > 0, "credit")
        sender.send(Message(body=1)).wait()
        (first if used == "A" else second).kill()
        wait_for_uplink(edge, survivor.name)

        def delivered():
            return sender.credit > 0 and sender.send(Message(body=2)).wait().state == ACCEPTED

        self.eventually(delivered, "delivery over the other uplink")
        self.eventually(lambda: 2 in receiver.bodies, "the message")


class NoUplink(NetworkTest):
    def test_an_edge_alone_serves_its_clients(self):
        edge = self.edge("E")
        receiver = self.connect(edge).receiver("work")
        client = self.connect(edge)
        self.assertEqual(client.sender("work").send(Message(body=1)).wait().state, ACCEPTED)
        receiver.wait(1)
        refused = client.sender(None).send(Message(address="nowhere", body=1))
        self.assertEqual(refused.wait().state, RELEASED)


class TwoEdges(NetworkTest):
    def test_edges_of_different_routers_reach_each_other(self):
        first, second = self.line("A", "B", sections=SECTIONS)
        left = self.connect(self.edge("L", *SECTIONS, to=[first]))
        right = self.connect(self.edge("R", *SECTIONS, to=[second]))
        service = right.receiver("service")
        replies = left.receiver(dynamic=True)
        request = left.sender("service")
        self.eventually(lambda: request.credit > 0, "credit")
        request.send(Message(body="?", reply_to=replies.address)).wait()
        question = service.wait(1)[0].message
        answer = Message(body="!", address=question.reply_to)
        self.assertEqual(right.sender(None).send(answer).wait().state, ACCEPTED)
        self.assertEqual(replies.wait(1)[0].body, "!")


class Streams(NetworkTest):
    FRAMES = 64
    SIZE = 10 << 20     # more than all sessions on the way take

    def test_a_stream_that_stands_still_blocks_no_other_address(self):
        above = self.interior("A", session_frames=self.FRAMES)
        below = self.edge("E", to=[above], session_frames=self.FRAMES)
        peers = Peers()
        self.addCleanup(peers.close)
        peer = peers.connect(below.port("clients"))
        consumer = peer.receiver("large", window=10)
        sender = self.connect(above).sender("large")
        self.eventually(lambda: sender.credit > 0, "credit")
        stuck = sender.send(octets("00 53 75 b0") + self.SIZE.to_bytes(4, "big") + bytes(self.SIZE))
        peers.until(lambda: consumer.bytes_so_far > 0, "the first part")
        peer.reading = False
        before = []

        def stands_still():
            peers.show_life()
            before.append(sender.buffered)
            return len(before) > 20 and len(set(before[-20:])) == 1

        self.eventually(stands_still, "the stream to stop")
        self.assertGreater(sender.buffered, 0)

        def accepted(sent):
            peers.until(lambda: sent.outcome and sent.outcome.settled, "an outcome")
            self.assertEqual(sent.outcome.state, ACCEPTED)

        client, local = self.connect(above), self.connect(below)
        down, up = local.receiver("down"), client.receiver("up")
        replies = local.receiver(dynamic=True)
        senders = client.sender("down"), local.sender("up")
        for other in senders:
            peers.until(lambda s=other: s.credit > 0, "credit")
        for n in range(300):
            for other in senders:
                accepted(other.send(Message(body=n)))
        accepted(client.sender(None).send(Message(address=replies.address, body="reply")))
        self.assertEqual((down.count, up.count, replies.count), (300, 300, 1))
        peer.reading = True
        consumer.take().accept()
        accepted(stuck)


if __name__ == "__main__":
    unittest.main()
