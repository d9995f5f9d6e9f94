# SPDX-License-Identifier: Apache-2.0
"""Requests to the management node of a router under test, good ones and bad ones."""
import itertools
from typing import Any, NamedTuple

from proton import Message

from .waiting import eventually

PREFIX = "org.apache.qpid.dispatch."


class Answer(NamedTuple):
    status: int
    text: str  # the description of the status
    body: Any


class Manager:
    """Knows no rules: what a test asks for is sent as it is, and what comes back is shown."""

    def __init__(self, client, address="$management"):
        self.replies = client.receiver(dynamic=True)
        self._sender = client.sender(address)
        self._numbers = itertools.count(1)

    def ask(self, operation=None, body=None, **properties):
        """Sends a request, and waits for its reply; properties that are None are left out."""
        return self.answer_to(self.send(operation, {} if body is None else body, **properties))

    def send(self, operation, body, **properties):
        """Gives the correlation id."""
        number = next(self._numbers)
        given = {"operation": operation, **properties}
        self._sender.send(Message(
            body=body, correlation_id=number, reply_to=self.replies.address,
            properties={key: value for key, value in given.items() if value is not None}))
        return number

    def answer_to(self, number):
        reply = self.message(number)
        return Answer(reply.properties["statusCode"], reply.properties["statusDescription"],
                      reply.body)

    def message(self, number):
        """The whole reply."""
        def found():
            return next((message for message in self.replies.messages
                         if message.correlation_id == number), None)

        return eventually(found, f"the reply to request {number}")

    def entities(self, entity_type=None, *names):
        """All entities of a type as dicts."""
        status, text, body = self.ask("QUERY", {"attributeNames": list(names)},
                                      entityType=entity_type)
        assert status == 200, text
        return [dict(zip(body["attributeNames"], row)) for row in body["results"]]
