# SPDX-License-Identifier: Apache-2.0
"""Senders and receivers for the test thread. Methods called on_... run on the reactor's thread."""
from collections import deque

from proton import Condition, Endpoint, Handler, Message, Terminus

from .outcome import remote_outcome, update
from .waiting import eventually


class LinkRefused(AssertionError):
    """The router answered the attach with a detach; see `condition`."""

    def __init__(self, condition):
        super().__init__(f"link refused: {condition}")
        self.condition = condition


class Link(Handler):
    """What senders and receivers have in common.

    remote_condition: the error of the router's detach; None while there is none.
    """

    def __init__(self, client, link, configure):
        super().__init__()
        self.client = client
        self.link = link
        self.name = link.name
        self.remote_open = False
        self.remote_detached = False
        self.remote_closed = False
        self.remote_condition = None
        link.handler = self
        if configure:
            configure(link)
        link.open()

    def call(self, function, *arguments):
        return self.client.reactor.call(function, *arguments)

    def wait_attached(self):
        """A link that is refused is attached without terminus first (AMQP 1.0 2.6.3)."""
        eventually(lambda: self.remote_open or self.client.lost, f"attach of link {self.name}")
        if self.client.lost or self.call(self._is_refused):
            raise LinkRefused(self.wait_detached())
        return self

    def _is_refused(self):
        return self._remote_terminus().type == Terminus.UNSPECIFIED

    def wait_detached(self):
        """Gives the router's error, a proton.Condition, or None if it gave none."""
        eventually(lambda: self.remote_detached or self.client.lost,
                   f"detach of link {self.name}")
        return self.remote_condition

    def close(self, condition=None, description=None):
        self._end(self.link.close, condition, description)

    def detach(self, condition=None, description=None):
        """Without closing."""
        self._end(self.link.detach, condition, description)

    def _end(self, end, condition, description):
        def run():
            if condition:
                self.link.condition = Condition(condition, description)
            end()

        self.call(run)

    def on_link_remote_open(self, _):
        self.remote_open = True

    def on_link_remote_close(self, event):
        self.remote_closed = True
        self._remote_end(event, event.link.close)

    def on_link_remote_detach(self, event):
        self._remote_end(event, event.link.detach)

    def _remote_end(self, event, answer):
        self.remote_condition = event.link.remote_condition
        self.remote_detached = True
        if event.link.state & Endpoint.LOCAL_ACTIVE:
            answer()


class Sent:
    """A delivery on its way; `outcome` is None until the router reports one."""

    def __init__(self, sender):
        self._sender = sender
        self.delivery = None
        self.outcome = None

    def wait(self):
        """Waits for the outcome, and for it to be settled."""
        eventually(lambda: (self.outcome and self.outcome.settled)
                   or self._sender.remote_detached or self._sender.client.lost, "an outcome")
        return self.outcome

    def settle(self, state=None, **fields):
        """By the sender, who may do so before the receiver does."""
        def run():
            if state is not None:
                update(self.delivery, state, **fields)
            self.delivery.settle()

        self._sender.call(run)


class Stream(Sent):
    """A message sent piece by piece."""

    def write(self, data):
        self._sender.call(self._sender.link.stream, data)

    def finish(self):
        self._sender.call(self._sender.link.advance)

    def abort(self):
        self._sender.call(self.delivery.abort)


class Sender(Link):
    """Sends when there is credit. Answers drain requests when it has nothing to send.

    settle: whether it settles deliveries as soon as they have a final outcome.
    """

    def __init__(self, client, link, configure, settle=True):
        self.drained = 0
        self.sent = 0
        self._settle = settle
        self._waiting = deque()
        super().__init__(client, link, configure)

    def _remote_terminus(self):
        return self.link.remote_target

    @property
    def credit(self):
        return self.call(lambda: self.link.credit)

    @property
    def address(self):
        return self.call(lambda: self.link.remote_target.address)

    @property
    def buffered(self):
        """Bytes that the router does not take yet."""
        return self.call(lambda: self.link.session.outgoing_bytes)

    @property
    def unsent(self):
        return len(self._waiting)

    def send(self, message, settled=False, tag=None):
        """A Message or encoded bytes. Returns at once; see Sent."""
        return self.send_all([message], settled, tag)[0]

    def send_all(self, messages, settled=False, tag=None):
        handles = []

        def run():
            for message in messages:
                handle = Sent(self)
                data = message.encode() if isinstance(message, Message) else message
                self._waiting.append((handle, data, settled, tag))
                handles.append(handle)
            self._pump()

        self.call(run)
        return handles

    def stream(self):
        """Begins a message; waits for credit."""
        eventually(lambda: self.credit > 0 or self.remote_detached, "credit")
        handle = Stream(self)

        def run():
            handle.delivery = self._begin(None, handle)

        self.call(run)
        return handle

    def _begin(self, tag, handle):
        delivery = self.link.delivery(tag or self.link.delivery_tag())
        delivery.handle = handle
        self.sent += 1
        return delivery

    def _pump(self):
        while self._waiting and self.link.credit > 0:
            handle, data, settled, tag = self._waiting.popleft()
            handle.delivery = self._begin(tag, handle)
            self.link.stream(data)
            if settled:
                handle.delivery.settle()
            self.link.advance()
        if self.link.drain_mode and not self._waiting and self.link.credit > 0:
            self.link.drained()
            self.drained += 1

    def on_link_flow(self, _):
        self._pump()

    def on_delivery(self, event):
        delivery = event.delivery
        if delivery.updated:
            delivery.handle.outcome = remote_outcome(delivery)
            if delivery.settled and self._settle:
                delivery.settle()
