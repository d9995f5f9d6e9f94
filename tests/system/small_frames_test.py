# SPDX-License-Identifier: Apache-2.0
"""What one peer says may be too long for the frames of another, whose connection goes on."""
from proton import Condition, Delivery, symbol

from harness.peer_case import PeerTest

SMALL = 512
LONG = "ä" * 2000


class SmallFrames(PeerTest):
    def setUp(self):
        super().setUp()
        router = self.start_router()
        self.producer = self.peer(router, max_frame=SMALL)
        self.consumer = self.peer(router)
        self.receiver = self.consumer.receiver("x", credit=10)
        self.sender = self.producer.sender("x")

    def exchange(self):
        sent = self.sender.send(body="x")
        return sent, self.receiver.take()

    def assert_all_goes_on(self):
        sent, received = self.exchange()
        received.accept()
        self.assertEqual(self.sender.outcome_of(sent), "accepted")

    def test_a_rejection_with_a_long_description(self):
        sent, received = self.exchange()
        received.delivery.local.condition = Condition("our:condition", LONG)
        received.update(Delivery.REJECTED)
        self.assertEqual(self.sender.outcome_of(sent), "rejected")
        condition = sent.delivery.remote.condition
        self.assertEqual(condition.name, "our:condition")
        self.assertGreater(len(condition.description), 100)
        self.assertTrue(LONG.startswith(condition.description))
        self.assert_all_goes_on()

    def test_a_rejection_with_a_long_map(self):
        sent, received = self.exchange()
        received.delivery.local.condition = Condition("our:condition", "why",
                                                      {symbol("key"): LONG})
        received.update(Delivery.REJECTED)
        self.assertEqual(self.sender.outcome_of(sent), "rejected")
        self.assertEqual(sent.condition, ("our:condition", "why"))
        self.assert_all_goes_on()

    def test_long_annotations_of_a_modification(self):
        sent, received = self.exchange()
        received.delivery.local.undeliverable = True
        received.delivery.local.annotations = {symbol("key"): LONG}
        received.update(Delivery.MODIFIED)
        self.assertEqual(self.sender.outcome_of(sent), "modified")
        self.assertTrue(sent.delivery.remote.undeliverable)
        self.assert_all_goes_on()
