# SPDX-License-Identifier: Apache-2.0
"""Messages over several hops: anycast, multicast, replies, outcomes."""
import unittest

from proton import Message

from harness import ACCEPTED, MODIFIED, REJECTED, RELEASED, NetworkTest, address
from harness.octets import octets
from harness.peer import Peers


class Line(NetworkTest):
    def setUp(self):
        super().setUp()
        self.routers = self.line("A", "B", "C", sections=[
            address(prefix="all", distribution="multicast"),
            address(prefix="near", distribution="closest")])
        self.first, self.middle, self.last = self.routers

    def test_a_message_crosses_two_hops_and_its_outcome_comes_back(self):
        receiver = self.connect(self.last).receiver("work", settle=None)
        sender = self.connect(self.first).sender("work")
        sent = [sender.send(Message(body=n)) for n in range(4)]
        received = receiver.wait(4)
        self.assertEqual([r.body for r in received], [0, 1, 2, 3])
        received[0].settle(ACCEPTED)
        received[1].settle(RELEASED)
        received[2].settle(MODIFIED, failed=True, undeliverable=True)
        received[3].settle(REJECTED, condition="x:y", description="no")
        self.assertEqual([s.wait().state for s in sent], [ACCEPTED, RELEASED, MODIFIED, REJECTED])
        self.assertEqual(sent[3].outcome.condition, "x:y")

    def test_clients_see_nothing_of_the_routers(self):
        receiver = self.connect(self.last).receiver("work")
        message = Message(body="x", annotations={"mine": 1})
        self.connect(self.first).sender("work").send(message).wait()
        self.assertEqual(receiver.wait(1)[0].message.annotations, {"mine": 1})

    def test_settled_messages_arrive(self):
        receiver = self.connect(self.last).receiver("work")
        self.connect(self.first).sender("work").send_all(
            [Message(body=n) for n in range(200)], settled=True)
        receiver.wait(200)
        self.assertEqual(receiver.bodies, list(range(200)))

    def test_a_sender_gets_credit_when_a_receiver_comes_far_away(self):
        sender = self.connect(self.first).sender("later")
        self.assertEqual(sender.credit, 0)
        receiver = self.connect(self.last).receiver("later")
        self.eventually(lambda: sender.credit == 250, "credit")
        self.assertEqual(sender.send(Message(body=1)).wait().state, ACCEPTED)
        receiver.close()

        def drained():
            if sender.credit > 0:
                self.assertEqual(sender.send(Message(body=2)).wait().state, RELEASED)
            return sender.drained > 0 and sender.credit == 0

        self.eventually(drained, "drain")
        receiver = self.connect(self.last).receiver("later")
        self.eventually(lambda: sender.credit > 0, "credit again")
        self.assertEqual(sender.send(Message(body=3)).wait().state, ACCEPTED)
        self.assertEqual(receiver.wait(1)[0].body, 3)

    def test_a_request_is_answered_at_a_dynamic_address(self):
        service = self.connect(self.last)
        requests = service.receiver("service")
        answers = service.sender(None)
        client = self.connect(self.first)
        replies = client.receiver(None, dynamic=True)
        self.assertRegex(replies.address, r"^amqp:/_topo/0/A/temp\.")
        client.sender("service").send(Message(body="ask", reply_to=replies.address)).wait()
        request = requests.wait(1)[0].message
        answer = answers.send(Message(address=request.reply_to, body="answer"))
        self.assertEqual(answer.wait().state, ACCEPTED)
        self.assertEqual(replies.wait(1)[0].body, "answer")

    def test_a_topological_address_names_one_router(self):
        here = self.connect(self.first).receiver("_local/x")
        there = self.connect(self.last).receiver("_local/x")
        sender = self.connect(self.first).sender("_topo/0/C/x")
        self.assertEqual(sender.send(Message(body="y")).wait().state, ACCEPTED)
        self.assertEqual(there.wait(1)[0].body, "y")
        self.assertEqual(here.count, 0)
        nobody = self.connect(self.first).sender(None)
        lost = nobody.send(Message(address="_topo/0/D/x", body="z"))
        self.assertEqual(lost.wait().state, RELEASED)

    def test_closest_stays_where_it_can(self):
        near = self.connect(self.first).receiver("near/x")
        far = self.connect(self.last).receiver("near/x")
        middle = self.connect(self.middle).receiver("near/x")
        sender = self.connect(self.first).sender("near/x")
        for n in range(20):
            sender.send(Message(body=n)).wait()
        self.assertEqual((near.count, middle.count, far.count), (20, 0, 0))
        near.close()

        def goes_on():
            return sender.send(Message(body="on")).wait().state == ACCEPTED and middle.count > 0

        self.eventually(goes_on, "a message in the middle")
        self.assertEqual(far.count, 0)

    def test_a_multicast_reaches_each_receiver_once(self):
        receivers = [self.connect(router).receiver("all/x") for router in self.routers
                     for _ in range(2)]
        sender = self.connect(self.middle).sender("all/x")
        marker = self.connect(self.first).sender("all/x")
        self.eventually(lambda: marker.send(Message(body="m")).wait().state == ACCEPTED
                        and all(r.count > 0 for r in receivers), "all routes")
        before = [r.count for r in receivers]
        for n in range(50):
            self.assertEqual(sender.send(Message(body=n)).wait().state, ACCEPTED)
        self.eventually(lambda: all(r.count >= b + 50 for r, b in zip(receivers, before)),
                        "all copies")
        for receiver, count in zip(receivers, before):
            self.assertEqual(receiver.bodies[count:], list(range(50)))

    def test_a_large_message_streams_and_others_pass_it(self):
        receiver = self.connect(self.last).receiver("large", keep=False)
        other = self.connect(self.last).receiver("small")
        client = self.connect(self.first)
        stream = client.sender("large").stream()
        stream.write(b"\x00Su\xb0\x00\x40\x00\x00" + bytes(1 << 20))
        self.eventually(lambda: receiver.deliveries and receiver.deliveries[0].size > 500000,
                        "the first part")
        small = client.sender("small")
        for n in range(20):
            self.assertEqual(small.send(Message(body=n)).wait().state, ACCEPTED)
        self.assertEqual(other.count, 20)
        stream.write(bytes(3 << 20))
        stream.finish()
        self.assertEqual(stream.wait().state, ACCEPTED)
        self.assertGreater(receiver.wait(1)[0].size, 4 << 20)

    def test_what_a_lost_consumer_had_is_modified(self):
        client = self.connect(self.last)
        receiver = client.receiver("work", settle=None, credit=5, refill=False)
        sender = self.connect(self.first).sender("work")
        sent = [sender.send(Message(body=n)) for n in range(10)]
        receiver.wait(5)
        client.break_off()
        states = [s.wait().state for s in sent]
        self.assertEqual(states, [MODIFIED] * 5 + [RELEASED] * 5)

    def test_a_drain_far_away_gets_what_is_there_and_ends(self):
        receiver = self.connect(self.last).receiver("work", credit=0, refill=False)
        sender = self.connect(self.first).sender("work")
        self.eventually(lambda: sender.credit == 250, "credit")
        sent = sender.send_all([Message(body=n) for n in range(3)])
        receiver.drain(10)
        self.eventually(lambda: receiver.credit == 0, "the end of the drain")
        receiver.flow(3)
        self.assertEqual([r.body for r in receiver.wait(3)], [0, 1, 2])
        self.assertEqual({s.wait().state for s in sent}, {ACCEPTED})
        self.eventually(lambda: sender.credit >= 125, "credit")

    def test_priority_overtakes_what_waits_far_away(self):
        receiver = self.connect(self.last).receiver("work", credit=0, refill=False)
        sender = self.connect(self.first).sender("work")
        self.eventually(lambda: sender.credit == 250, "credit")
        sent = sender.send_all([Message(body=p, priority=p) for p in (1, 9, 4, 7)])
        # What is sent later arrives later, on the link of its priority; so all are there then.
        marks = self.connect(self.last).receiver("mark")
        marker = self.connect(self.first).sender("mark")
        self.eventually(lambda: marker.credit > 0, "credit")
        for priority in range(10):
            marker.send(Message(body=priority, priority=priority)).wait()
        marks.wait(10)
        receiver.flow(4)
        self.assertEqual([r.body for r in receiver.wait(4)], [9, 7, 4, 1])
        self.assertEqual({s.wait().state for s in sent}, {ACCEPTED})


