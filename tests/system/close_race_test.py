# SPDX-License-Identifier: Apache-2.0
"""Links, sessions and connections that end while messages of every state are on their way.

Nothing is waited for before the end: what a peer does last leaves it in one breath with the close,
so that the router's workers and its core meet it in ever new orders.
"""
import re

from proton import Delivery

from harness.config import address, router as router_section
from harness.peer_case import PeerTest

CAPACITY = 250  # linkCapacity, as it is by default
ROUNDS = 4
MESSAGES = 40
LARGE = b"\x00\x53\x75\xb0\x00\x0f\x42\x40" + b"x" * 1_000_000  # one section: data

# Without waiting for an answer.
BREATHS = {
    "close": lambda link: link.close(),
    "detach": lambda link: link.detach(),
    "session": lambda link: link.link.session.close(),
    "connection": lambda link: link.peer.connection.close(),
    "kill": lambda link: link.peer.kill(),
}
STATES = [Delivery.ACCEPTED, Delivery.REJECTED, Delivery.RELEASED, Delivery.MODIFIED]


class CloseRaces(PeerTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(router_section(workerThreads=4),
                                        address(prefix="all", distribution="multicast"))

    def in_every_way(self, race):
        for name, end in BREATHS.items():
            for number in range(ROUNDS):
                with self.subTest(ended=name, round=number):
                    race(end)

    def outcomes(self, sender, sent):
        return [sender.outcome_of(delivery) for delivery in sent]

    def assert_all_credit_comes_back(self, sender, text):
        """As many as the link may ever have under way can be; and what was lost does not come."""
        self.until(lambda: not self.consumers_of(text), f"the end of all consumers of {text}")
        receiver = self.peer(self.router).receiver(text, credit=CAPACITY)
        for number in range(CAPACITY):
            sender.send(body=number)
        receiver.wait(CAPACITY)
        self.assertEqual(receiver.bodies, list(range(CAPACITY)))
        receiver.peer.close()

    def consumers_of(self, text):
        """The router would release to the producer what it has sent to one that ends."""
        begun = re.findall(rf"(\S+) Link attached: dir=out source={{{text} ", self.router.log)
        ended = re.findall(r"(\S+) Link (?:lost|detached): ", self.router.log)
        return set(begun) - set(ended)

    def leave_in_every_state(self, receiver, received):
        """Some are settled, some have an outcome without, some a state, the others nothing."""
        for place, one in enumerate(received):
            if place % 4 == 0:
                one.update(STATES[place // 4 % 4])
            elif place % 4 == 1:
                one.update(STATES[place // 4 % 4], settle=False)
            elif place % 8 == 2:
                one.update(Delivery.RECEIVED, settle=False)
        receiver.grant(3)

    def test_a_consumer_that_ends(self):
        self.in_every_way(self.consumer_ends)

    def consumer_ends(self, end):
        producer, peer = self.peer(self.router), self.peer(self.router)
        receiver = peer.receiver("x", credit=MESSAGES // 2)
        sender = producer.sender("x").wait_credit(MESSAGES + 10)
        sent = [sender.send(body=number) for number in range(MESSAGES)]
        received = receiver.wait(5)
        sent += [sender.send(body="more") for _ in range(10)]
        self.leave_in_every_state(receiver, received)
        end(receiver)
        outcomes = self.outcomes(sender, sent)
        self.assertTrue(set(outcomes) <= {"accepted", "rejected", "released", "modified"},
                        outcomes)
        self.assert_all_credit_comes_back(sender, "x")
        producer.close()
        peer.drop()

    def test_one_copy_of_a_multicast_ends(self):
        self.in_every_way(self.one_copy_ends)

    def one_copy_ends(self, end):
        producer, peer, other = (self.peer(self.router) for _ in range(3))
        receiver = peer.receiver("all/x", credit=MESSAGES // 2)
        stays = other.receiver("all/x", credit=MESSAGES)
        sender = producer.sender("all/x").wait_credit(MESSAGES)
        sent = [sender.send(body=number) for number in range(MESSAGES)]
        self.leave_in_every_state(receiver, receiver.wait(5))
        end(receiver)
        for one in stays.wait(MESSAGES):
            one.accept()
        self.assertTrue(set(self.outcomes(sender, sent)) <= {"accepted", "rejected"})
        self.assertEqual(stays.bodies, list(range(MESSAGES)))
        for gone in (producer, other):
            gone.close()
        peer.drop()

    def test_a_producer_that_ends(self):
        self.in_every_way(self.producer_ends)

    def producer_ends(self, end):
        producer, consumer = self.peer(self.router), self.peer(self.router)
        receiver = consumer.receiver("x", credit=MESSAGES)
        sender = producer.sender("x").wait_credit(MESSAGES + 1)
        sent = [sender.send(body=number) for number in range(MESSAGES // 2)]
        receiver.wait(3)
        for delivery in sent[:5]:
            delivery.settle()
        for number in range(MESSAGES // 2, MESSAGES):
            sender.send(body=number)
        sender.begin()
        sender.write(LARGE[:500_000])
        self.leave_in_every_state(receiver, receiver.wait(3))
        end(sender)
        # What has come is whole and in order; what had only begun is aborted or never seen.
        self.settle_down(consumer)
        bodies = [one.body for one in receiver.received if one.complete and not one.aborted]
        self.assertEqual(bodies, list(range(len(bodies))))
        other = self.peer(self.router).sender("x")
        self.assertTrue(other.wait_credit(CAPACITY))
        other.peer.close()
        consumer.close()
        producer.drop()

    def test_both_ends_of_a_stream_end_at_once(self):
        self.in_every_way(self.both_ends_end)

    def both_ends_end(self, end):
        producer, consumer = self.peer(self.router), self.peer(self.router)
        receiver = consumer.receiver("x", credit=2)
        sender = producer.sender("x").wait_credit(2)
        sender.begin()
        sender.write(LARGE[:400_000])
        self.until(lambda: receiver.bytes_so_far > 0, "the begin of a stream")
        sender.write(LARGE[400_000:700_000])
        end(receiver)
        end(sender)
        self.assert_all_credit_comes_back(self.peer(self.router).sender("x"), "x")
        producer.drop()
        consumer.drop()
