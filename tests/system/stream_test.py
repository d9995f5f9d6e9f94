# SPDX-License-Identifier: Apache-2.0
"""Large messages are forwarded while they arrive."""
from proton import Delivery

from harness.config import address
from harness.peer_case import PeerTest

MIB = 1 << 20


def head(size):
    """Of a message with one data section of this size."""
    return b"\x00\x53\x75\xb0" + size.to_bytes(4, "big")


def pattern(size, start=0):
    """Bytes that are different everywhere, so that nothing can get lost unnoticed."""
    first = start // 8
    numbers = b"".join(number.to_bytes(8, "big") for number in range(first, first + size // 8 + 2))
    return numbers[start % 8:start % 8 + size]


class StreamTest(PeerTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(address(prefix="all", distribution="multicast"))
        self.producer, self.consumer = self.peer(self.router), self.peer(self.router)

    def begin(self, sender, size, written):
        """Begins a message of that size, and writes so many bytes of it."""
        sender.wait_credit()
        sent = sender.begin()
        sender.write(head(size) + pattern(written))
        return sent

    def finish(self, sender, size, written):
        sender.write(pattern(size - written, written))
        sender.end()


class Forwarding(StreamTest):
    def test_a_consumer_gets_bytes_before_the_message_is_complete(self):
        receiver = self.consumer.receiver("x", credit=1, accept=True)
        sender = self.producer.sender("x").wait_credit()
        size, written = 20 * MIB, 0
        sent = sender.begin()
        sender.write(head(size))
        while written < size:
            sender.write(pattern(MIB, written))
            written += MIB
            self.until(lambda: receiver.bytes_so_far > written - MIB // 2, "the bytes so far")
        self.assertEqual(receiver.count, 0)
        sender.end()
        self.assertEqual(sender.outcome_of(sent), "accepted")
        self.assertEqual(receiver.take().content, head(size) + pattern(size))

    def test_all_at_once(self):
        receiver = self.consumer.receiver("x", window=2)
        sender = self.producer.sender("x")
        content = head(5 * MIB) + pattern(5 * MIB)
        for settled in (False, True):
            sent = sender.send(content, settled=settled)
            received = receiver.take()
            self.assertEqual(received.came_settled, settled)
            self.assertEqual(received.content, content)
            if not settled:
                received.accept()
                self.assertEqual(sender.outcome_of(sent), "accepted")

    def test_to_a_receiver_of_settled_messages(self):
        receiver = self.consumer.receiver("x", credit=1, snd_settle_mode="settled")
        sender = self.producer.sender("x")
        sent = sender.send(head(5 * MIB) + pattern(5 * MIB))
        self.assertEqual(receiver.take().content, head(5 * MIB) + pattern(5 * MIB))
        self.assertEqual(sender.outcome_of(sent), "accepted")

    def test_credit_that_comes_late(self):
        receiver = self.consumer.receiver("x", accept=True)
        sender = self.producer.sender("x")
        sent = self.begin(sender, 8 * MIB, MIB)
        self.settle_down(self.producer)
        receiver.grant(1)
        self.until(lambda: receiver.bytes_so_far > MIB // 2, "the begin of the message")
        self.finish(sender, 8 * MIB, MIB)
        self.assertEqual(sender.outcome_of(sent), "accepted")
        self.assertEqual(receiver.take().content, head(8 * MIB) + pattern(8 * MIB))

    def test_copies_of_a_multicast(self):
        receivers = [self.peer(self.router).receiver("all/x", credit=1, accept=True)
                     for _ in range(3)]
        sender = self.producer.sender("all/x")
        content = head(5 * MIB) + pattern(5 * MIB)
        sent = sender.send(content)
        for receiver in receivers:
            self.assertEqual(receiver.take().content, content)
        self.assertEqual(sender.outcome_of(sent), "accepted")

    def test_two_streams_on_one_connection(self):
        links = [(self.producer.sender(text), self.consumer.receiver(text, credit=1, accept=True))
                 for text in ("x", "y")]
        sent = [self.begin(sender, 4 * MIB, 0) for sender, _ in links]
        for part in range(4):
            for sender, _ in links:
                sender.write(pattern(MIB, part * MIB))
            self.until(lambda: all(receiver.bytes_so_far > (part + 0.5) * MIB
                                   for _, receiver in links), "both streams")
        for (sender, receiver), delivery in zip(links, sent):
            sender.end()
            self.assertEqual(sender.outcome_of(delivery), "accepted")
            self.assertEqual(receiver.take().content, head(4 * MIB) + pattern(4 * MIB))

    def test_small_messages_behind_and_beside_a_stream(self):
        receiver = self.consumer.receiver("x", credit=10, accept=True)
        sender, other = self.producer.sender("x"), self.producer.sender("y")
        beside = self.consumer.receiver("y", window=10, accept=True)
        self.begin(sender, 2 * MIB, MIB)
        self.until(lambda: receiver.bytes_so_far > MIB // 2, "the begin of the message")
        for number in range(20):
            self.assertEqual(other.outcome_of(other.send(body=number)), "accepted")
        self.finish(sender, 2 * MIB, MIB)
        sender.send(body="behind")
        receiver.wait(2)
        self.assertEqual(receiver.received[0].content, head(2 * MIB) + pattern(2 * MIB))
        self.assertEqual((receiver.received[1].body, beside.count), ("behind", 20))


class Ending(StreamTest):
    def test_an_abort_passes_through(self):
        receiver = self.consumer.receiver("x", credit=10, accept=True)
        sender = self.producer.sender("x")
        for _ in range(5):
            sent = self.begin(sender, 2 * MIB, MIB)
            self.until(lambda: receiver.bytes_so_far > MIB // 2, "the begin of the message")
            sent.delivery.abort()
            self.assertTrue(receiver.take().aborted)
            self.assertEqual(sender.outcome_of(sender.send(body="next")), "accepted")
            self.assertEqual(receiver.take().body, "next")

    def test_an_abort_of_what_waits_for_credit(self):
        receiver = self.consumer.receiver("x", accept=True)
        sender = self.producer.sender("x")
        sent = self.begin(sender, 2 * MIB, MIB // 2)
        self.settle_down(self.producer)
        sent.delivery.abort()
        self.settle_down(self.producer)
        receiver.grant(1)
        self.assertEqual(sender.outcome_of(sender.send(body="next")), "accepted")
        self.assertEqual(receiver.take().body, "next")

    def test_an_abort_of_a_multicast(self):
        receivers = [self.peer(self.router).receiver("all/x", credit=10) for _ in range(2)]
        waiting = self.consumer.receiver("all/x")
        sender = self.producer.sender("all/x")
        sent = self.begin(sender, 2 * MIB, MIB // 2)
        self.until(lambda: all(receiver.bytes_so_far > MIB // 4 for receiver in receivers),
                   "the begin of the copies")
        sent.delivery.abort()
        for receiver in receivers:
            self.assertTrue(receiver.take().aborted)
        waiting.grant(1)
        sender.send(body="next")
        self.assertEqual(waiting.take().body, "next")

    def test_an_outcome_in_the_middle_comes_after_the_last_frame(self):
        states = {"rejected": Delivery.REJECTED, "released": Delivery.RELEASED,
                  "modified": Delivery.MODIFIED, "accepted": Delivery.ACCEPTED}
        sender = self.producer.sender("x")
        for settle in (True, False):
            for name, state in states.items():
                with self.subTest(outcome=name, settle=settle):
                    receiver = self.consumer.receiver("x", credit=2)
                    sent = self.begin(sender, 8 * MIB, MIB)
                    self.until(lambda: receiver.bytes_so_far > MIB // 2, "the begin")
                    receiver.arriving.update(state, settle=settle)
                    self.settle_down(self.consumer, self.producer)
                    self.assertEqual((sent.settled, sent.outcome), (False, None))
                    self.finish(sender, 8 * MIB, MIB)
                    self.until(lambda: sent.outcome == name, "the outcome")
                    if not settle:
                        receiver.wait(1)[0].delivery.settle()
                    self.assertEqual(sender.outcome_of(sent), name)
                    receiver.close_and_wait()

    def test_a_consumer_that_leaves_in_the_middle(self):
        sender = self.producer.sender("x")
        for leave in ("close_and_wait", "kill"):
            with self.subTest(way=leave):
                receiver = self.peer(self.router).receiver("x", credit=1)
                sent = self.begin(sender, 8 * MIB, MIB)
                self.until(lambda: receiver.bytes_so_far > MIB // 2, "the begin of the message")
                receiver.peer.kill() if leave == "kill" else receiver.close_and_wait()
                self.finish(sender, 8 * MIB, MIB)
                self.assertIn(sender.outcome_of(sent), ("released", "modified"))

    def test_one_of_several_leaves_in_the_middle(self):
        stays, leaves = (self.peer(self.router).receiver("all/x", credit=1, accept=True)
                         for _ in range(2))
        sender = self.producer.sender("all/x")
        sent = self.begin(sender, 8 * MIB, MIB)
        self.until(lambda: leaves.bytes_so_far > MIB // 2, "the begin of the message")
        leaves.peer.kill()
        self.finish(sender, 8 * MIB, MIB)
        self.assertEqual(sender.outcome_of(sent), "accepted")
        self.assertEqual(stays.take().content, head(8 * MIB) + pattern(8 * MIB))

    def test_a_producer_that_settles_in_the_middle(self):
        receiver = self.consumer.receiver("x", credit=1)
        sender = self.producer.sender("x")
        sent = self.begin(sender, 2 * MIB, MIB)
        self.until(lambda: receiver.bytes_so_far > MIB // 2, "the begin of the message")
        sender.write(pattern(MIB, MIB))
        sent.settle()
        received = receiver.take()
        self.assertEqual(received.content, head(2 * MIB) + pattern(2 * MIB))
        self.until(lambda: received.delivery.settled, "the settlement")

    def test_nobody_is_there(self):
        anonymous = self.producer.sender().wait_credit()
        to_nowhere = b"\x00\x53\x73\xc0\x0d\x03\x40\x40\xa1\x07nowhere"
        sent = anonymous.begin()
        anonymous.write(to_nowhere + head(8 * MIB) + pattern(MIB))
        self.settle_down(self.producer)
        self.assertFalse(sent.settled)
        anonymous.write(pattern(7 * MIB, MIB))
        anonymous.end()
        self.assertEqual(anonymous.outcome_of(sent), "released")
