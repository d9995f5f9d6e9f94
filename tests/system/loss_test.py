# SPDX-License-Identifier: Apache-2.0
"""What becomes of messages when a link, a session, a connection or a process goes away."""
from proton import Delivery

from harness.config import address
from harness.peer_case import PeerTest

WAYS_TO_GO = {
    "link": lambda link: link.close_and_wait(),
    "detach": lambda link: (link.detach(), link.wait_end()),
    "session": lambda link: link.peer.end_session(link.link.session),
    "connection": lambda link: link.peer.close(),
    "process": lambda link: link.peer.kill(),
}


class ConsumerLost(PeerTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router()
        self.producer = self.peer(self.router)
        self.sender = self.producer.sender("x")

    def every_way(self):
        for name, go in WAYS_TO_GO.items():
            with self.subTest(ended=name):
                yield go

    def test_what_was_queued_is_released(self):
        for go in self.every_way():
            receiver = self.peer(self.router).receiver("x")
            sent = [self.sender.send(body=number) for number in range(10)]
            self.settle_down(self.producer, receiver.peer)
            go(receiver)
            for delivery in sent:
                self.assertEqual(self.sender.outcome_of(delivery), "released")

    def test_what_was_sent_has_failed(self):
        for go in self.every_way():
            receiver = self.peer(self.router).receiver("x", credit=10)
            sent = [self.sender.send(body=number) for number in range(10)]
            receiver.wait(10)
            go(receiver)
            for delivery in sent:
                self.assertEqual(self.sender.outcome_of(delivery), "modified")
                self.assertTrue(delivery.delivery.remote.failed)
                self.assertFalse(delivery.delivery.remote.undeliverable)

    def test_what_was_settled_before_keeps_its_outcome(self):
        for go in self.every_way():
            receiver = self.peer(self.router).receiver("x", credit=10)
            sent = [self.sender.send(body=number) for number in range(20)]
            received = receiver.wait(10)
            received[0].accept()
            received[1].update(Delivery.REJECTED)
            received[2].update(Delivery.RELEASED)
            receiver.peer.flush()
            go(receiver)
            outcomes = [self.sender.outcome_of(delivery) for delivery in sent]
            self.assertEqual(outcomes, ["accepted", "rejected", "released"] + ["modified"] * 7 +
                             ["released"] * 10)

    def test_what_is_settled_in_the_same_breath_keeps_its_outcome(self):
        for name in ("link", "session", "connection"):
            with self.subTest(ended=name):
                receiver = self.peer(self.router).receiver("x", credit=10)
                sent = [self.sender.send(body=number) for number in range(3)]
                for received in receiver.wait(3)[:2]:
                    received.accept()
                WAYS_TO_GO[name](receiver)
                self.assertEqual([self.sender.outcome_of(delivery) for delivery in sent],
                                 ["accepted", "accepted", "modified"])

    def test_an_outcome_without_settlement_is_followed_by_settlement(self):
        for go in self.every_way():
            receiver = self.peer(self.router).receiver("x", credit=1)
            sent = self.sender.send()
            receiver.take().update(Delivery.ACCEPTED, settle=False)
            self.until(lambda: sent.outcome == "accepted", "the outcome")
            go(receiver)
            self.until(lambda: sent.settled, "the settlement")

    def test_what_the_lost_one_did_not_get_others_do_not_get(self):
        other = self.peer(self.router).receiver("x", window=10, accept=True)
        for go in self.every_way():
            other.received.clear()
            receiver = self.peer(self.router).receiver("x")
            sent = [self.sender.send(body=number) for number in range(2)]
            self.settle_down(self.producer, receiver.peer)
            go(receiver)
            outcomes = [self.sender.outcome_of(delivery) for delivery in sent]
            self.assertEqual(outcomes.count("accepted"), other.count)
            self.assertEqual(self.sender.outcome_of(self.sender.send()), "accepted")

    def test_a_session_ends_with_all_its_links(self):
        consumer = self.peer(self.router)
        session = consumer.new_session()
        receivers = [consumer.receiver(f"x{n}", credit=5, session=session) for n in range(5)]
        survivor = consumer.receiver("x0", credit=100, accept=True)
        senders = [self.producer.sender(f"x{n}") for n in range(5)]
        own = consumer.sender("x1", session=session).wait_credit()
        sent = [[sender.send() for _ in range(10)] for sender in senders]
        self.until(lambda: all(receiver.count == 5 for receiver in receivers[1:]),
                   "messages on all links")
        consumer.end_session(session)
        for sender, deliveries in zip(senders[1:], sent[1:]):
            self.assertEqual([sender.outcome_of(delivery) for delivery in deliveries],
                             ["modified"] * 5 + ["released"] * 5)
        self.assertEqual(senders[0].outcome_of(senders[0].send()), "accepted")
        self.assertEqual(own.remote_end, None)
        self.assertGreater(survivor.count, 0)

    def test_a_multicast_copy_that_is_lost_counts_as_modified_or_released(self):
        router = self.start_router(address(prefix="all", distribution="multicast"), name="M")
        for credit, other, expected in ((5, Delivery.RELEASED, "modified"),
                                        (0, Delivery.RELEASED, "released"),
                                        (5, Delivery.ACCEPTED, "accepted"),
                                        (0, Delivery.MODIFIED, "modified")):
            with self.subTest(credit=credit, other=other):
                lost = self.peer(router).receiver("all/x", credit=credit)
                stays = self.peer(router).receiver("all/x", credit=5)
                sender = self.peer(router).sender("all/x")
                sent = sender.send()
                stays.take().update(other)
                self.until(lambda: lost.count == min(credit, 1), "the copy")
                lost.peer.kill()
                self.assertEqual(sender.outcome_of(sent), expected)
                stays.close_and_wait()


class ProducerLost(PeerTest):
    def test_the_consumer_keeps_what_was_complete(self):
        router = self.start_router()
        for name, go in WAYS_TO_GO.items():
            with self.subTest(ended=name):
                receiver = self.peer(router).receiver("x", credit=5)
                sender = self.peer(router).sender("x")
                for number in range(10):
                    sender.send(body=number)
                receiver.wait(5)
                self.settle_down(sender.peer)
                go(sender)
                self.settle_down(receiver.peer)
                self.assertFalse(any(received.delivery.settled for received in receiver.received))
                receiver.grant(5)
                receiver.wait(10)
                self.assertEqual(receiver.bodies, list(range(10)))
                for received in receiver.received:
                    received.accept()
                receiver.peer.ask()
                receiver.close_and_wait()

    def test_an_unfinished_message_is_aborted(self):
        router = self.start_router()
        for name, go in WAYS_TO_GO.items():
            with self.subTest(ended=name):
                receiver = self.peer(router).receiver("x", credit=5)
                sender = self.peer(router).sender("x").wait_credit()
                sender.begin()
                sender.write(b"\x00\x53\x77\xb0\x00\x20\x00\x00" + bytes(500_000))
                self.until(lambda: receiver.bytes_so_far > 100_000, "the begin of the message")
                go(sender)
                self.assertTrue(receiver.take().aborted)
                other = self.peer(router).sender("x")
                other.send(body="next")
                self.assertEqual(receiver.take().body, "next")
                receiver.close_and_wait()

    def test_an_unfinished_message_that_was_not_forwarded_is_never_seen(self):
        router = self.start_router()
        for name, go in WAYS_TO_GO.items():
            with self.subTest(ended=name):
                receiver = self.peer(router).receiver("x", credit=5)
                sender = self.peer(router).sender("x").wait_credit()
                sender.begin()
                sender.write(b"\x00\x53\x77\xb0\x00\x20\x00\x00" + bytes(1000))
                sender.peer.flush()
                go(sender)
                other = self.peer(router).sender("x")
                other.send(body="next")
                self.assertEqual(receiver.take().body, "next")
                receiver.close_and_wait()

    def test_copies_of_a_multicast_are_settled_as_modified(self):
        router = self.start_router(address(prefix="all", distribution="multicast"))
        for name, go in WAYS_TO_GO.items():
            with self.subTest(ended=name):
                receivers = [self.peer(router).receiver("all/x", credit=5) for _ in range(2)]
                waiting = self.peer(router).receiver("all/x")
                sender = self.peer(router).sender("all/x")
                sender.send(body="x")
                copies = [receiver.take() for receiver in receivers]
                go(sender)
                for copy in copies:
                    self.until(lambda: copy.delivery.settled, "the settlement of a copy")
                    self.assertEqual(copy.delivery.remote_state, Delivery.MODIFIED)
                for receiver in (*receivers, waiting):
                    receiver.close_and_wait()


class ComingAndGoing(PeerTest):
    def test_a_detach_is_answered_in_kind(self):
        client = self.peer(self.start_router())
        for closed in (True, False):
            for link in (client.receiver("x"), client.sender("x"), client.sender(),
                         client.receiver(dynamic=True)):
                with self.subTest(closed=closed, link=link.name):
                    link.close() if closed else link.detach()
                    self.assertEqual(link.wait_end(), "closed" if closed else "detached")
                    self.assertIsNone(link.error)

    def test_the_same_name_again_and_again(self):
        client = self.peer(self.start_router())
        for closed in (True, False):
            sender = client.sender("x")
            for number in range(200):
                receiver = client.receiver("x", name="same", credit=1, accept=True)
                self.assertEqual(sender.outcome_of(sender.send(body=number)), "accepted")
                self.assertEqual(receiver.bodies, [number])
                receiver.close() if closed else receiver.detach()
                client.flush()
                if number % 2:
                    receiver.wait_end()
                receiver.link.free()
            client.ask()
            sender.close_and_wait()

    def test_a_sender_with_the_same_name_again_and_again(self):
        client = self.peer(self.start_router())
        receiver = client.receiver("x", window=10, accept=True)
        for closed in (True, False):
            for number in range(200):
                sender = client.sender("x", name="same")
                self.assertEqual(sender.outcome_of(sender.send(body=number)), "accepted")
                sender.close() if closed else sender.detach()
                client.flush()
                if number % 2:
                    sender.wait_end()
                sender.link.free()
        self.assertEqual(receiver.count, 400)

    def test_attach_and_detach_in_one_breath(self):
        client = self.peer(self.start_router())
        for closed in (True, False):
            links = [attach("x", wait=False) for _ in range(50)
                     for attach in (client.receiver, client.sender)]
            for link in links:
                link.close() if closed else link.detach()
            self.until(lambda: all(link.remote_closed for link in links), "all detaches")
            self.assertEqual({link.error for link in links}, {None})
            self.assertEqual({link.link.remote_source.address for link in links[::2]}, {"x"})
            self.assertEqual({link.link.remote_target.address for link in links[1::2]}, {"x"})

    def test_open_and_vanish(self):
        router = self.start_router()
        for number in range(30):
            peer = self.peer(router)
            peer.receiver("x", wait=False, credit=10)
            peer.sender("x", wait=False)
            if number % 2:
                peer.flush()
            peer.kill()
        client = self.peer(router)
        receiver, sender = client.receiver("x", window=5, accept=True), client.sender("x")
        self.until(lambda: sender.outcome_of(sender.send()) == "accepted", "a way to the receiver")
        self.assertGreater(receiver.count, 0)
