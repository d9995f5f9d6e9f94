# SPDX-License-Identifier: Apache-2.0
"""Thousands of connections at once."""
import resource
import socket
import struct
import unittest

from harness import TIME_FACTOR, RouterTest
from proton import Message

CROWD = 2000 // TIME_FACTOR
SASL = b"AMQP\x03\x01\x00\x00"
AMQP = b"AMQP\x00\x01\x00\x00"


def described(code, *fields):
    body = b"".join(fields)
    sizes = struct.pack(">II", len(body) + 4, len(fields))
    return b"\x00\x53" + bytes([code]) + b"\xd0" + sizes + body


def frame(performative, kind=0, channel=0):
    return struct.pack(">IBBH", len(performative) + 8, 2, kind, channel) + performative


def text(value, code=0xa1):
    return bytes([code, len(value)]) + value.encode()


def listener_for(number):
    """Everything that a client with one receiver says, in one piece."""
    null, uint0, true = b"\x40", b"\x43", b"\x41"
    source = described(0x28, text(f"crowd/{number}"))
    target = described(0x29, null)
    return b"".join([
        SASL, frame(described(0x41, text("ANONYMOUS", 0xa3)), kind=1), AMQP,
        frame(described(0x10, text(f"client-{number}"))),
        frame(described(0x11, null, uint0, b"\x52\x64", b"\x52\x64")),
        frame(described(0x12, text("in"), uint0, true, null, null, source, target)),
        frame(described(0x13, null, b"\x52\x64", uint0, b"\x52\x64", uint0, uint0, b"\x52\x0a")),
    ])


class Crowd(RouterTest):
    def setUp(self):
        super().setUp()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < CROWD + 100:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, CROWD + 100), hard))
        self.router = self.start_router("listener {\n host: 127.0.0.1\n port: 0\n name: crowd\n"
                                        " idleTimeoutSeconds: 0\n}\n")
        # Before the crowd: Proton's reactor cannot wait for descriptors above 1023.
        self.client = self.connect(self.router, "crowd")

    def join(self):
        sockets = []
        for number in range(CROWD):
            s = socket.create_connection(("127.0.0.1", self.router.port("crowd")))
            self.addCleanup(s.close)
            s.sendall(listener_for(number))
            sockets.append(s)
        return sockets

    def attached(self):
        return self.router.log.count("source={crowd/")

    def test_each_of_a_crowd_gets_its_message(self):
        sender = self.client.sender(None)
        sockets = self.join()
        self.eventually(lambda: self.attached() == CROWD, "all links")
        sender.send_all([Message(address=f"crowd/{n}", body=f"for {n}.") for n in range(CROWD)],
                        settled=True)
        for number, s in enumerate(sockets):
            s.settimeout(30 * TIME_FACTOR)
            received = b""
            while f"for {number}.".encode() not in received:
                piece = s.recv(65536)
                self.assertTrue(piece, f"client {number} was closed")
                received += piece
        for s in sockets:
            s.close()  # all vanish at once, without a word
        self.eventually(lambda: self.router.log.count("Connection Closed") >= CROWD, "the end")

    def test_a_crowd_comes_and_goes(self):
        for _ in range(3):
            before = self.attached()
            sockets = self.join()
            self.eventually(lambda: self.attached() == before + CROWD, "all links")
            for s in sockets:
                s.close()
        receiver = self.client.receiver("after")
        self.client.sender("after").send(b"\x00\x53\x77\xa1\x02hi").wait()
        self.assertEqual(receiver.count, 1)


if __name__ == "__main__":
    unittest.main()
