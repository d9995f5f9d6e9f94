# SPDX-License-Identifier: Apache-2.0
"""The base of all system tests: starts things, and ends them in the right order."""
import shutil
import subprocess
import tempfile
import unittest

from . import config
from .client import Client
from .raw_peer import RawPeer
from .reactor import Reactor
from .router import PROGRAM, Router
from .server import Server
from .waiting import TIME_LIMIT, eventually

LOG_LINES_SHOWN = 200


class RouterTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="crosspoint-test-")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        self._reactor = None

    def start_router(self, *sections, name="A", workers=None, arguments=(), wait=True):
        """Gives a router that is operational; `wait=False`: a process that has just started.

        The test fails if the router ends by itself, or not with status 0 when the test is over.
        """
        router = Router(self.directory, name, config.file_text(sections, name, workers), arguments)
        self.addCleanup(self._end_router, router)
        if wait:
            router.wait_log(r"SERVER \(notice\) Operational, ")
        return router

    def run_program(self, *arguments, **options):
        """Runs the daemon to its end: for command lines and configurations that it must refuse."""
        return subprocess.run([PROGRAM, *arguments], cwd=self.directory, timeout=TIME_LIMIT,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              check=False, **options)

    @property
    def reactor(self):
        """The thread that all clients of this test share."""
        if self._reactor is None:
            self._reactor = Reactor()
            self.addCleanup(self._reactor.stop)
        return self._reactor

    def connect(self, router, listener=None, **options):
        """A Client; the options are those of proton.reactor.Container.connect."""
        url = f"amqp://127.0.0.1:{router.port(listener)}"
        return Client(self.reactor, url, **options).wait_open()

    def raw_peer(self, router, listener=None):
        peer = RawPeer("127.0.0.1", router.port(listener))
        self.addCleanup(peer.close)
        return peer

    def server(self, **options):
        """For a router's connectors to connect to."""
        return Server(self.reactor, **options)

    def eventually(self, predicate, what):
        return eventually(predicate, what)

    def _end_router(self, router):
        running = router.process.poll() is None
        try:
            status = router.stop() if running else router.process.returncode
        finally:
            # The runner shows what a test printed only if the test failed.
            lines = router.log.splitlines()[-LOG_LINES_SHOWN:]
            print(f"--- log of router {router.name}", *lines, sep="\n")
        if running or not router.ended_by_test:
            self.assertEqual(status, 0, f"exit status of router {router.name}")
