# SPDX-License-Identifier: Apache-2.0
"""Outcomes and settlement pass through a router from end to end."""
from proton import Condition, Delivery, symbol

from harness.config import address
from harness.peer_case import PeerTest

TERMINAL = {"accepted": Delivery.ACCEPTED, "rejected": Delivery.REJECTED,
            "released": Delivery.RELEASED, "modified": Delivery.MODIFIED}


class Modes(PeerTest):
    def setUp(self):
        super().setUp()
        router = self.start_router()
        self.producer, self.consumer = self.peer(router), self.peer(router)

    def test_every_combination_of_modes(self):
        for sender_mode in ("settled", "unsettled", "mixed"):
            for receiver_mode in ("settled", "unsettled", "mixed"):
                for settles in ("first", "second"):
                    with self.subTest(sender=sender_mode, receiver=receiver_mode, settles=settles):
                        self.check(sender_mode, receiver_mode, settles)

    def check(self, sender_mode, receiver_mode, settles):
        receiver = self.consumer.receiver("x", credit=10, snd_settle_mode=receiver_mode,
                                          rcv_settle_mode=settles)
        sender = self.producer.sender("x", snd_settle_mode=sender_mode, rcv_settle_mode=settles)
        self.assertEqual(receiver.link.remote_snd_settle_mode, receiver.link.snd_settle_mode)
        self.assertEqual(receiver.link.remote_rcv_settle_mode, receiver.link.rcv_settle_mode)
        self.assertEqual(sender.link.remote_snd_settle_mode, sender.link.snd_settle_mode)
        self.assertEqual(sender.link.remote_rcv_settle_mode, sender.link.rcv_settle_mode)
        may_settle = {"settled": (True,), "unsettled": (False,), "mixed": (True, False)}
        for settled in may_settle[sender_mode]:
            sent = sender.send(body="x", settled=settled)
            received = receiver.take()
            self.assertEqual(received.came_settled, settled or receiver_mode == "settled")
            if settled:
                continue
            if receiver_mode == "settled":
                self.assertEqual(sender.outcome_of(sent), "accepted")
            elif settles == "first":
                received.accept()
                self.assertEqual(sender.outcome_of(sent), "accepted")
            else:
                self.check_three_steps(sent, received)
        for link in (sender, receiver):
            link.close_and_wait()

    def check_three_steps(self, sent, received):
        received.update(Delivery.ACCEPTED, settle=False)
        self.until(lambda: sent.outcome == "accepted", "the outcome")
        self.assertFalse(sent.settled)
        sent.settle()
        self.until(lambda: received.delivery.settled, "the settlement by the producer")
        received.delivery.settle()

    def test_a_producer_that_settles_early_settles_for_the_consumer(self):
        receiver = self.consumer.receiver("x", credit=10)
        sender = self.producer.sender("x")
        sent = sender.send(body="x")
        received = receiver.take()
        sent.settle()
        self.until(lambda: received.delivery.settled, "the settlement by the producer")

    def test_a_producer_that_settles_while_the_message_waits(self):
        receiver = self.consumer.receiver("x")
        sender = self.producer.sender("x")
        sent = sender.send(body="x")
        sent.settle()
        self.settle_down(self.producer, self.consumer)
        receiver.grant(1)
        self.assertTrue(receiver.take().came_settled)


class Outcomes(PeerTest):
    def setUp(self):
        super().setUp()
        router = self.start_router()
        self.producer, self.consumer = self.peer(router), self.peer(router)
        self.receiver = self.consumer.receiver("x", credit=100)
        self.sender = self.producer.sender("x")

    def exchange(self):
        sent = self.sender.send(body="x")
        return sent, self.receiver.take()

    def test_plain_outcomes(self):
        for name, state in TERMINAL.items():
            with self.subTest(outcome=name):
                sent, received = self.exchange()
                received.update(state)
                self.assertEqual(self.sender.outcome_of(sent), name)

    def test_an_outcome_without_settlement_comes_without_settlement(self):
        for name, state in TERMINAL.items():
            with self.subTest(outcome=name):
                sent, received = self.exchange()
                received.update(state, settle=False)
                self.until(lambda: sent.outcome == name, "the outcome")
                self.settle_down(self.consumer, self.producer)
                self.assertFalse(sent.settled)
                received.delivery.settle()
                self.assertEqual(self.sender.outcome_of(sent), name)

    def test_rejected_says_why(self):
        sent, received = self.exchange()
        received.delivery.local.condition = Condition(
            "our:condition", "what went wrong", {symbol("key"): "value", symbol("n"): 7})
        received.update(Delivery.REJECTED)
        self.assertEqual(self.sender.outcome_of(sent), "rejected")
        condition = sent.delivery.remote.condition
        self.assertEqual((condition.name, condition.description, condition.info),
                         ("our:condition", "what went wrong", {"key": "value", "n": 7}))

    def test_rejected_without_description(self):
        sent, received = self.exchange()
        received.delivery.local.condition = Condition("our:condition")
        received.update(Delivery.REJECTED)
        self.assertEqual(self.sender.outcome_of(sent), "rejected")
        self.assertEqual(sent.condition, ("our:condition", None))

    def test_modified_keeps_its_fields(self):
        for failed in (False, True):
            for undeliverable in (False, True):
                with self.subTest(failed=failed, undeliverable=undeliverable):
                    sent, received = self.exchange()
                    local = received.delivery.local
                    local.failed, local.undeliverable = failed, undeliverable
                    local.annotations = {symbol("x-why"): "reasons", symbol("n"): [1, 2, 3]}
                    received.update(Delivery.MODIFIED)
                    self.assertEqual(self.sender.outcome_of(sent), "modified")
                    remote = sent.delivery.remote
                    self.assertTrue(remote.failed)
                    self.assertEqual(remote.undeliverable, undeliverable)
                    self.assertEqual(remote.annotations, {"x-why": "reasons", "n": [1, 2, 3]})

    def test_received_is_passed_on_before_the_outcome(self):
        sent, received = self.exchange()
        received.delivery.local.section_number = 3
        received.delivery.local.section_offset = 12345
        received.update(Delivery.RECEIVED, settle=False)
        self.until(lambda: sent.outcome == "received", "the state")
        self.assertEqual((sent.delivery.remote.section_number, sent.delivery.remote.section_offset),
                         (3, 12345))
        self.assertFalse(sent.settled)
        received.accept()
        self.assertEqual(self.sender.outcome_of(sent), "accepted")

    def test_settled_without_an_outcome(self):
        sent, received = self.exchange()
        received.delivery.settle()
        self.assertIsNone(self.sender.outcome_of(sent))

    def test_outcomes_in_any_order(self):
        sent = [self.sender.send(body=number) for number in range(50)]
        received = self.receiver.wait(50)
        states = list(TERMINAL.items())
        for number in sorted(range(50), key=lambda n: n * 37 % 50):
            received[number].update(states[number % 4][1])
            if number % 5 == 0:
                self.assertEqual(self.sender.outcome_of(sent[number]), states[number % 4][0])
        for number, delivery in enumerate(sent):
            self.assertEqual(self.sender.outcome_of(delivery), states[number % 4][0])

    def test_who_settles_many_at_once(self):
        sent = [self.sender.send(body=number) for number in range(100)]
        for received in self.receiver.wait(100):
            received.accept()
        self.until(lambda: all(delivery.settled for delivery in sent), "all settlements")
        self.assertEqual({delivery.outcome for delivery in sent}, {"accepted"})


