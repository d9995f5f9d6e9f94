# SPDX-License-Identifier: Apache-2.0
"""crosspointd --check: tells all that is wrong with a file, or prints what it means."""
import json
import os

from harness import RouterTest
from harness.case import PROGRAM

EVERYTHING = r"""
# Things that are easy to get wrong when they are written.
router {
    id: Check\u002eA
    workerThreads: 2
    metadata: a \u0023 b \\ \"c\"
}
listener {
    host: 127.0.0.1
    port: 0
    name: door
    link-capacity: 77
    openProperties: {
        "text": "x # y",
        rack: 12,
        "half": 0.5,
        "list": [1, {"inner": null}],
    }
}
address {
    pattern: a.*.#   this is ignored
    distribution: multicast
}
connector {
    port: 1
    saslUsername: me
    saslPassword: pass:hidden
}
log {
    module: DEFAULT
    enable: info+
}
"""


class Check(RouterTest):
    def check(self, text, *options, name="file.conf"):
        self.path = os.path.join(self.directory, name)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)
        return self.run_program("--check", "-c", self.path, *options)

    def test_what_is_printed_means_the_same(self):
        for options, name in ((), "again.conf"), (("--json",), "again.json"):
            first = self.check(EVERYTHING, "--show-secrets", "--json")
            self.assertEqual(first.returncode, 0, first.stderr)
            printed = self.check(EVERYTHING, "--show-secrets", *options).stdout
            again = self.check(printed, "--show-secrets", "--json", name=name)
            self.assertEqual((again.returncode, again.stdout), (0, first.stdout))

    def test_what_is_printed_runs(self):
        text = self.check(EVERYTHING).stdout
        path = os.path.join(self.directory, "printed.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        router = self.start_router(arguments=["-c", path])
        router.wait_log(r"Container Name: Check\.A$")
        router.wait_log(r"Operational, 2 Threads Running")
        properties = self.raw_peer(router, "door").open().properties
        self.assertEqual((properties["text"], properties["rack"], properties["half"]),
                         ("x # y", 12, 0.5))
        client = self.connect(router, "door")
        client.receiver("a/b/c")
        self.assertEqual(client.sender("a/b/c").credit, 77)

    def test_defaults_are_there_and_marked(self):
        text = self.check(EVERYTHING).stdout
        self.assertRegex(text, r"\n    maxFrameSize: 16384 +# default\n")
        self.assertRegex(text, r"\n    linkCapacity: 77\n")
        sections = dict(json.loads(self.check(EVERYTHING, "--json", "--show-secrets").stdout))
        self.assertEqual(sections["listener"]["idleTimeoutSeconds"], 16)
        self.assertIs(sections["router"]["allowResumableLinkRoute"], True)
        self.assertEqual(sections["router"]["metadata"], 'a # b \\ "c"')

    def test_passwords_are_masked(self):
        run = self.check(EVERYTHING)
        self.assertNotIn("hidden", run.stdout + run.stderr)
        self.assertIn("\n    # saslPassword: *******\n", run.stdout)
        self.assertIn("\n    saslPassword: pass:hidden\n",
                      self.check(EVERYTHING, "--show-secrets").stdout)

    def test_all_errors_are_told_in_the_order_of_the_file(self):
        run = self.check("router {\n    mode: standalon\n    wokerThreads: 1\n}\n"
                         "listner {\n}\nlistener {\n    port: 70000\n    sslProfile: x\n}\n")
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        found = run.stderr.splitlines()
        for line, number, part in zip(found, (2, 3, 5, 8, 9), (
                "did you mean 'standalone'?", "did you mean 'workerThreads'?",
                "did you mean 'listener'?", "port 70000 is out of range", "no TLS")):
            self.assertTrue(line.startswith(f"{self.path}:{number}: "), line)
            self.assertIn(part, line)
        self.assertEqual(len(found), 5)

    def test_warnings_are_no_errors(self):
        run = self.check("router {\n    helloInterval: 2\n}\n")
        self.assertEqual(run.returncode, 0)
        self.assertIn("warning: Attribute 'helloInterval' of entity 'router' has been deprecated. "
                      "Use 'helloIntervalSeconds' instead", run.stderr)
        self.assertIn("    helloIntervalSeconds: 2\n", run.stdout)

    def test_a_file_that_is_not_there(self):
        run = self.run_program("--check", "-c", "/nonexistent/file.conf")
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn(f"{PROGRAM}: Not found: Configuration file could not be opened", run.stderr)

    def test_its_options_need_it(self):
        for option in "--json", "--show-secrets":
            run = self.run_program(option)
            self.assertEqual(run.returncode, 1)
            self.assertIn("need --check", run.stderr)

    def test_the_default_configuration_is_good(self):
        shipped = os.path.join(os.path.dirname(__file__), "..", "..", "etc", "crosspoint.conf")
        run = self.run_program("--check", "-c", os.path.abspath(shipped))
        self.assertEqual((run.returncode, run.stderr), (0, ""))


if __name__ == "__main__":
    import unittest
    unittest.main()
