# SPDX-License-Identifier: Apache-2.0
"""The links of a Peer."""
from collections import namedtuple

from proton import Data, Delivery, Endpoint, Link, Message, Terminus, symbol

Condition = namedtuple("Condition", "name description")

OUTCOMES = {Delivery.ACCEPTED: "accepted", Delivery.REJECTED: "rejected",
            Delivery.RELEASED: "released", Delivery.MODIFIED: "modified",
            Delivery.RECEIVED: "received", 0: None}


class PeerLink:
    def __init__(self, peer, link):
        self.peer = peer
        self._link = link
        self.name = link.name
        self.remote_end = None  # "closed" or "detached", once the router has said so
        link.peer_link = self   # where the peer finds it again

    @property
    def link(self):
        return self._link

    @property
    def remote_open(self):
        return not self._link.state & Endpoint.REMOTE_UNINIT

    @property
    def remote_closed(self):
        """Also if the router has detached the link without closing it."""
        return self.remote_end is not None

    def on_remote_end(self, closed):
        self.remote_end = "closed" if closed else "detached"

    @property
    def credit(self):
        return self._link.credit

    @property
    def error(self):
        """Why the router closed the link."""
        condition = self._link.remote_condition
        return Condition(condition.name, condition.description) if condition else None

    def wait_refused(self):
        self.wait_end()
        return self.error

    def close(self):
        """Goes out with the next turn; see close_and_wait()."""
        self._link.close()

    def detach(self):
        """As close(), but in the words of a peer that may come back."""
        self._link.detach()

    def wait_end(self):
        self.peer.until(lambda: self.remote_closed, f"the detach of {self.name}")
        return self.remote_end

    def close_and_wait(self):
        self.close()
        return self.wait_end()


class Sent:
    """What a sender knows of a message that it has sent."""

    def __init__(self, delivery):
        self.delivery = delivery

    @property
    def settled(self):
        return self.delivery.settled

    @property
    def outcome(self):
        return OUTCOMES.get(self.delivery.remote_state, self.delivery.remote_state)

    @property
    def condition(self):
        condition = self.delivery.remote.condition
        return Condition(condition.name, condition.description) if condition else None

    def settle(self):
        self.delivery.settle()


class SendingLink(PeerLink):
    """Messages are sent as the bytes given, or as Proton encodes them."""

    def __init__(self, peer, address=None, *, name=None, session=None, dynamic=False,
                 coordinator=False, capabilities=(), snd_settle_mode=None, rcv_settle_mode=None):
        name = name or peer.name_for(self)
        link = (session or peer.session).sender(name)
        super().__init__(peer, link)
        link.source.address = name
        link.target.type = Terminus.COORDINATOR if coordinator else Terminus.TARGET
        link.target.address = address
        link.target.dynamic = dynamic
        put_capabilities(link.target, capabilities)
        set_modes(link, snd_settle_mode, rcv_settle_mode)
        self._tags = 0
        link.open()

    @property
    def address(self):
        """Of the target that the router has given."""
        return self._link.remote_target.address

    def wait_credit(self, at_least=1):
        self.peer.until(lambda: self.credit >= at_least,
                         lambda: f"credit {at_least} on {self.name}, it has {self.credit}")
        return self

    def begin(self):
        """A delivery whose content follows with `write`, and ends with `end` or `abort`."""
        self._tags += 1
        return Sent(self._link.delivery(f"{self._tags:08}"))

    def write(self, content):
        self._link.send(content)

    def end(self):
        self._link.advance()

    def send(self, message=None, *, settled=False, wait_credit=True, **fields):
        """Sends `message`: bytes, a Message, or one made of the fields. None if it is settled."""
        if wait_credit:
            self.wait_credit()
        if message is None:
            message = Message(**fields)
        sent = self.begin()
        self.write(message.encode() if isinstance(message, Message) else message)
        if settled:
            sent.settle()
            return None  # Proton cannot drain a link as long as somebody holds what was settled
        self.end()
        return sent

    def outcome_of(self, sent):
        """Waits until a message is settled, and says how."""
        self.peer.until(lambda: sent.settled, f"the settlement of a message on {self.name}")
        return sent.outcome

    def on_delivery(self, delivery):
        """What a test needs is read from the delivery when the test asks."""


