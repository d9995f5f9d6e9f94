# SPDX-License-Identifier: Apache-2.0
"""Frames that can be decoded, but that no peer may send: its connection ends, and no other."""
from proton import Message

from harness import RouterTest
from harness.raw_peer import frame_bytes, performative

MESSAGE = b"\x00\x53\x77\xa1\x02hi"


def transfer(payload=MESSAGE, **fields):
    return frame_bytes(performative("transfer", handle=0, **fields) + payload)


def flow(credit):
    return frame_bytes(performative("flow", next_incoming_id=0, incoming_window=100,
                                    next_outgoing_id=0, outgoing_window=100, handle=0,
                                    delivery_count=0, link_credit=credit))


def disposition(role):
    return frame_bytes(performative("disposition", role=role, first=0, last=9, settled=True))


DETACH = frame_bytes(performative("detach", handle=0, closed=True))
END = frame_bytes(performative("end"))


class ForbiddenFrames(RouterTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router()
        self.client = self.connect(self.router)

    def peer(self):
        peer = self.raw_peer(self.router)
        peer.open()
        peer.begin()
        return peer

    def assert_closed(self, peer, condition):
        self.assertEqual(peer.expect("close").error.value[0], condition)
        self.assertEqual(peer.read_to_end(), b"")

    def assert_others_go_on(self):
        receiver = self.client.receiver("others")
        self.client.sender("others").send(MESSAGE).wait()
        self.assertEqual(receiver.bodies, ["hi"])
        receiver.close()

    def test_a_message_of_several_frames_without_a_number(self):
        peer = self.peer()
        peer.attach_sender(None)
        peer.write(transfer(delivery_tag=b"x", more=True))
        self.assert_closed(peer, "amqp:decode-error")
        self.assert_others_go_on()

    def test_what_came_before_it_in_one_piece_does_not_matter(self):
        receiver = self.client.receiver("x")
        for before in (flow(0), transfer(delivery_id=0, delivery_tag=b"y"),
                       transfer(delivery_id=0, delivery_tag=b"y", settled=True)):
            peer = self.peer()
            peer.attach_sender("x")
            peer.expect("flow")
            peer.write(before + transfer(delivery_tag=b"x", more=True) + DETACH)
            peer.expect("close")
            peer.read_to_end()
        self.eventually(lambda: receiver.count == 2, "what was complete")
        self.assert_others_go_on()

    def test_a_message_to_the_sender_of_a_link(self):
        wrong = {
            "complete": transfer(delivery_id=0, delivery_tag=b"x"),
            "settled": transfer(delivery_id=0, delivery_tag=b"x", settled=True),
            "begun": transfer(delivery_id=0, delivery_tag=b"x", more=True),
            "aborted": transfer(delivery_id=0, delivery_tag=b"x", aborted=True),
        }
        beside = {"alone": (b"", b""), "before credit": (b"", flow(5)),
                  "behind credit": (flow(5), b""),
                  "before its settlement": (b"", disposition(False) + disposition(True)),
                  "before the end of the link": (b"", DETACH + disposition(False)),
                  "before the end of the session": (b"", END)}
        for what, frame in wrong.items():
            for where, (before, after) in beside.items():
                with self.subTest(what, where=where):
                    self.check_wrong_way(before + frame + after)
        self.assert_others_go_on()

    def check_wrong_way(self, frames):
        sender = self.client.sender(None)
        peer = self.peer()
        peer.attach_receiver("mine")
        sent = sender.send_all([Message(address="mine", body="x")] * 3)
        peer.write(frames)
        self.assert_closed(peer, "amqp:not-allowed")
        for one in sent:
            one.wait()  # whatever it is: the peer is gone
        sender.close()

    def test_a_message_to_the_sender_of_a_link_in_the_middle_of_another(self):
        sender = self.client.sender("mine")
        peer = self.peer()
        peer.attach_receiver("mine")
        peer.write(flow(10))
        stream = sender.stream()
        stream.write(b"\x00\x53\x75\xb0\x00\x0f\x42\x40" + b"x" * 500_000)
        peer.expect("transfer")
        peer.write(transfer(delivery_id=0, delivery_tag=b"x", aborted=True))
        self.assert_closed(peer, "amqp:not-allowed")
        stream.write(b"x" * 500_000)
        stream.finish()
        stream.wait()
        self.assert_others_go_on()
