# SPDX-License-Identifier: Apache-2.0
"""What a router says of its configuration brings up a router that says the same of itself."""
import json
import os
import random
import unittest

from harness import RouterTest
from harness.tools import run_tool

SEEDS = 6
# Whatever has a meaning in one of the two formats.
PIECES = ["a", "Z9", " ", "#", '"', "\\", "{", "}", ":", ",", "\t", "\n", "\u00e9", "\U0001f407",
          "[", "]", "yes", "null", "1e3", "-_", "\\u0041", "\x7f", "%%06lu"]


class Maker:
    """Random sections, each of which the router takes."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self._numbers = iter(range(1, 1000))

    def chance(self):
        return self._random.random() < 0.5

    def text(self):
        return "".join(self._random.choices(PIECES, k=self._random.randint(1, 6)))

    def some(self, **attributes):
        return {name: value for name, value in attributes.items() if self.chance()}

    def one_of(self, *values):
        return self._random.choice(values)

    def number(self, *limits):
        return self._random.randint(*limits)

    def value(self, depth=3):
        kinds = [None, True, self.number(-2 ** 40, 2 ** 40), self.number(1, 99) / 8, self.text()]
        if depth:
            kinds += [[self.value(depth - 1) for _ in range(self.number(0, 3))],
                      {f"k{self.text()}": self.value(depth - 1)
                       for _ in range(self.number(0, 3))}]
        return self.one_of(*kinds)

    def properties(self):
        return {key.encode("ascii", "replace").decode(): self.value()
                for key in (f"p{self.text()}" for _ in range(3))}

    def router(self):
        return {"id": f"R{next(self._numbers)}", **self.some(
            workerThreads=self.number(1, 4), metadata=self.text(), timestampsInUTC=self.chance(),
            defaultDistribution=self.one_of("multicast", "closest", "balanced"),
            helloIntervalSeconds=self.number(1, 9), allowResumableLinkRoute=self.chance())}

    def _connection(self):
        return self.some(
            cost=self.number(1, 9), maxFrameSize=self.number(0, 10 ** 6),
            maxSessions=self.number(0, 40000), maxSessionFrames=self.number(0, 100),
            idleTimeoutSeconds=self.number(0, 99), linkCapacity=self.number(0, 999),
            stripAnnotations=self.one_of("in", "out", "both", "no"),
            messageLoggingComponents=self.one_of("none", "all", "to,subject"),
            openProperties=self.properties(), saslMechanisms="ANONYMOUS",
            role=self.one_of("normal", "route-container"))

    def listener(self):
        return {"host": "127.0.0.1", "port": "0", "name": f"{self.text()}{next(self._numbers)}",
                **self._connection(), **self.some(
                    initialHandshakeTimeoutSeconds=self.number(0, 9), multiTenant=self.chance(),
                    authenticatePeer=self.chance(), socketAddressFamily="IPv4",
                    failoverUrls="a:1, amqps://b , [::1]:77")}

    def connector(self):
        return {"host": "127.0.0.1", "port": self.one_of("1", "7"),
                "name": f"{self.text()}{next(self._numbers)}", **self._connection(),
                **self.some(saslUsername=self.text(), verifyHostname=self.chance(),
                            saslPassword="env:HOME", protocolFamily="IPv4")}

    def address(self):
        # No blanks and wildcards, which have a meaning there, nor anything that ends a word.
        word = f"w{next(self._numbers)}" + self.one_of("", "{x}", "#1", '"q"', "\u00e9", "\\", ":")
        return {self.one_of("prefix", "pattern"): f"{word}/b", **self.some(
            distribution=self.one_of("multicast", "closest", "balanced"),
            priority=self.number(0, 9), name=f"{self.text()}{next(self._numbers)}"),
            **self.one_of({}, {"waypoint": True}, {"enableFallback": True},
                          {"ingressPhase": 2, "egressPhase": 3})}

    def log(self, module):
        return {"module": module, **self.some(
            enable=self.one_of("info+", "warn+", "debug, error+", "none", "default"),
            includeTimestamp=self.chance(), includeSource=self.chance(), outputFile="stderr")}


def file_of(sections):
    return json.dumps([[name, attributes] for name, attributes in sections], indent=1)


class RoundTrip(RouterTest):
    def run_file(self, text, name):
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        router = self.start_router(name=name.replace(".", "-"), arguments=["-c", path])
        checked = self.run_program("--check", "-c", path, "--json", "--show-secrets")
        self.assertEqual(checked.returncode, 0, checked.stderr)
        return router, json.loads(checked.stdout)

    def manage(self, router, *arguments, text_in=None):
        done = run_tool("xpmanage", "-b", f"127.0.0.1:{router.port('for tools')}", *arguments,
                        text_in=text_in)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def configuration(self, router, form):
        return self.manage(router, "get-configuration", f"format={form}")

    def check_round_trip(self, router):
        """In both formats."""
        told = json.loads(self.configuration(router, "json"))
        native = self.configuration(router, "native")
        router.stop()
        for text, name in (json.dumps(told), "again.json"), (native, "again.conf"):
            again, loaded = self.run_file(text, name)
            self.assertEqual(json.loads(self.configuration(again, "json")), told)
            # That the router itself and --check agree on what the file means.
            self.assertEqual([section for section in loaded if section[0] != "log"],
                             [section for section in told if section[0] != "log"])
            again.stop()

    def test_a_name_like_those_that_the_router_gives_is_kept(self):
        router, _ = self.run_file(file_of([
            ("router", {"id": "R"}),
            ("listener", {"host": "127.0.0.1", "port": "0", "name": "for tools"}),
            ("address", {"prefix": "a", "name": "address/mine"}),
            ("address", {"prefix": "b"})]), "named.json")
        told = json.loads(self.configuration(router, "json"))
        self.assertEqual([section.get("name") for kind, section in told if kind == "address"],
                         ["address/mine", None])
        self.check_round_trip(router)

    def sections(self, maker):
        made = [("router", maker.router()),
                ("listener", {"host": "127.0.0.1", "port": "0", "name": "for tools"})]
        made += [("log", maker.log(module)) for module in ("DEFAULT", "AGENT", "MESSAGE")
                 if maker.chance()]
        for kind in "listener", "connector", "address":
            made += [(kind, getattr(maker, kind)()) for _ in range(maker.number(0, 3))]
        # The log tells the tests where the router listens.
        made.append(("log", {"module": "SERVER", "enable": "info+", "outputFile": "stderr",
                             "includeTimestamp": True, "includeSource": False}))
        return made

    def test_random_files(self):
        for seed in range(SEEDS):
            with self.subTest(seed=seed):
                made = self.sections(Maker(seed))
                router, _ = self.run_file(file_of(made), "first.json")
                self.check_round_trip(router)

    def test_random_changes_while_it_runs(self):
        for seed in range(100, 100 + SEEDS // 2):
            with self.subTest(seed=seed):
                maker = Maker(seed)
                made = self.sections(maker)
                router, _ = self.run_file(file_of(made), "first.json")
                late = [{"type": kind, **getattr(maker, kind)()}
                        for kind in ("listener", "connector", "address") for _ in range(3)]
                self.manage(router, "create", "--stdin", text_in=json.dumps(late))
                for attributes in late[::2]:
                    if attributes.get("name"):
                        self.manage(router, "delete", "--type", attributes["type"],
                                    f"--name={attributes['name']}")
                self.manage(router, "update", "--stdin", text_in=json.dumps(
                    {"type": "log", "name": "log/ROUTER", **maker.log("ROUTER")}))
                self.check_round_trip(router)


if __name__ == "__main__":
    unittest.main()
