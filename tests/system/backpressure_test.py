# SPDX-License-Identifier: Apache-2.0
"""A consumer that cannot follow is waited for, within bounds, and others do not suffer."""
from harness.config import address
from harness.peer_case import PeerTest
from harness.waiting import TIME_FACTOR

MIB = 1 << 20
WORDS = bytes(range(256)) * 4096  # a MiB


def head(size):
    return b"\x00\x53\x75\xb0" + size.to_bytes(4, "big")


class Feed:
    """Sends a large message bit by bit, for Proton is slow if it holds all of it."""

    def __init__(self, sender, size):
        self._sender, self._left = sender.wait_credit(), size
        self.sent = sender.begin()
        sender.write(head(size))

    def push(self):
        """Gives Proton what it can take. True: all has been given."""
        while self._left and self._sender.link.session.outgoing_bytes < 2 * MIB:
            self._sender.write(WORDS)
            self._left -= MIB
            if not self._left:
                self._sender.end()
        return not self._left

    @property
    def settled(self):
        self.push()
        return self.sent.settled


class BackpressureTest(PeerTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(address(prefix="all", distribution="multicast"))
        self.producer, self.consumer = self.peer(self.router), self.peer(self.router)

    def until_stuck(self, feed):
        """Until the router takes no more bytes of a message, as far as that can be seen."""
        observer, seen = self.peer(self.router), None
        while seen != self.producer.bytes_written:
            seen = self.producer.bytes_written
            for _ in range(20):
                feed.push()
                self.settle_down(observer)


class SlowConsumers(BackpressureTest):
    def test_a_stream_waits_for_its_consumer(self):
        size = 100 * MIB
        receiver = self.consumer.receiver("x", credit=1, accept=True)
        before = self.router.rss_kib()
        self.consumer.reading = False
        feed = Feed(self.producer.sender("x"), size)
        self.until_stuck(feed)
        self.assertLess(self.producer.bytes_written, size // 2)
        self.assertLess(self.router.rss_kib() - before, 40 * 1024 * TIME_FACTOR)
        self.consumer.reading = True
        self.until(lambda: feed.settled, "the settlement")
        self.assertEqual(feed.sent.outcome, "accepted")
        self.assertEqual(receiver.take().content[8:], WORDS * (size // MIB))

    def test_a_stream_waits_for_credit(self):
        size = 100 * MIB
        receiver = self.consumer.receiver("x", accept=True)
        before = self.router.rss_kib()
        feed = Feed(self.producer.sender("x"), size)
        self.until_stuck(feed)
        self.assertLess(self.producer.bytes_written, size // 2)
        self.assertLess(self.router.rss_kib() - before, 40 * 1024 * TIME_FACTOR)
        receiver.grant(1)
        self.until(lambda: feed.settled, "the settlement")
        self.assertEqual(feed.sent.outcome, "accepted")
        self.assertEqual(receiver.take().content[8:], WORDS * (size // MIB))

    def test_a_consumer_that_does_not_read_holds_a_bounded_share(self):
        receiver = self.consumer.receiver("x", credit=100_000, accept=True)
        sender = self.producer.sender("x").wait_credit()
        before = self.router.rss_kib()
        self.consumer.reading = False
        sent = [sender.send(WORDS_MESSAGE) for _ in range(250)]
        self.settle_down(self.producer)
        self.assertLess(self.router.rss_kib() - before, 64 * 1024 * TIME_FACTOR)
        self.consumer.reading = True
        for delivery in sent:
            self.assertEqual(sender.outcome_of(delivery), "accepted")
        self.assertEqual(receiver.count, 250)

    def test_settled_messages_to_a_consumer_that_does_not_read(self):
        """They are dropped in the end, and only they, and the consumer can go on later."""
        receiver = self.consumer.receiver("x", credit=100_000)
        observer = self.peer(self.router)
        sender = self.producer.sender("x").wait_credit()
        before = self.router.rss_kib()
        self.consumer.reading = False
        for _ in range(3000):
            sender.send(WORDS_MESSAGE, settled=True)
        self.settle_down(observer)
        self.assertLess(self.router.rss_kib() - before, 64 * 1024 * TIME_FACTOR)
        last = sender.send(body="last")
        self.settle_down(observer)
        self.consumer.reading = True
        self.until(lambda: receiver.received and
                   len(receiver.received[-1].content) < 100, "the last message")
        receiver.received[-1].accept()
        self.assertEqual(sender.outcome_of(last), "accepted")
        self.assertLess(receiver.count, 3000)


WORDS_MESSAGE = head(60_000) + WORDS[:60_000]


class StalledCopies(BackpressureTest):
    """The router gives up the copy of a consumer that holds up the others, after a while."""

    def check(self, stalled):
        size = 20 * MIB
        others = [self.peer(self.router).receiver("all/x", credit=1, accept=True) for _ in range(2)]
        feed = Feed(self.producer.sender("all/x"), size)
        self.until(lambda: feed.settled, "the settlement")
        self.assertEqual(feed.sent.outcome, "accepted")
        for other in others:
            self.assertEqual(other.take().content[8:], WORDS * (size // MIB))
        self.assertEqual(stalled.count, 0)

    def test_without_credit(self):
        stalled = self.consumer.receiver("all/x")
        self.check(stalled)
        sender = self.producer.sender("all/x")
        stalled.grant(1)
        sender.send(body="next")
        self.assertEqual(stalled.take().body, "next")

    def test_that_does_not_read(self):
        stalled = self.consumer.receiver("all/x", credit=10, accept=True)
        self.consumer.reading = False
        self.check(stalled)
        self.consumer.reading = True
        self.assertTrue(stalled.take().aborted)
        sender = self.producer.sender("all/x")
        sender.send(body="next")
        self.assertEqual(stalled.take().body, "next")


class MaximalSize(BackpressureTest):
    def test_a_receiver_gets_nothing_larger_than_it_takes(self):
        receiver = self.consumer.receiver("x", window=10, accept=True, max_message_size=1000)
        sender = self.producer.sender("x")
        for size, outcome in ((992, "accepted"), (993, "rejected"), (100_000, "rejected"),
                              (3 * MIB, "rejected"), (10, "accepted")):
            with self.subTest(size=size):
                sent = sender.send(head(size) + WORDS[:size] + bytes(max(0, size - MIB)))
                self.assertEqual(sender.outcome_of(sent), outcome)
                if outcome == "rejected":
                    self.assertEqual(sent.condition.name, "amqp:link:message-size-exceeded")
        self.assertEqual([len(received.content) for received in receiver.received
                          if received.complete], [1000, 18])

    def test_a_stream_that_grows_too_large(self):
        receiver = self.consumer.receiver("x", window=10, accept=True, max_message_size=2 * MIB)
        sender = self.producer.sender("x").wait_credit()
        sent = sender.begin()
        sender.write(head(3 * MIB) + WORDS)
        self.until(lambda: receiver.bytes_so_far > MIB // 2, "the begin of the message")
        sender.write(WORDS + WORDS)
        sender.end()
        self.assertEqual(sender.outcome_of(sent), "rejected")
        self.assertEqual(sent.condition.name, "amqp:link:message-size-exceeded")
        self.assertTrue(receiver.take().aborted)
        self.assertEqual(sender.outcome_of(sender.send(body="next")), "accepted")


class OthersGoOn(BackpressureTest):
    def test_other_links_beside_a_stalled_stream(self):
        self.consumer.receiver("x")
        feed = Feed(self.producer.sender("x"), 50 * MIB)
        self.until_stuck(feed)
        self.assertFalse(feed.push())
        session = self.producer.new_session()
        other = self.producer.sender("y", session=session)
        receiver = self.consumer.receiver("y", window=10, accept=True)
        for number in range(300):
            other.send(body=number)
        receiver.wait(300)
        self.assertEqual(receiver.bodies, list(range(300)))

    def test_other_connections_beside_one_that_does_not_read(self):
        self.consumer.receiver("x", credit=1000)
        self.consumer.reading = False
        sender = self.producer.sender("x").wait_credit()
        for _ in range(250):
            sender.send(WORDS_MESSAGE)
        client = self.peer(self.router)
        receiver = client.receiver("y", window=10, accept=True)
        other = client.sender("y")
        for number in range(300):
            other.send(body=number)
        receiver.wait(300)

    def fill_session(self):
        """Two links of one session, of which the first has filled it, and a message for each."""
        filling, other = (self.consumer.receiver(text, credit=1000, accept=True)
                          for text in ("x", "y"))
        self.consumer.reading = False
        sender, small = self.producer.sender("x").wait_credit(), self.peer(self.router).sender("y")
        for _ in range(250):
            sender.send(WORDS_MESSAGE)
        self.settle_down(self.producer)
        sent = [small.send(body=number) for number in range(10)]
        self.settle_down(small.peer)
        return filling, other, small, sent

    def test_links_of_one_session_share_its_room(self):
        filling, other, small, sent = self.fill_session()
        self.consumer.reading = True
        for delivery in sent:
            self.assertEqual(small.outcome_of(delivery), "accepted")
        filling.wait(250)
        self.assertEqual(other.bodies, list(range(10)))

    def test_a_link_that_is_closed_leaves_its_room_to_others(self):
        filling, other, small, sent = self.fill_session()
        filling.close()
        self.consumer.reading = True
        for delivery in sent:
            self.assertEqual(small.outcome_of(delivery), "accepted")
        self.assertEqual(other.bodies, list(range(10)))

    def test_a_link_that_always_has_more_leaves_room_to_others(self):
        filling, other = (self.consumer.receiver(text, credit=10, accept=True)
                          for text in ("x", "y"))
        small = self.peer(self.router).sender("y").wait_credit()
        self.consumer.reading = False
        feed = Feed(self.producer.sender("x"), 60 * MIB)
        self.until_stuck(feed)
        small.send(body="small")
        self.settle_down(small.peer)
        self.consumer.reading = True
        self.until(lambda: feed.push() or other.count, "the small message")
        self.assertEqual((other.bodies, filling.count), (["small"], 0))
