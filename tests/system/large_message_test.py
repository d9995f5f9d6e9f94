# SPDX-License-Identifier: Apache-2.0
"""Messages larger than the router's memory may be, and clients that die in the middle of one."""
import os
import signal
import subprocess
import sys
import textwrap
import unittest

from harness import TIME_FACTOR, RouterTest

MIB = 1 << 20
HEAD = b"\x00\x53\x75\xb0"  # one data section, vbin32


def head(size):
    return HEAD + size.to_bytes(4, "big")


class LargeMessages(RouterTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router()
        self.peak = 0

    def pump(self, stream, sender, size):
        """Writes `size` bytes as fast as the router takes them, watching the router's memory."""
        block = bytes(MIB)
        for _ in range(size // MIB):
            stream.write(block)
            self.eventually(lambda: sender.buffered < 4 * MIB, "the router to take the message")
            self.peak = max(self.peak, self.router.rss_kib())

    def test_more_than_the_router_may_hold(self):
        size = (1024 // TIME_FACTOR) * MIB
        receiver = self.connect(self.router).receiver("large", keep=False)
        sender = self.connect(self.router).sender("large")
        stream = sender.stream()
        stream.write(head(size))
        self.pump(stream, sender, size)
        stream.finish()
        stream.wait()
        self.assertEqual(receiver.complete[0].size, size + len(head(size)))
        if TIME_FACTOR == 1:  # sanitizers need memory of their own
            self.assertLess(self.peak, 100 * 1024)

    def test_a_producer_is_killed_in_the_middle(self):
        receiver = self.connect(self.router).receiver("large", keep=False)
        script = textwrap.dedent("""
            import sys, time
            from proton.handlers import MessagingHandler
            from proton.reactor import Container
            class Half(MessagingHandler):
                def on_start(self, event):
                    connection = event.container.connect(sys.argv[1], reconnect=False)
                    self.sender = event.container.create_sender(connection, "large")
                def on_sendable(self, event):
                    self.sender.delivery("1")
                    self.sender.stream(bytes.fromhex("005375b0") + (64 << 20).to_bytes(4, "big"))
                    self.sender.stream(bytes(8 << 20))
            Container(Half()).run()
        """)
        producer = subprocess.Popen([sys.executable, "-c", script, self.router.url])
        self.addCleanup(producer.wait)
        self.addCleanup(producer.kill)
        self.eventually(lambda: receiver.deliveries and receiver.deliveries[0].size > 4 * MIB,
                        "the first half of the message")
        os.kill(producer.pid, signal.SIGKILL)
        self.eventually(lambda: receiver.deliveries[0].aborted, "the abort of the message")
        sender = self.connect(self.router).sender("large")
        sender.send(head(3) + b"abc").wait()
        self.assertEqual(receiver.count, 1)

    def test_a_slow_consumer_holds_no_more_than_a_window(self):
        size = 64 * MIB
        receiver = self.connect(self.router).receiver("slow", keep=False)
        receiver.pause()
        sender = self.connect(self.router).sender("slow")
        stream = sender.stream()
        stream.write(head(size))
        block = bytes(MIB)
        written = 0
        # In pieces, because Proton moves all that it holds with every piece that it sends.
        while sender.buffered < 4 * MIB or not self.still(sender):
            self.assertLess(written, size, "the router takes it all")
            if sender.buffered < 4 * MIB:
                stream.write(block)
                written += MIB
        self.assertLess(written, 40 * MIB)
        if TIME_FACTOR == 1:
            self.assertLess(self.router.rss_kib(), 100 * 1024)
        receiver.resume()
        self.pump(stream, sender, size - written)
        stream.finish()
        stream.wait()
        self.assertEqual(receiver.complete[0].size, size + len(head(size)))

    @staticmethod
    def still(sender):
        """Whether the router takes nothing any more."""
        first = sender.buffered
        return all(sender.buffered == first for _ in range(50))


if __name__ == "__main__":
    unittest.main()
