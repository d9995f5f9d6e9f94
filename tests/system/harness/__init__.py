# SPDX-License-Identifier: Apache-2.0
"""What system tests are written with: start routers, talk to them, wait for what must come.

A test reads like this:

    class Balanced(RouterTest):
        def test_a_message_arrives(self):
            router = self.start_router(address(prefix="work", distribution="balanced"))
            client = self.connect(router)
            receiver = client.receiver("work/a")
            sent = client.sender("work/a").send(Message(body="x"))
            self.assertEqual(sent.wait().state, ACCEPTED)
            self.eventually(lambda: receiver.bodies == ["x"], "the message")
"""
from .case import RouterTest
from .client import Client, ConnectionLost
from .config import Section, address, connector, listener, log, router
from .links import LinkRefused
from .network import NetworkTest, wait_for_route
from .outcome import ACCEPTED, MODIFIED, RECEIVED, REJECTED, RELEASED, Outcome
from .raw_peer import Frame, RawPeer
from .reactor import Reactor
from .router import Router
from .server import Server
from .waiting import TIME_FACTOR, TIME_LIMIT, TimeIsUp, eventually

__all__ = [
    "ACCEPTED", "Client", "ConnectionLost", "Frame", "LinkRefused", "MODIFIED",
    "NetworkTest", "Outcome",
    "RECEIVED", "REJECTED", "RELEASED", "RawPeer", "Reactor", "Router", "RouterTest", "Section",
    "Server", "TIME_FACTOR", "TIME_LIMIT", "TimeIsUp", "address", "connector", "eventually",
    "listener", "log", "router", "wait_for_route",
]
