# SPDX-License-Identifier: Apache-2.0
"""A state that a producer declares with the transfer itself goes along with the message."""
from proton import Delivery, Message

from harness.config import address
from harness.peer_case import PeerTest

TRANSACTIONAL = 0x34


class TransferState(PeerTest):
    def setUp(self):
        super().setUp()
        router = self.start_router(address(prefix="all", distribution="multicast"))
        self.producer, self.consumer = self.peer(router), self.peer(router)

    def send(self, sender, body="x", settled=False):
        """A message that belongs to the transaction b"txn"."""
        sender.wait_credit()
        sent = sender.begin()
        sent.delivery.local.data = [b"txn"]
        sent.delivery.update(TRANSACTIONAL)
        sender.write(Message(body=body).encode())
        sender.end()
        if settled:
            sent.delivery.settle()
        return sent

    def assert_in_transaction(self, received):
        self.assertEqual((received.delivery.remote_state, received.delivery.remote.data),
                         (TRANSACTIONAL, [b"txn"]))

    def test_it_comes_with_the_message(self):
        receiver = self.consumer.receiver("x", credit=10)
        sender = self.producer.sender("x")
        sent = self.send(sender)
        received = receiver.take()
        self.assert_in_transaction(received)
        received.accept()
        self.assertEqual(sender.outcome_of(sent), "accepted")

    def test_it_comes_with_a_settled_message(self):
        receiver = self.consumer.receiver("x", credit=10)
        self.send(self.producer.sender("x"), settled=True)
        received = receiver.take()
        self.assertTrue(received.came_settled)
        self.assert_in_transaction(received)

    def test_it_comes_with_a_message_that_had_to_wait(self):
        receiver = self.consumer.receiver("x")
        self.send(self.producer.sender("x"))
        self.settle_down(self.producer, self.consumer)
        receiver.grant(1)
        self.assert_in_transaction(receiver.take())

    def test_it_comes_with_a_large_message(self):
        receiver = self.consumer.receiver("x", credit=1)
        self.send(self.producer.sender("x"), body="x" * 3_000_000)
        self.assert_in_transaction(receiver.take())

    def test_it_comes_with_every_copy(self):
        receivers = [self.consumer.receiver("all/x", credit=1) for _ in range(3)]
        self.send(self.producer.sender("all/x"))
        for receiver in receivers:
            self.assert_in_transaction(receiver.take())

    def test_a_state_that_proton_knows_comes_as_well(self):
        """Proton reads and writes the fields of those in dispositions alone, not in transfers."""
        receiver = self.consumer.receiver("x", credit=10)
        sender = self.producer.sender("x").wait_credit()
        sent = sender.begin()
        sent.delivery.update(Delivery.RECEIVED)
        sender.write(Message(body="x").encode())
        sender.end()
        self.assertEqual(receiver.take().delivery.remote_state, Delivery.RECEIVED)

    def test_a_message_without_a_state_has_none(self):
        receiver = self.consumer.receiver("x", credit=10)
        self.producer.sender("x").send(body="x")
        self.assertEqual(receiver.take().delivery.remote_state, 0)
