# SPDX-License-Identifier: Apache-2.0
"""An AMQP container that routers connect to: a broker of a few lines."""
from proton import Condition, Handler

from .client import Client
from .waiting import eventually


class Accepted(Client):
    """A connection that a router made. It is a Client: it can attach links to the router."""

    def __init__(self, server, connection):  # pylint: disable=super-init-not-called
        Handler.__init__(self)
        self._start(server.reactor)
        self._server = server
        self.connection = connection
        self.container = None
        self.hostname = None
        self.properties = None
        self.mechanism = None
        connection.handler = self
        server.reactor.adopt(connection)

    def on_connection_remote_open(self, event):
        connection = event.connection
        self.container = connection.remote_container
        self.hostname = connection.remote_hostname
        self.properties = connection.remote_properties
        self.mechanism = connection.transport.sasl().mech
        connection.container = "server"
        connection.properties = self._server.properties
        connection.open()
        if self._server.refusal:
            connection.condition = Condition(self._server.refusal, "the test says so")
            connection.close()
        super().on_connection_remote_open(event)

    def on_session_remote_open(self, event):
        event.session.open()


class Server(Handler):
    """connections: all that came so far.

    refusal: a condition with which it closes connections at once. deaf: it hangs up unheard.
    """

    def __init__(self, reactor, properties=None, refusal=None):
        super().__init__()
        self.reactor = reactor
        self.properties = properties
        self.refusal = refusal
        self.deaf = False
        self.connections = []
        self.port = reactor.listen(self)

    def on_connection_bound(self, event):
        if self.deaf:
            event.transport.close_tail()
            event.transport.close_head()
            return
        self.connections.append(Accepted(self, event.connection))

    def wait(self, count):
        """Waits for that many open connections in all, and gives the last of them."""
        def opened():
            return [connection for connection in self.connections if connection.remote_open]

        eventually(lambda: len(opened()) >= count, f"{count} connections")
        return opened()[count - 1]
