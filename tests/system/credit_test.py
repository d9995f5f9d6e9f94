# SPDX-License-Identifier: Apache-2.0
"""When senders get credit, how it comes back, and what drain does on both sides."""
from harness.config import listener, router as router_section
from harness.peer_case import PeerTest

CAPACITY = 250


class Granting(PeerTest):
    def test_a_sender_waits_for_the_first_receiver(self):
        router = self.start_router()
        client, other = self.peer(router), self.peer(router)
        sender = client.sender("x")
        client.ask()
        self.assertEqual(sender.credit, 0)
        other.receiver("x")
        sender.wait_credit(CAPACITY)
        later = client.sender("x").wait_credit(CAPACITY)
        self.settle_down(client)
        self.assertEqual((sender.credit, later.credit), (CAPACITY, CAPACITY))

    def test_a_receiver_of_something_else_is_none(self):
        client = self.peer(self.start_router())
        sender = client.sender("x")
        for text in ("y", "x/y", "X", "_local/x"):
            client.receiver(text, credit=10)
        client.ask()
        self.assertEqual(sender.credit, 0)

    def test_an_anonymous_sender_waits_for_nobody(self):
        client = self.peer(self.start_router())
        client.sender().wait_credit(CAPACITY)

    def test_the_capacity_of_a_listener(self):
        client = self.peer(self.start_router(listener(linkCapacity=7)))
        client.receiver("x")
        for sender in (client.sender("x"), client.sender()):
            sender.wait_credit(7)
            client.ask()
            self.assertEqual(sender.credit, 7)

    def test_a_capacity_of_one(self):
        client = self.peer(self.start_router(listener(linkCapacity=1)))
        receiver = client.receiver("x", window=1, accept=True)
        sender = client.sender("x")
        for number in range(50):
            sender.send(body=number, settled=number % 3 == 0)
        receiver.wait(50)
        self.assertEqual(receiver.bodies, list(range(50)))


class Replenishing(PeerTest):
    def setUp(self):
        super().setUp()
        router = self.start_router()
        self.producer, self.consumer = self.peer(router), self.peer(router)

    def fill(self, sender, count):
        return [sender.send(body=number) for number in range(count)]

    def assert_gets(self, sender, credit):
        """The sender's credit becomes this, and stays at it."""
        self.until(lambda: sender.credit == credit,
                   lambda: f"credit {credit}, it is {sender.credit}")
        self.settle_down(self.consumer, self.producer)
        self.assertEqual(sender.credit, credit)

    def test_unsettled_messages_use_up_the_credit(self):
        receiver = self.consumer.receiver("x", credit=1000)
        sender = self.producer.sender("x")
        self.fill(sender, CAPACITY)
        receiver.wait(CAPACITY)
        self.assert_gets(sender, 0)
        receiver.take().accept()
        self.assert_gets(sender, 1)

    def test_a_receiver_that_holds_much_leaves_the_rest_to_the_sender(self):
        for held in (1, 50, 124, 125, 126, 200, 249):
            with self.subTest(held=held):
                receiver = self.consumer.receiver(f"x{held}", window=1000)
                sender = self.producer.sender(f"x{held}")
                self.fill(sender, held)
                receiver.wait(held)
                for number in range(1000):
                    sender.send(body=number)
                    receiver.wait(held + 1)
                    receiver.received.pop().accept()
                receiver.close_and_wait()
                sender.close_and_wait()

    def test_what_was_settled_before_the_last_credit_is_granted_again(self):
        """Nothing is settled after the sender's last message that would remind the router."""
        for settled in (1, 20, 100, 124):
            with self.subTest(settled=settled):
                receiver = self.consumer.receiver(f"y{settled}", credit=1000)
                sender = self.producer.sender(f"y{settled}")
                first = self.fill(sender, settled)
                for received in receiver.wait(settled):
                    received.accept()
                for sent in first:
                    sender.outcome_of(sent)
                self.fill(sender, sender.credit)
                self.assert_gets(sender, settled)

    def test_settled_messages_need_no_settlement(self):
        receiver = self.consumer.receiver("x", window=1000)
        sender = self.producer.sender("x")
        for number in range(2000):
            sender.send(body=number, settled=True)
        receiver.wait(2000)

    def test_refused_messages_give_their_credit_back(self):
        sender = self.producer.sender()
        for _ in range(3 * CAPACITY):
            sender.send(address="nowhere")
        for _ in range(3 * CAPACITY):
            sender.send(b"garbage")
        sender.wait_credit()

    def test_aborted_messages_give_their_credit_back(self):
        receiver = self.consumer.receiver("x", window=10, accept=True)
        sender = self.producer.sender("x")
        for number in range(CAPACITY + 50):
            sender.wait_credit()
            begun = sender.begin()
            sender.write(bytes(number * 100))
            if number % 2:
                self.producer.flush()
            begun.delivery.abort()
        self.assertEqual(sender.outcome_of(sender.send(body="end")), "accepted")
        self.assertEqual(receiver.received[-1].body, "end")


