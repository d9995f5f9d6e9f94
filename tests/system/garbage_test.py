# SPDX-License-Identifier: Apache-2.0
"""What does not belong at an AMQP port: the connection ends, the router goes on."""
import os
import random
import socket
import unittest

from harness import TIME_FACTOR, RouterTest

SASL = b"AMQP\x03\x01\x00\x00"
AMQP = b"AMQP\x00\x01\x00\x00"
OPEN = b"\x00\x00\x00\x12\x02\x00\x00\x00\x00\x53\x10\xc0\x05\x01\xa1\x02me"
BEGIN = b"\x00\x00\x00\x14\x02\x00\x00\x00\x00\x53\x11\xc0\x07\x04\x40\x43\x52\x64\x52\x64"
SEED = int(os.environ.get("CROSSPOINT_SEED", random.SystemRandom().randrange(1 << 32)))


def frame(body, kind=0, channel=0, doff=2, size=None):
    size = len(body) + 8 if size is None else size
    return size.to_bytes(4, "big") + bytes([doff, kind]) + channel.to_bytes(2, "big") + body


BROKEN = {
    "http": b"GET / HTTP/1.1\r\nHost: router\r\n\r\n",
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),
    "another version": b"AMQP\x00\x09\x01\x00",
    "nonsense behind sasl": SASL + b"\xff" * 64,
    "nonsense behind the header": AMQP + b"\xff" * 64,
    "a frame without a body, too small": AMQP + b"\x00\x00\x00\x04",
    "a frame larger than allowed": AMQP + OPEN + frame(bytes(20000)),
    "a frame that promises gigabytes": AMQP + frame(b"\x00\x53\x10", size=0x7fffffff) + bytes(4096),
    "a data offset behind the frame": AMQP + frame(b"\x00\x53\x10\x45", doff=200),
    "an unknown frame type": AMQP + frame(b"\x00\x53\x10\x45", kind=77),
    "an unknown performative": AMQP + OPEN + frame(b"\x00\x53\x7f\x45"),
    "no performative": AMQP + OPEN + frame(b"\x45"),
    "a begin before the open": AMQP + BEGIN,
    "an attach without a session": AMQP + OPEN + frame(b"\x00\x53\x12\xc0\x05\x03\xa1\x01x\x43\x42",
                                                       channel=5),
    "a transfer without a link": AMQP + OPEN + BEGIN + frame(
        b"\x00\x53\x14\xc0\x08\x04\x43\x43\xa0\x01x\x43"),
    "a flow without a session": AMQP + OPEN + frame(b"\x00\x53\x13\xc0\x05\x04\x43\x43\x43\x43",
                                                    channel=9),
    "a detach of nothing": AMQP + OPEN + BEGIN + frame(b"\x00\x53\x16\xc0\x03\x02\x43\x41"),
    "a list that claims to be longer": AMQP + frame(b"\x00\x53\x10\xc0\xff\x7f\xa1\xff"),
    "nested lists": AMQP + frame(b"\x00\x53\x10" + b"\xc0\x7f\x01" * 100),
}


class Garbage(RouterTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router()

    def throw(self, data):
        """Sends it and reads until the router hangs up."""
        with socket.create_connection(("127.0.0.1", self.router.port())) as peer:
            peer.settimeout(30 * TIME_FACTOR)
            answer = b""
            try:
                peer.sendall(data)
                peer.shutdown(socket.SHUT_WR)
                while piece := peer.recv(65536):
                    answer += piece
            except ConnectionError:
                pass
            return answer

    def assert_alive(self):
        client = self.connect(self.router)
        receiver = client.receiver("alive")
        client.sender("alive").send(b"\x00\x53\x77\xa1\x02hi").wait()
        self.assertEqual(receiver.bodies, ["hi"])
        client.close()

    def test_what_is_no_amqp(self):
        for what, data in BROKEN.items():
            with self.subTest(what):
                self.throw(data)
                self.assert_alive()

    def test_an_error_is_told_where_the_protocol_allows(self):
        for what in ("a frame larger than allowed", "an attach without a session",
                     "a flow without a session", "a detach of nothing"):
            with self.subTest(what):
                self.assertIn(b"amqp:", self.throw(BROKEN[what]))
        self.assertIn(b"amqp:connection:framing-error", self.throw(BROKEN["http"]))

    def test_every_beginning_of_a_conversation(self):
        whole = AMQP + OPEN + BEGIN
        for end in range(len(whole)):
            self.throw(whole[:end])
        self.assert_alive()

    def test_random_bytes(self):
        print("seed", SEED)
        chance = random.Random(SEED)
        for _ in range(200 // TIME_FACTOR):
            start = chance.choice([b"", AMQP, AMQP + OPEN, AMQP + OPEN + BEGIN, SASL])
            self.throw(start + chance.randbytes(chance.randrange(1, 600)))
        self.assert_alive()


if __name__ == "__main__":
    unittest.main()
