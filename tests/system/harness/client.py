# SPDX-License-Identifier: Apache-2.0
"""An AMQP connection to a router, used from the test thread."""
import itertools

from proton import Endpoint, Handler, Link as ProtonLink, Terminus

from .links import Sender
from .receiving import Receiver
from .waiting import eventually

_names = itertools.count(1)


class ConnectionLost(AssertionError):
    """The connection was refused, closed by the router, or broken; see `condition`."""

    def __init__(self, condition):
        super().__init__(f"connection lost: {condition}")
        self.condition = condition


class Client(Handler):
    """remote_condition: the error of the router's Close. transport_condition: of the transport."""

    def __init__(self, reactor, url, **options):
        super().__init__()
        self._start(reactor)
        self.connection = reactor.connect(url, self, **options)

    def _start(self, reactor):
        self.reactor = reactor
        self.remote_open = False
        self.remote_closed = False
        self.lost = False
        self.remote_condition = None
        self.transport_condition = None
        self._session = None

    def wait_open(self):
        eventually(lambda: self.remote_open or self.lost, "the router's Open")
        if self.lost:
            raise ConnectionLost(self.remote_condition or self.transport_condition)
        return self

    def wait_lost(self):
        """Gives the router's error, or that of the transport."""
        eventually(lambda: self.lost, "the end of the connection")
        return self.remote_condition or self.transport_condition

    def close(self):
        """And waits for the router's answer."""
        self.reactor.call(self.connection.close)
        eventually(lambda: self.remote_closed or self.lost, "the router's Close")

    def break_off(self):
        """As if the client had crashed: no Close."""
        def run():
            self.connection.transport.close_tail()
            self.connection.transport.close_head()

        self.reactor.call(run)

    def session(self, **options):
        """A session of its own for links, see `sender`; options are attributes of Session."""
        def run():
            session = self.connection.session()
            for name, value in options.items():
                setattr(session, name, value)
            session.open()
            return session

        return self.reactor.call(run)

    def sender(self, address=None, name=None, session=None, configure=None, wait=True,
               presettled=None, **options):
        """To an address, or to the anonymous terminus. Options: see Sender.

        configure: gets the Proton link before it is opened. wait=False: the test expects a
        refusal. presettled: the sender settle mode settled (True) or unsettled (False).
        """
        def make(link):
            if presettled is not None:
                link.snd_settle_mode = (ProtonLink.SND_SETTLED if presettled
                                        else ProtonLink.SND_UNSETTLED)
            link.target.type = Terminus.TARGET
            link.target.address = address
            return Sender(self, link, configure, **options)

        return self._attach("sender", name, session, make, wait)

    def receiver(self, address=None, name=None, session=None, configure=None, wait=True,
                 dynamic=False, **options):
        """From an address, or from a dynamic one. Options: see Receiver; others: see `sender`."""
        def make(link):
            link.source.type = Terminus.SOURCE
            link.source.address = address
            link.source.dynamic = dynamic
            return Receiver(self, link, configure, **options)

        return self._attach("receiver", name, session, make, wait)

    def _attach(self, kind, name, session, make, wait):
        def run():
            return make(getattr(session or self._default_session(), kind)(
                name or f"{kind}-{next(_names)}"))

        link = self.reactor.call(run)
        return link.wait_attached() if wait else link

    def _default_session(self):
        if self._session is None:
            self._session = self.connection.session()
            self._session.open()
        return self._session

    def on_connection_remote_open(self, _):
        self.remote_open = True

    def on_connection_remote_close(self, event):
        self.remote_condition = event.connection.remote_condition
        self.remote_closed = True
        event.connection.close()

    def on_session_remote_close(self, event):
        if event.session.state & Endpoint.LOCAL_ACTIVE:
            event.session.close()

    def on_transport_error(self, event):
        self.transport_condition = event.transport.condition

    def on_transport_closed(self, _):
        self.lost = True
