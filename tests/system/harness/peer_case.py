# SPDX-License-Identifier: Apache-2.0
"""The base of tests that need to control every frame that a router sees."""
from .case import RouterTest
from .peer import Peers


class PeerTest(RouterTest):
    def setUp(self):
        super().setUp()
        self.peers = Peers()

    def start_router(self, *sections, **options):
        router = super().start_router(*sections, **options)
        self.addCleanup(self.peers.close)  # in front of the router's end
        return router

    def peer(self, router, listener=None, **options):
        return self.peers.connect(router.port(listener), **options)

    def until(self, condition, what="what the test waits for"):
        self.peers.until(condition, what)

    def settle_down(self, *peers):
        self.peers.settle_down(*peers)
