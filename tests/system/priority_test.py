# SPDX-License-Identifier: Apache-2.0
"""What waits for a consumer is sent by priority: the message's, or the one of its address."""
from proton import Message

from harness.config import address
from harness.peer_case import PeerTest


def message(priority, body):
    """With a header that has no priority, if it is None."""
    if priority is None:
        return b"\x00\x53\x70\x45\x00\x53\x77\xa1" + bytes([len(body)]) + body.encode()
    return Message(priority=priority, body=body)


class Priority(PeerTest):
    def setUp(self):
        super().setUp()
        router = self.start_router(address(prefix="urgent", priority=9),
                                   address(prefix="lazy", priority=0),
                                   address(prefix="all", distribution="multicast"))
        self.producer, self.consumer = self.peer(router), self.peer(router)

    def send(self, target, *priorities):
        sender = self.producer.sender(target)
        for number, priority in enumerate(priorities):
            sender.send(message(priority, f"{number}"))
        self.settle_down(self.producer)

    def order(self, target, *priorities):
        """Numbers of the messages as they come when credit is granted late."""
        receiver = self.consumer.receiver(target)
        self.send(target, *priorities)
        receiver.grant(len(priorities))
        return [int(received.body) for received in receiver.wait(len(priorities))]

    def test_higher_priorities_first(self):
        self.assertEqual(self.order("x", *range(10)), list(range(9, -1, -1)))

    def test_equal_priorities_keep_their_order(self):
        self.assertEqual(self.order("x", 4, 7, 4, 7, 0, 4, 7, 0), [1, 3, 6, 0, 2, 5, 4, 7])

    def test_four_is_the_default(self):
        self.assertEqual(self.order("x", 3, None, 4, None, 5), [4, 1, 2, 3, 0])

    def test_more_than_nine_is_nine(self):
        self.assertEqual(self.order("x", 9, 200, 8, 10, 9), [0, 1, 3, 4, 2])

    def test_a_message_without_a_header(self):
        receiver = self.consumer.receiver("x")
        sender = self.producer.sender("x")
        sender.send(message(3, "low"))
        sender.send(b"\x00\x53\x77\xa1\x04none")
        sender.send(message(5, "high"))
        self.settle_down(self.producer)
        receiver.grant(3)
        receiver.wait(3)
        self.assertEqual(receiver.bodies, ["high", "none", "low"])

    def test_the_priority_of_the_address_counts_for_all(self):
        self.assertEqual(self.order("urgent/x", 0, 9, 4, None), [0, 1, 2, 3])
        self.assertEqual(self.order("lazy/x", 0, 9, 4, None), [0, 1, 2, 3])

    def test_copies_of_a_multicast(self):
        self.assertEqual(self.order("all/x", 1, 3, 2), [1, 2, 0])

    def test_settled_messages(self):
        receiver = self.consumer.receiver("x")
        sender = self.producer.sender("x")
        for priority in (1, 5, 3):
            sender.send(message(priority, f"{priority}"), settled=True)
        self.settle_down(self.producer)
        receiver.grant(3)
        receiver.wait(3)
        self.assertEqual(receiver.bodies, ["5", "3", "1"])

    def test_credit_that_comes_in_pieces(self):
        receiver = self.consumer.receiver("x")
        self.send("x", 0, 1, 2, 3)
        receiver.grant(1)
        receiver.wait(1)
        self.send("x", 9)
        receiver.grant(2)
        receiver.wait(3)
        self.assertEqual(receiver.bodies, ["3", "0", "2"])

    def test_the_header_is_not_changed(self):
        receiver = self.consumer.receiver("urgent/x", credit=2)
        self.send("urgent/x", 2, None)
        self.assertEqual([received.message.priority for received in receiver.wait(2)], [2, 4])
        self.assertEqual(bytes(receiver.received[1].content[:4]), b"\x00\x53\x70\x45")

    def test_links_of_one_connection(self):
        """The credit of both links comes at once; the urgent link may not wait for the other."""
        slow, fast = self.consumer.receiver("lazy/x"), self.consumer.receiver("urgent/x")
        self.send("lazy/x", *[None] * 20)
        self.send("urgent/x", *[None] * 20)
        arrived = []
        for link in (slow, fast):
            link.received = Recorder(arrived, link.name)
        slow.grant(20)
        fast.grant(20)
        self.until(lambda: len(arrived) == 40, "all messages")
        self.assertEqual(arrived, [fast.name] * 20 + [slow.name] * 20)


class Recorder(list):
    """Writes down the arrivals on several links in one list."""

    def __init__(self, arrivals, name):
        super().__init__()
        self._arrivals, self._name = arrivals, name

    def append(self, received):
        super().append(received)
        self._arrivals.append(self._name)
