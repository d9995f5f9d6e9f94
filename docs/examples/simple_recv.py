#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what arrives: simple_recv.py URL [COUNT], with a URL like amqp://127.0.0.1:5672/greetings.

Ends after COUNT messages, or with Ctrl-C.
"""
import sys

from proton.handlers import MessagingHandler
from proton.reactor import Container


class Receive(MessagingHandler):
    def __init__(self, url, count):
        super().__init__()
        self.url = url
        self.left = count

    def on_start(self, event):
        event.container.create_receiver(self.url)

    def on_message(self, event):
        print(event.message.body, flush=True)
        self.left -= 1
        if self.left == 0:
            event.connection.close()

    def on_transport_error(self, event):
        print(f"failed: {event.transport.condition}", file=sys.stderr)
        event.connection.close()


if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
try:
    # Without a count it never reaches 0.
    Container(Receive(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else -1)).run()
except KeyboardInterrupt:
    pass
