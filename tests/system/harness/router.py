# SPDX-License-Identifier: Apache-2.0
"""One running router process."""
import os
import re
import signal as signals
import subprocess

from .waiting import TIME_LIMIT, TimeIsUp, eventually

PROGRAM = os.environ.get("CROSSPOINTD", "crosspointd")
LISTENING = re.compile(r"Listening on (\S*):(\d+)(?: \((.*)\))?$", re.MULTILINE)


class Router:
    """Knows its process, its log (what it writes to stderr) and its ports."""

    def __init__(self, directory, name, config, arguments=(), program=PROGRAM):
        self.name = name
        self.config_path = os.path.join(directory, name + ".conf")
        self.log_path = os.path.join(directory, name + ".log")
        with open(self.config_path, "w", encoding="utf-8") as file:
            file.write(config)
        with open(self.log_path, "wb") as file:
            # pylint: disable-next=consider-using-with
            self.process = subprocess.Popen([program, "-c", self.config_path, *arguments],
                                            cwd=directory, stdin=subprocess.DEVNULL, stdout=file,
                                            stderr=subprocess.STDOUT)
        self.ended_by_test = False
        self.is_frozen = False

    @property
    def pid(self):
        return self.process.pid

    @property
    def log(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def wait_log(self, pattern):
        """Waits for a log line that matches; gives the match."""
        compiled = re.compile(pattern, re.MULTILINE)

        def found_or_dead():
            dead = self.process.poll() is not None
            return compiled.search(self.log) or dead

        try:
            found = eventually(found_or_dead, f"/{pattern}/ in the log of router {self.name}")
        except TimeIsUp as problem:
            raise TimeIsUp(f"{problem}\n{self.log}") from None
        if found is True:
            raise AssertionError(f"router {self.name} ended with {self.process.returncode} "
                                 f"before it logged /{pattern}/:\n{self.log}")
        return found

    def port(self, name=None):
        """Of the listener with that name; without, of the one for clients.

        Listeners are opened by several threads, so that their order in the log means nothing.
        """
        ports = {shown: int(port) for _, port, shown in LISTENING.findall(self.log)}
        if name is None:
            name = next((usual for usual in ("clients", "") if usual in ports),
                        next(iter(ports), None))
        if name in ports:
            return ports[name]
        raise KeyError(f"router {self.name} has no listener {name}:\n{self.log}")

    @property
    def url(self):
        return f"amqp://127.0.0.1:{self.port()}"

    def signal(self, number):
        self.process.send_signal(number)
        if number in (signals.SIGSTOP, signals.SIGCONT):
            self.is_frozen = number == signals.SIGSTOP

    def wait(self):
        """Waits for the end of the process; gives its exit status, -n if signal n killed it."""
        self.ended_by_test = True
        try:
            return self.process.wait(TIME_LIMIT)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signals.SIGABRT)
            self.process.wait()
            raise TimeIsUp(f"router {self.name} does not end") from None

    def stop(self, signal=signals.SIGTERM):
        self.signal(signal)
        return self.wait()

    def kill(self):
        """As a crash would: peers see their connections break."""
        return self.stop(signals.SIGKILL)

    def rss_kib(self):
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            return int(re.search(r"^VmRSS:\s+(\d+) kB", file.read(), re.MULTILINE)[1])

    def cpu_seconds(self):
        """User and system time of all threads so far."""
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
