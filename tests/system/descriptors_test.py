# SPDX-License-Identifier: Apache-2.0
"""The process has no file descriptors left."""
import os
import resource
import socket

from harness import RouterTest, listener
from harness.client import ConnectionLost

MESSAGE = b"\x00\x53\x77\xa1\x02hi"
CROWD = 60


class Descriptors(RouterTest):
    """That the router ends with status 0 all the same is watched by the harness."""

    def setUp(self):
        super().setUp()
        self.router = self.start_router(listener(name="clients"), workers=self.workers)
        self.client = self.connect(self.router)
        used = len(os.listdir(f"/proc/{self.router.pid}/fd"))
        resource.prlimit(self.router.pid, resource.RLIMIT_NOFILE, (used + 10, used + 10))

    workers = 4

    def crowd(self):
        """Gives those that the router keeps, and how many it closes."""
        kept, refused = [], 0
        for _ in range(CROWD):
            peer = socket.create_connection(("127.0.0.1", self.router.port()))
            self.addCleanup(peer.close)
            peer.settimeout(30)
            peer.sendall(b"AMQP\x03\x01\x00\x00")
            try:
                answer = peer.recv(8)
            except ConnectionResetError:
                answer = b""
            if answer:
                kept.append(peer)
            else:
                refused += 1
        return kept, refused

    def has_room(self):
        try:
            self.connect(self.router).close()
        except ConnectionLost:
            return False
        return True

    def test_more_connections_are_refused_until_there_is_room(self):
        for _ in range(3):
            kept, refused = self.crowd()
            self.assertGreater(len(kept), 0)
            self.assertGreater(refused, 0)
            self.router.wait_log(r"SERVER \(error\) No file descriptors left: \d+ connections")
            receiver = self.client.receiver("x")
            self.client.sender("x").send(MESSAGE).wait()
            self.assertEqual(receiver.bodies, ["hi"])
            receiver.close()
            for peer in kept:
                peer.close()
            self.eventually(self.has_room, "room")

    def test_many_at_once(self):
        peers = [socket.create_connection(("127.0.0.1", self.router.port()))
                 for _ in range(CROWD)]
        self.eventually(lambda: "No file descriptors left" in self.router.log, "the news")
        for peer in peers:
            peer.close()
        self.eventually(self.has_room, "room")


class OneWorker(Descriptors):
    workers = 1