class DrainByRouter(PeerTest):
    def setUp(self):
        super().setUp()
        router = self.start_router()
        self.producer, self.consumer = self.peer(router), self.peer(router)
        self.sender = self.producer.sender("x")

    def lose_receiver(self):
        receiver = self.consumer.receiver("x")
        self.sender.wait_credit(CAPACITY)
        receiver.close_and_wait()
        self.settle_down(self.consumer)
        self.assertEqual(self.sender.credit, CAPACITY)

    def draining(self):
        return self.sender.link.drain_mode

    def test_two_sends_into_the_void(self):
        self.lose_receiver()
        for _ in range(2):
            self.assertEqual(self.sender.outcome_of(self.sender.send()), "released")
        self.until(self.draining, "a flow with drain")
        self.assertEqual(self.sender.credit, CAPACITY - 2)
        self.sender.link.drained()
        self.settle_down(self.producer)
        self.assertEqual(self.sender.credit, 0)
        self.consumer.receiver("x")
        self.sender.wait_credit(CAPACITY)
        self.settle_down(self.producer)
        self.assertEqual((self.sender.credit, self.draining()), (CAPACITY, False))

    def test_a_sender_that_does_not_drain(self):
        self.lose_receiver()
        self.assertEqual(self.sender.outcome_of(self.sender.send()), "released")
        self.until(self.draining, "a flow with drain")
        receiver = self.consumer.receiver("x", window=10, accept=True)
        self.until(lambda: not self.draining(), "a flow without drain")
        self.sender.wait_credit(CAPACITY)
        for _ in range(2 * CAPACITY):
            self.sender.send()
        receiver.wait(2 * CAPACITY)

    def test_a_sender_that_drains_when_the_receiver_is_back(self):
        self.lose_receiver()
        self.sender.outcome_of(self.sender.send())
        self.until(self.draining, "a flow with drain")
        self.sender.link.drained()
        receiver = self.consumer.receiver("x", window=10, accept=True)
        self.sender.wait_credit(CAPACITY)
        for _ in range(2 * CAPACITY):
            self.sender.send()
        receiver.wait(2 * CAPACITY)

    def test_again_and_again(self):
        for round_number in range(20):
            self.lose_receiver()
            sent = [self.sender.send(settled=number % 2 == 1) for number in range(round_number)]
            for delivery in sent[::2]:
                self.assertEqual(self.sender.outcome_of(delivery), "released")
            if sent and round_number % 3:
                self.until(self.draining, "a flow with drain")
                self.sender.link.drained()

    def test_an_anonymous_sender_is_not_drained(self):
        anonymous = self.producer.sender()
        for _ in range(2 * CAPACITY):
            anonymous.send(address="nowhere")
        self.settle_down(self.producer)
        self.assertFalse(anonymous.link.drain_mode)
        anonymous.wait_credit()


class DrainByReceiver(PeerTest):
    def setUp(self):
        super().setUp()
        router = self.start_router(router_section(workerThreads=2))
        self.producer, self.consumer = self.peer(router), self.peer(router)

    def test_with_nothing_to_send(self):
        receiver = self.consumer.receiver("x")
        for _ in range(20):
            receiver.drain(10)
            self.until(lambda: not receiver.draining, "the end of the drain")
            self.assertEqual(receiver.credit, 0)

    def test_with_fewer_messages_than_credit(self):
        receiver = self.consumer.receiver("x")
        sender = self.producer.sender("x")
        for expected in (3, 6, 9):
            for _ in range(3):
                sender.send()
            self.settle_down(self.producer)
            receiver.drain(10)
            self.until(lambda: not receiver.draining, "the end of the drain")
            self.assertEqual((receiver.credit, receiver.count), (0, expected))

    def test_when_all_that_came_before_is_settled(self):
        receiver = self.consumer.receiver("x", accept=True)
        sender = self.producer.sender("x")
        for expected in (3, 6, 9):
            sent = [sender.send() for _ in range(3)]
            self.settle_down(self.producer)
            receiver.drain(3)
            for delivery in sent:
                self.assertEqual(sender.outcome_of(delivery), "accepted")
            receiver.drain(10)
            self.until(lambda: not receiver.draining, "the end of the drain")
            self.assertEqual((receiver.credit, receiver.count), (0, expected))

    def test_with_more_messages_than_credit(self):
        receiver = self.consumer.receiver("x")
        sender = self.producer.sender("x")
        for number in range(30):
            sender.send(body=number)
        self.settle_down(self.producer)
        for expected in (10, 20, 30, 30):
            receiver.drain(10)
            self.until(lambda: not receiver.draining, "the end of the drain")
            self.assertEqual((receiver.credit, receiver.count), (0, expected))
        self.assertEqual(receiver.bodies, list(range(30)))

    def test_credit_that_was_granted_before(self):
        receiver = self.consumer.receiver("x", credit=20)
        self.consumer.ask()
        receiver.drain(0)
        self.until(lambda: not receiver.draining, "the end of the drain")
        sender = self.producer.sender("x")
        sender.send()
        self.settle_down(self.producer, self.consumer)
        self.assertEqual((receiver.credit, receiver.count), (0, 0))
        receiver.grant(1)
        receiver.wait(1)

    def test_large_messages_are_sent_before_the_drain_ends(self):
        receiver = self.consumer.receiver("x")
        sender = self.producer.sender("x")
        for number in range(5):
            sender.send(body=bytes([number]) * 100_000 * (number + 1))
        self.settle_down(self.producer)
        receiver.drain(10)
        self.until(lambda: not receiver.draining, "the end of the drain")
        self.assertEqual((receiver.credit, receiver.count), (0, 5))
