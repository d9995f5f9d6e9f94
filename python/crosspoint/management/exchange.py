# SPDX-License-Identifier: Apache-2.0
"""Requests out, replies back: one connection, one reply address, a sender for each node."""
from proton import Delivery, ProtonException
from proton.handlers import IncomingMessageHandler


class NotSent(ProtonException):
    """The request was not taken."""


class Replies(IncomingMessageHandler):
    """Keeps the last message that came."""

    def __init__(self, connection):
        super().__init__()
        self._connection = connection
        self.last = None

    def on_message(self, event):
        self.last = event.message
        event.receiver.flow(1)  # for the next one, also if this one came too late to be wanted
        self._connection.container.yield_()  # ends the wait for it


class Exchange:
    def __init__(self, connection):
        self._connection = connection
        self._replies = Replies(connection)
        self._receiver = connection.create_receiver(None, dynamic=True, credit=1,
                                                    handler=self._replies)
        self._requests = 0
        self._senders = {}

    def call(self, address, request):
        """Sends the request and waits for its reply; the connection's time limit holds."""
        self._requests += 1
        number = str(self._requests)
        request.correlation_id = number
        request.reply_to = self._receiver.remote_source.address
        delivery = self._sender(address).send(request, error_states=[])
        if delivery.remote_state in (Delivery.REJECTED, Delivery.RELEASED, Delivery.MODIFIED):
            raise NotSent(f"{address} did not take the request: {_outcome(delivery)}")
        replies = self._replies

        def answered():
            return replies.last is not None and replies.last.correlation_id == number

        self._connection.wait(answered, msg="Waiting for response")
        reply, replies.last = replies.last, None
        return reply

    def close(self):
        self._connection.close()

    def _sender(self, address):
        if address not in self._senders:
            self._senders[address] = self._connection.create_sender(address)
        return self._senders[address]


def _outcome(delivery):
    condition = delivery.remote.condition
    text = str(delivery.remote_state).lower()
    return f"{text}, {condition.name}: {condition.description}" if condition else text
