# SPDX-License-Identifier: Apache-2.0
"""Receivers for the test thread, and what they received."""
from proton import Message

from .links import Link
from .outcome import ACCEPTED, remote_outcome, update
from .waiting import eventually


class Received:
    """A delivery, from its first frame on; complete or aborted at its end.

    data: the encoded message as it came, without its body if the receiver keeps none.
    settled: whether the router settled it.
    """

    def __init__(self, receiver, delivery):
        self._receiver = receiver
        self.delivery = delivery
        self.tag = delivery.tag
        self.size = 0
        self.complete = False
        self.aborted = False
        self.settled = delivery.settled
        self.outcome = None
        self._pieces = []

    @property
    def data(self):
        return b"".join(self._pieces)

    @property
    def message(self):
        message = Message()
        message.decode(self.data)
        return message

    @property
    def body(self):
        return self.message.body

    def settle(self, state=ACCEPTED, **fields):
        """With condition, description, info of a rejection; failed, undeliverable, annotations."""
        def run():
            self._update(state, fields)
            self.delivery.settle()

        self._receiver.call(run)

    def update(self, state, **fields):
        """States an outcome, or RECEIVED, without settling."""
        self._receiver.call(self._update, state, fields)

    def _update(self, state, fields):
        if state is not None:
            update(self.delivery, state, **fields)

    def add(self, piece, keep):
        self.size += len(piece)
        if keep or not self._pieces:
            self._pieces.append(piece)


class Receiver(Link):
    """Keeps all that it receives.

    credit: given at once, and given anew for each complete delivery if `refill`.
    settle: the state with which it settles at once, or None: the test settles.
    keep: False for large messages: only the first piece of the content is kept.
    """

    def __init__(self, client, link, configure, credit=100, refill=True, settle=ACCEPTED,
                 keep=True):
        self.deliveries = []
        self.reading = True
        self.drains_done = 0
        self._refill = refill
        self._settle = settle
        self._keep = keep
        self._partial = None
        super().__init__(client, link, configure)
        if credit:
            link.flow(credit)

    def _remote_terminus(self):
        return self.link.remote_source

    @property
    def address(self):
        """Also of a dynamic source."""
        return self.call(lambda: self.link.remote_source.address)

    @property
    def credit(self):
        return self.call(lambda: self.link.credit)

    @property
    def complete(self):
        return [received for received in self.deliveries if received.complete]

    @property
    def count(self):
        return len(self.complete)

    @property
    def messages(self):
        return [received.message for received in self.complete]

    @property
    def bodies(self):
        return [received.body for received in self.complete]

    def wait(self, count):
        """Waits for that many complete deliveries in all, and gives them."""
        eventually(lambda: self.count >= count or self.remote_detached or self.client.lost,
                   f"{count} deliveries on link {self.name}; there are {self.count}")
        return self.complete

    def flow(self, credit):
        self.call(self.link.flow, credit)

    def drain(self, credit=0):
        """Returns at once; drains_done counts what the router has finished."""
        self.call(self.link.drain, credit)

    def pause(self):
        """Stops reading, so that the session's window fills up."""
        self.reading = False

    def resume(self):
        def run():
            self.reading = True
            if self._partial is not None:
                self._read(self._partial.delivery)
            elif self.link.current:
                self._read(self.link.current)

        self.call(run)

    def on_link_flow(self, event):
        # Proton's receiver leaves the drain mode on; further credit is to be ordinary credit.
        if event.link.drain_mode and not event.link.draining():
            self.drains_done += 1
            event.link.drain_mode = False

    def on_delivery(self, event):
        delivery = event.delivery
        received = getattr(delivery, "received", None)
        if received is not None and received.complete:
            if delivery.updated:
                received.settled = delivery.settled
                received.outcome = remote_outcome(delivery)
        elif self.reading and delivery.readable:
            self._read(delivery)

    def _read(self, delivery):
        """As many complete deliveries as Proton has: there is one event for each anyway."""
        received = self._partial
        if received is None:
            received = self._partial = delivery.received = Received(self, delivery)
            self.deliveries.append(received)
        while delivery.pending and not delivery.aborted:
            received.add(self.link.recv(delivery.pending), self._keep)
        received.settled = delivery.settled
        if delivery.aborted:
            received.aborted = True
            self._finish(received, settle=None)
            delivery.settle()
        elif not delivery.partial:
            self._finish(received, self._settle)

    def _finish(self, received, settle):
        self._partial = None
        self.link.advance()
        received.complete = not received.aborted
        if received.settled and received.complete:
            received.delivery.settle()
        elif settle is not None:
            update(received.delivery, settle)
            received.delivery.settle()
        if self._refill:
            self.link.flow(1)