class Nobody(PeerTest):
    def test_unsettled_messages_are_released(self):
        client = self.peer(self.start_router())
        receiver = client.receiver("x")
        sender = client.sender("x").wait_credit()
        receiver.close_and_wait()
        self.assertEqual(sender.outcome_of(sender.send()), "released")
        anonymous = client.sender()
        self.assertEqual(anonymous.outcome_of(anonymous.send(address="x")), "released")

    def test_settled_messages_are_dropped(self):
        client = self.peer(self.start_router())
        anonymous = client.sender()
        anonymous.send(body="lost", address="x", settled=True)
        client.ask()
        receiver = client.receiver("x", credit=10)
        anonymous.send(body="found", address="x", settled=True)
        receiver.wait(1)
        self.assertEqual(receiver.bodies, ["found"])


class Multicast(PeerTest):
    def setUp(self):
        super().setUp()
        router = self.start_router(address(prefix="all", distribution="multicast"))
        self.producer = self.peer(router)
        self.receivers = [self.peer(router).receiver("all/x", credit=1000) for _ in range(3)]
        self.sender = self.producer.sender("all/x")

    def outcome(self, *names):
        sent = self.sender.send(body="x")
        for receiver, name in zip(self.receivers, names):
            receiver.take().update(TERMINAL[name])
        return self.sender.outcome_of(sent)

    def test_the_strongest_outcome_wins(self):
        order = ["rejected", "accepted", "modified", "released"]
        for place, strongest in enumerate(order):
            for other in order[place:]:
                for last in order[place:]:
                    for names in ((strongest, other, last), (other, last, strongest),
                                  (last, strongest, other)):
                        with self.subTest(outcomes=names):
                            self.assertEqual(self.outcome(*names), strongest)

    def test_it_is_settled_when_all_have_settled(self):
        sent = self.sender.send(body="x")
        received = [receiver.take() for receiver in self.receivers]
        received[0].accept()
        received[1].accept()
        received[2].update(Delivery.ACCEPTED, settle=False)
        self.until(lambda: sent.outcome == "accepted", "the outcome")
        self.assertFalse(sent.settled)
        received[2].delivery.settle()
        self.assertEqual(self.sender.outcome_of(sent), "accepted")

    def test_no_word_before_the_last_has_spoken(self):
        sent = self.sender.send(body="x")
        received = [receiver.take() for receiver in self.receivers]
        received[0].update(Delivery.REJECTED)
        received[1].update(Delivery.ACCEPTED)
        self.settle_down(*[receiver.peer for receiver in self.receivers], self.producer)
        self.assertEqual((sent.outcome, sent.settled), (None, False))
        received[2].update(Delivery.RELEASED)
        self.assertEqual(self.sender.outcome_of(sent), "rejected")
        self.assertIsNone(sent.condition)

    def test_a_producer_that_settles_settles_for_all(self):
        sent = self.sender.send(body="x")
        received = [receiver.take() for receiver in self.receivers]
        sent.settle()
        self.until(lambda: all(copy.delivery.settled for copy in received), "settlement of copies")

    def test_a_receiver_of_settled_messages_among_others(self):
        settled = self.producer.receiver("all/x", credit=10, snd_settle_mode="settled")
        sent = self.sender.send(body="x")
        self.assertTrue(settled.take().came_settled)
        for receiver in self.receivers:
            receiver.take().update(Delivery.RELEASED)
        self.assertEqual(self.sender.outcome_of(sent), "accepted")