class ThreeHops(NetworkTest):
    def test_replies_come_back_over_three_hops(self):
        routers = self.line("A", "B", "C", "D")
        for asking, answering in ((routers[0], routers[3]), (routers[3], routers[0])):
            service = self.connect(answering)
            requests = service.receiver("service/" + answering.name)
            client = self.connect(asking)
            replies = client.receiver(None, dynamic=True)
            sender = client.sender("service/" + answering.name)
            self.eventually(lambda s=sender: s.credit > 0, "credit")
            for n in range(20):
                sender.send(Message(body=n, reply_to=replies.address)).wait()
            answers = service.sender(None)
            sent = [answers.send(Message(address=request.message.reply_to, body=request.body))
                    for request in requests.wait(20)]
            self.assertEqual({s.wait().state for s in sent}, {ACCEPTED})
            self.assertEqual([r.body for r in replies.wait(20)], list(range(20)))


class Streams(NetworkTest):
    """Large messages whose consumers do not read, and all that has to pass them."""

    FRAMES = 64
    SIZE = 10 << 20     # more than all sessions on the way take

    def setUp(self):
        super().setUp()
        self.first = self.interior("A", session_frames=self.FRAMES)
        self.last = self.interior("B", to=[self.first], session_frames=self.FRAMES)
        self.wait_for_each_other([self.first, self.last])
        self.peers = Peers()
        self.addCleanup(self.peers.close)

    def stuck_stream(self, name):
        """A stream of which the consumer has read a little; gives the peer of the consumer, its
        link, and the message."""
        peer = self.peers.connect(self.last.port("clients"))
        consumer = peer.receiver(name, window=10)
        sender = self.connect(self.first).sender(name)
        self.eventually(lambda: sender.credit > 0, "credit")
        sent = sender.send(octets("00 53 75 b0") + self.SIZE.to_bytes(4, "big") + bytes(self.SIZE))
        self.peers.until(lambda: consumer.bytes_so_far > 0, "the first part")
        peer.reading = False
        before = []

        def stands_still():
            self.peers.show_life()
            before.append(sender.buffered)
            return len(before) > 20 and len(set(before[-20:])) == 1

        self.eventually(stands_still, "the stream to stop")
        self.assertGreater(sender.buffered, 0)
        return peer, consumer, sent

    def test_streams_that_stand_still_block_nobody_else(self):
        stuck = [self.stuck_stream(f"large/{n}") for n in range(2)]
        small = self.connect(self.last).receiver("small")
        large = self.connect(self.last).receiver("large", keep=False)
        client = self.connect(self.first)
        sender = client.sender("small")
        self.eventually(lambda: sender.credit > 0, "credit")
        for n in range(300):
            self.accepted(sender.send(Message(body=n)))
        self.assertEqual(small.count, 300)
        other = client.sender("large")
        self.eventually(lambda: other.credit > 0, "credit")
        body = octets("00 53 75 b0 00400000") + bytes(4 << 20)
        for _ in range(3):
            self.accepted(other.send(body))
        self.assertEqual(large.count, 3)
        for peer, _, _ in stuck:
            peer.reading = True
        for peer, consumer, sent in stuck:
            consumer.take().accept()
            self.accepted(sent)

    def accepted(self, sent):
        """Consumers that do not read show that they live while we wait."""
        self.peers.until(lambda: sent.outcome and sent.outcome.settled, "an outcome")
        self.assertEqual(sent.outcome.state, ACCEPTED)


if __name__ == "__main__":
    unittest.main()
