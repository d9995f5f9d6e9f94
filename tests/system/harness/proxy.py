# SPDX-License-Identifier: Apache-2.0
"""A cable between two routers that a test can cut."""
import selectors
import socket
import threading

PIECE = 1 << 16


class Proxy:
    """Passes on what comes for a listener of a router. Stands in for that router where another
    one is to connect to it.

    It copies with blocking writes on one thread, which is enough for routers that read.
    """

    def __init__(self, router, listener="routers"):
        self.name = router.name
        self.target = router.port(listener)
        self._lock = threading.Lock()
        self._pairs = {}
        self._silent = False
        self._refusing = False
        self._ended = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._wake_end, self._wake = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="proxy", daemon=True)
        self._thread.start()

    def port(self, _listener=None):
        return self._listener.getsockname()[1]

    @property
    def connections(self):
        with self._lock:
            return len(self._pairs) // 2

    @property
    def is_cut(self):
        """What is sent does not arrive."""
        with self._lock:
            return self._silent or self._refusing

    def cut(self):
        """Closes what is open, and hangs up on whoever tries again, until `mend`."""
        self._change(refusing=True, drop=True)

    def drop(self):
        """Closes what is open; who tries again gets through."""
        self._change(drop=True)

    def silence(self):
        """Connections stay open, and nothing more gets through, until `mend`."""
        self._change(silent=True)

    def mend(self):
        self._change(silent=False, refusing=False)

    def close(self):
        self._ended = True
        self._change(drop=True)
        self._thread.join()
        for end in (self._listener, self._wake, self._wake_end):
            end.close()

    def _change(self, silent=None, refusing=None, drop=False):
        with self._lock:
            self._silent = self._silent if silent is None else silent
            self._refusing = self._refusing if refusing is None else refusing
            if drop:
                for end in self._pairs:
                    _hang_up(end)
        self._wake.send(b"x")

    def _run(self):
        while not self._ended:
            with self._lock:
                ends = [] if self._silent else list(self._pairs)
            with selectors.DefaultSelector() as selector:
                for end in (self._listener, self._wake_end, *ends):
                    selector.register(end, selectors.EVENT_READ)
                ready = [key.fileobj for key, _ in selector.select()]
            for end in ready:
                self._handle(end)
        for end in self._pairs:
            end.close()

    def _handle(self, end):
        if end is self._wake_end:
            end.recv(PIECE)
        elif end is self._listener:
            self._accept()
        elif end in self._pairs:
            self._copy(end)

    def _accept(self):
        incoming, _ = self._listener.accept()
        try:
            if self._refusing:
                raise OSError("cut")
            outgoing = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            incoming.close()
            return
        with self._lock:
            self._pairs[incoming] = outgoing
            self._pairs[outgoing] = incoming

    def _copy(self, end):
        other = self._pairs[end]
        try:
            data = end.recv(PIECE)
            if data:
                other.sendall(data)
                return
        except OSError:
            pass
        with self._lock:
            del self._pairs[end], self._pairs[other]
        end.close()
        other.close()


def _hang_up(end):
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
