# SPDX-License-Identifier: Apache-2.0
"""Starts a router, of whatever make, for a measurement."""
import os
import shlex
import socket
import subprocess
import time

CONFIGURATION = """
router {{
    mode: standalone
    id: {name}
    workerThreads: {workers}
}}
listener {{
    host: 127.0.0.1
    port: {port}
    authenticatePeer: no
    saslMechanisms: ANONYMOUS
}}
address {{
    prefix: multicast
    distribution: multicast
}}
"""

START_SECONDS = 15
STOP_SECONDS = 5


class NotStarted(Exception):
    """The text says which router, and the end of what it wrote."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class MeasuredRouter:
    """A router in a process of its own, listening once the constructor returns."""

    def __init__(self, name, command, workers, folder):
        self.name = name
        self.port = free_port()
        configuration = os.path.join(folder, f"{name}.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(name=name, workers=workers, port=self.port))
        self._log_path = os.path.join(folder, f"{name}.log")
        words = [word.replace("{conf}", configuration) for word in shlex.split(command)]
        with open(self._log_path, "w", encoding="utf-8") as log:
            try:
                self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log,
                                                 stderr=log)
            except OSError as problem:
                raise NotStarted(f"{name}: {problem}") from problem
        try:
            self._wait_until_listening()
        except NotStarted:
            self.stop()
            raise

    @property
    def pid(self):
        return self._process.pid

    def load_arguments(self):
        """What the load generator has to know to load and to watch this router."""
        return ["--port", str(self.port), "--pid", str(self._process.pid)]

    def stop(self):
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _wait_until_listening(self):
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        with open(self._log_path, encoding="utf-8", errors="replace") as log:
            raise NotStarted(f"{self.name} does not listen on port {self.port}:\n"
                             + log.read()[-2000:])
