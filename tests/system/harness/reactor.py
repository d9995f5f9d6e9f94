# SPDX-License-Identifier: Apache-2.0
"""A thread that runs a Proton container for the test thread.

Proton objects may only be touched on that thread; `call` runs a function there and gives its
result. What handlers leave in plain attributes may be read from anywhere.
"""
import os
import queue
import threading

from proton import Handler
from proton.reactor import ApplicationEvent, Container, EventInjector

from .waiting import TIME_LIMIT


class Reactor(Handler):
    def __init__(self):
        super().__init__()
        self.container = Container(self)
        self.failure = None
        self._injector = EventInjector()
        self._thread = threading.Thread(target=self._run, name="proton", daemon=True)
        self._started = threading.Event()
        self._connections = []
        self._acceptors = []
        self._thread.start()
        self._started.wait(TIME_LIMIT)

    def _run(self):
        try:
            self.container.run()
        except Exception as problem:  # pylint: disable=broad-except
            self.failure = problem
            self._started.set()

    def on_reactor_init(self, event):
        event.reactor.selectable(self._injector)
        self._started.set()

    @staticmethod
    def on_call(event):
        event.subject()

    def call(self, function, *arguments):
        """Runs it on the thread of the container; gives its result or raises its exception."""
        if threading.current_thread() is self._thread:
            return function(*arguments)
        answers = queue.Queue()

        def run():
            try:
                answers.put((function(*arguments), None))
            except Exception as problem:  # pylint: disable=broad-except
                answers.put((None, problem))

        self._check()
        self._injector.trigger(ApplicationEvent("call", subject=run))
        try:
            result, problem = answers.get(timeout=TIME_LIMIT)
        except queue.Empty:
            self._check()
            raise
        if problem is not None:
            raise problem
        return result

    def adopt(self, connection):
        """Closes it at the end; on the thread of the container."""
        self._connections.append(connection)

    def connect(self, url, handler, **options):
        def run():
            connection = self.container.connect(url, handler=handler, reconnect=False, **options)
            self.adopt(connection)
            return connection

        return self.call(run)

    def listen(self, handler, tls=None):
        """Accepts connections at a port of 127.0.0.1 that the kernel chooses; gives the port.

        `tls`: an SSLDomain for them.
        """
        def run():
            acceptor = self.container.acceptor("127.0.0.1", 0, handler)
            if tls:
                acceptor.set_ssl_domain(tls)
            self._acceptors.append(acceptor)
            return acceptor._selectable.getsockname()[1]  # pylint: disable=protected-access

        return self.call(run)

    def _check(self):
        if self.failure is not None:
            raise AssertionError(f"a handler of the test failed: {self.failure!r}"
                                 ) from self.failure

    def stop(self):
        """Closes all that is open; the thread ends when the routers have answered."""
        if self._thread.is_alive():
            self.call(self._end)
            self._thread.join(TIME_LIMIT)
        for descriptor in self._injector.pipe:
            os.close(descriptor)
        self._check()

    def _end(self):
        for acceptor in self._acceptors:
            acceptor.close()
        for connection in self._connections:
            connection.close()
        self._injector.close()
