# SPDX-License-Identifier: Apache-2.0
"""AMQP peers under the full control of a test: when bytes go out, when they are read, how it ends.

Proton's engine without its event loop. All peers of a test are moved forward together, by
`Peers.until`, in the thread of the test, and what a test does between two calls leaves each peer in
one piece; so a test decides what a router sees at once. A peer can stop reading, and can be killed.
"""
import select
import socket
import time

from proton import Collector, Connection, Endpoint, Event, Transport

from .peer_links import ReceivingLink, SendingLink
from .waiting import TIME_LIMIT, TimeIsUp


def text(what):
    return what() if callable(what) else what


class Peers:
    """All peers of one test."""

    def __init__(self):
        self._peers = []

    def connect(self, port, **options):
        peer = Peer(self, port, **options)
        self._peers.append(peer)
        self.until(lambda: peer.is_open, f"a connection to port {port}")
        return peer

    def until(self, condition, what="what the test waits for"):
        """Moves all peers until the condition holds."""
        deadline = time.monotonic() + TIME_LIMIT
        while not condition():
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeIsUp(f"not within {TIME_LIMIT} s: {text(what)}")
            self._turn(min(left, 1))

    def show_life(self):
        """For a test that waits for something else: nobody gives the peers up as dead."""
        self._turn(0)

    def settle_down(self, *peers):
        """Until all that these peers have caused has reached them, if it is for them.

        Answers come in the order of the questions, and what one peer causes for another is under
        way to it before the answer is.
        """
        for peer in peers + peers:
            peer.ask()

    def close(self):
        for peer in self._peers:
            peer.drop()
        self._peers.clear()

    def _turn(self, seconds):
        for peer in self._peers:
            peer.work()
            peer.transport.tick(time.time())  # an idle peer has to show that it lives
        readers = [peer for peer in self._peers if peer.wants_to_read]
        writers = [peer for peer in self._peers if peer.wants_to_write]
        if not readers and not writers:
            time.sleep(min(seconds, 0.001))
            return
        readable, writable, _ = select.select(readers, writers, [], seconds)
        for peer in readable:
            peer.read()
        for peer in writable:
            peer.write()
        for peer in self._peers:
            peer.work()


class Peer:
    """One connection. `reading` may be set to False to let the router's bytes pile up."""

    def __init__(self, peers, port, container="peer", host="127.0.0.1", max_frame=16384,
                 session_window=None):
        self._peers = peers
        self._socket = socket.create_connection((host, port))
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._collector = Collector()
        self.connection = Connection()
        self.connection.collect(self._collector)
        self.connection.container = container
        self.transport = Transport()
        self.transport.max_frame_size = max_frame
        self.transport.sasl().allowed_mechs("ANONYMOUS")
        self.transport.bind(self.connection)
        self.connection.open()
        self._session_window = session_window
        self._session = None
        self._names = 0
        self.reading = True
        self.bytes_written = 0
        self.ended = False  # the router's side of the connection is gone

    # --- what a test does -------------------------------------------------------------------------

    def new_session(self):
        session = self.connection.session()
        if self._session_window:
            session.incoming_capacity = self._session_window
        session.open()
        return session

    @property
    def session(self):
        if self._session is None:
            self._session = self.new_session()
        return self._session

    def sender(self, address=None, wait=True, **options):
        return self._attached(SendingLink(self, address, **options), wait)

    def receiver(self, address=None, wait=True, **options):
        return self._attached(ReceivingLink(self, address, **options), wait)

    def until(self, condition, what="what the test waits for"):
        """Fails at once if the connection ends in the meantime."""
        self._peers.until(lambda: condition() or self.ended, what)
        if not condition():
            why = self.connection.remote_condition or self.transport.condition
            raise AssertionError(f"the connection ended, before {text(what)}: {why}")

    def ask(self):
        """A question to the router that it has to answer after everything before."""
        question = self.receiver(dynamic=True)
        question.close()
        self.until(lambda: question.remote_closed, "the answer of a router")

    def flush(self):
        """Until everything has been written to the socket."""
        self.until(lambda: not self.wants_to_write, "room in a socket")

    def end_session(self, session=None):
        session = session or self.session
        session.close()
        self.until(lambda: session.state & Endpoint.REMOTE_CLOSED, "the end of a session")
        if session is self._session:
            self._session = None

    def close(self):
        self.connection.close()
        self.until(lambda: self.ended, "the end of a connection")
        self.drop()

    def kill(self):
        """Ends without a word, as a process that was killed."""
        self.drop()

    # --- for Peers and links ---------------------------------------------------------------------

    def name_for(self, link):
        self._names += 1
        return f"{type(link).__name__}-{self._names}"

    def _attached(self, link, wait):
        if wait:
            self.until(lambda: link.remote_open, f"the attach of {link.name}")
        return link

    @property
    def is_open(self):
        return bool(self.connection.state & Endpoint.REMOTE_ACTIVE)

    def fileno(self):
        return self._socket.fileno()

    @property
    def wants_to_read(self):
        return self._socket is not None and self.reading and self.transport.capacity() > 0

    @property
    def wants_to_write(self):
        return self._socket is not None and self.transport.pending() > 0

    def read(self):
        try:
            data = self._socket.recv(min(self.transport.capacity(), 1 << 20))
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.transport.push(data)
        else:
            self.transport.close_tail()

    def write(self):
        try:
            sent = self._socket.send(self.transport.peek(self.transport.pending()))
            self.transport.pop(sent)
            self.bytes_written += sent
        except BlockingIOError:
            return
        except OSError:
            self.transport.close_head()

    def work(self):
        """Handles what Proton has made of the bytes that were read."""
        while True:
            event = self._collector.peek()
            if event is None:
                return
            kind = event.type
            if kind == Event.DELIVERY:
                event.delivery.link.peer_link.on_delivery(event.delivery)
            elif kind in (Event.LINK_REMOTE_CLOSE, Event.LINK_REMOTE_DETACH):
                event.link.peer_link.on_remote_end(closed=kind == Event.LINK_REMOTE_CLOSE)
            elif kind == Event.CONNECTION_REMOTE_CLOSE:
                self.connection.close()
            elif kind == Event.TRANSPORT_CLOSED:
                self.ended = True
            self._collector.pop()

    def drop(self):
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self.ended = True