class Received:
    """A message, or what has come of it. `content` is as it was on the wire."""

    def __init__(self, delivery):
        self.delivery = delivery
        self.content = bytearray()
        self.complete = False
        self.aborted = False
        self.came_settled = False

    @property
    def message(self):
        message = Message()
        message.decode(bytes(self.content))
        return message

    @property
    def body(self):
        return self.message.body

    def update(self, state, settle=True):
        self.delivery.update(state)
        if settle:
            self.delivery.settle()

    def accept(self):
        self.update(Delivery.ACCEPTED)


class ReceivingLink(PeerLink):
    """`credit` is granted once; `window` is granted again and again, as messages come."""

    def __init__(self, peer, address=None, *, name=None, session=None, dynamic=False, credit=0,
                 window=0, accept=False, capabilities=(), snd_settle_mode=None,
                 rcv_settle_mode=None, max_message_size=0):
        link = (session or peer.session).receiver(name or peer.name_for(self))
        super().__init__(peer, link)
        link.source.address = address
        link.source.dynamic = dynamic
        put_capabilities(link.source, capabilities)
        link.target.address = link.name
        set_modes(link, snd_settle_mode, rcv_settle_mode)
        if max_message_size:
            link.max_message_size = max_message_size
        self._window = window
        self._accept = accept
        self.received = []  # complete or aborted, in order
        self.arriving = None
        link.open()
        if credit or window:
            link.flow(credit + window)

    @property
    def address(self):
        """Of the source that the router has given."""
        return self._link.remote_source.address

    @property
    def count(self):
        return len(self.received)

    @property
    def bodies(self):
        return [received.body for received in self.received]

    @property
    def bytes_so_far(self):
        return len(self.arriving.content) if self.arriving else 0

    def grant(self, credit):
        self._link.flow(credit)

    def drain(self, credit=0):
        self._link.drain(credit)

    @property
    def draining(self):
        """The router has not yet used or given back all credit."""
        return self._link.draining()

    def wait(self, count):
        self.peer.until(lambda: self.count >= count,
                         lambda: f"{count} messages on {self.name}, it has {self.count}")
        return self.received

    def take(self):
        """Waits for the next message, and removes it."""
        self.wait(1)
        return self.received.pop(0)

    def on_delivery(self, delivery):
        while self._link.current:
            if not self._read_current(self._link.current):
                return

    def _read_current(self, delivery):
        if self.arriving is None:
            self.arriving = Received(delivery)
        arriving = self.arriving
        if not delivery.aborted:
            if delivery.pending:
                arriving.content += self._link.recv(delivery.pending)
            if delivery.partial:
                return False
        arriving.aborted = delivery.aborted
        arriving.complete = not delivery.aborted
        arriving.came_settled = delivery.settled
        self.arriving = None
        self._link.advance()
        if arriving.aborted:
            delivery.settle()
        elif self._accept:
            arriving.accept()
        if self._window:
            self._link.flow(1)
        self.received.append(arriving)
        return True


def put_capabilities(terminus, capabilities):
    if capabilities:
        terminus.capabilities.put_array(False, Data.SYMBOL)
        terminus.capabilities.enter()
        for capability in capabilities:
            terminus.capabilities.put_symbol(symbol(capability))
        terminus.capabilities.exit()


def set_modes(link, snd_settle_mode, rcv_settle_mode):
    names = {"unsettled": Link.SND_UNSETTLED, "settled": Link.SND_SETTLED, "mixed": Link.SND_MIXED,
             "first": Link.RCV_FIRST, "second": Link.RCV_SECOND}
    if snd_settle_mode:
        link.snd_settle_mode = names[snd_settle_mode]
    if rcv_settle_mode:
        link.rcv_settle_mode = names[rcv_settle_mode]
