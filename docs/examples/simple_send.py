#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sends one message: simple_send.py URL [TEXT], with a URL like amqp://127.0.0.1:5672/greetings."""
import sys

from proton import Message
from proton.handlers import MessagingHandler
from proton.reactor import Container


class Send(MessagingHandler):
    def __init__(self, url, text):
        super().__init__()
        self.url = url
        self.text = text
        self.outcome = "not sent"

    def on_start(self, event):
        event.container.create_sender(self.url)

    def on_sendable(self, event):
        # There is credit: somebody listens at the other end of the address.
        if self.outcome == "not sent":
            event.sender.send(Message(body=self.text))
            self.outcome = "sent"

    def on_accepted(self, event):
        self.end(event, "accepted")

    def on_rejected(self, event):
        self.end(event, "rejected")

    def on_released(self, event):
        self.end(event, "released: nobody took it")

    def on_transport_error(self, event):
        self.end(event, f"failed: {event.transport.condition}")

    def end(self, event, outcome):
        self.outcome = outcome
        event.connection.close()


if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
send = Send(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Hello")
Container(send).run()
print(send.outcome)
sys.exit(0 if send.outcome == "accepted" else 1)
