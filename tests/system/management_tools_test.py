# SPDX-License-Identifier: Apache-2.0
"""The command line tools and a real router."""
import json
import os
import unittest

from proton import Message

from harness import RouterTest, address, listener
from harness.tools import run_tool


class ToolsTest(RouterTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(address(prefix="all", distribution="multicast"),
                                        listener(name="clients"))

    def tool(self, name, *arguments, **options):
        done = run_tool(name, "-b", self.router.url, *arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def failing(self, name, *arguments):
        done = run_tool(name, "-b", self.router.url, *arguments)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        return done.stdout


class Xpstat(ToolsTest):
    def test_every_report(self):
        for option, expected in (
                ("-g", "Router Statistics"), ("-c", "Connections"), ("-l", "Router Links"),
                ("-n", "Router is Standalone"), ("-e", "A\n"), ("-a", "Router Addresses"),
                ("-m", "qdr_address_t"), ("-p", "Policy Configuration"),
                ("--autolinks", "No AutoLinks found"), ("--linkroutes", "No Link Routes found"),
                ("--vhosts", "No Vhosts"), ("--vhostgroups", "No Vhosts"),
                ("--vhoststats", "No Vhost Stats"), ("--log", "SERVER (notice)"),
                ("--all-entities", "Policy Status")):
            self.assertIn(expected, self.tool("xpstat", option), option)

    def test_all_entities_have_their_headings(self):
        text = self.tool("qdstat", "--all-entities")
        self.assertEqual([text.count(word) for word in ("AutoLinks", "Link Routes")], [2, 3])

    def test_watching(self):
        text = self.tool("xpstat", "-a", "--watch", "0.1", "--watch-count", "2")
        self.assertEqual(text.count("Router Addresses"), 2)

    def test_a_receiver_without_credit_is_explained(self):
        client = self.connect(self.router)
        client.receiver("slow", credit=0)
        sender = client.sender("slow")
        sender.send(Message(body=1))
        self.eventually(lambda: "slow" in self.tool("xpstat", "-a"), "the address")
        text = self.tool("xpstat", "--explain", "slow")
        self.assertTrue(text.startswith("slow: "), text)
        self.assertIn("credit", text)

    def test_an_address_without_receivers_is_explained(self):
        self.connect(self.router).sender("lonely")
        self.assertIn("onsumer", self.tool("xpstat", "--explain", "lonely"))

    def test_what_is_not_there_cannot_be_explained(self):
        self.assertTrue(self.failing("xpstat", "--explain", "unheard/of").startswith("NotFound"))


class Xpmanage(ToolsTest):
    def manage(self, *arguments, **options):
        text = self.tool("xpmanage", *arguments, **options)
        return json.loads(text) if text else None

    def test_a_listener_from_birth_to_death(self):
        made = self.manage("create", "--type=listener", "name=extra", "host=127.0.0.1", "port=0",
                           "authenticatePeer=no")
        self.assertEqual(made["name"], "extra")
        self.router.wait_log(r"Listening on 127\.0\.0\.1:\d+ \(extra\)")
        self.connect(self.router, "extra").close()
        self.assertEqual(self.manage("read", "--name", "extra")["host"], "127.0.0.1")
        self.assertIsNone(self.manage("delete", "--name", "extra"))
        self.assertIn("NotFoundStatus: No entity with name=extra",
                      self.failing("xpmanage", "read", "--name", "extra"))

    def test_log_levels(self):
        changed = self.manage("update", "--type=log", "--name=log/ROUTER_CORE", "enable=trace+")
        self.assertEqual(changed["enable"], "trace+")
        self.assertTrue(self.failing("xpmanage", "update", "--name=log/AGENT", "enable=loud")
                        .startswith("InternalServerErrorStatus: CError: Configuration: 'loud'"))

    def test_many_at_once(self):
        rules = [{"type": "address", "prefix": f"p{number}"} for number in range(20)]
        made = self.manage("create", "--stdin", text_in=json.dumps(rules))
        self.assertEqual([rule["prefix"] for rule in made], [f"p{n}" for n in range(20)])
        self.assertEqual(len(self.manage("query", "--type=address", "prefix")), 21)

    def test_the_log(self):
        entries = self.manage("get-log", "limit=5")
        self.assertEqual((len(entries), len(entries[0])), (5, 6))
        for source in {entry[3] for entry in entries}:
            self.assertRegex(source, r"\Arouter(_core)?/")  # no path of where it was built

    def test_the_model(self):
        self.assertEqual(len(self.manage("get-types")), 29)
        self.assertIn("entityTypes", self.manage("get-schema"))

    def test_the_configuration_brings_up_the_same_router(self):
        self.manage("create", "--type=address", "name=late", "pattern=a/*", "priority=2")
        self.manage("create", "--type=connector", "name=out", "host=127.0.0.1", "port=1")
        self.manage("update", "--type=log", "--name=log/SERVER", "enable=debug+")
        for form in "native", "json":
            text = self.tool("xpmanage", "get-configuration", f"format={form}")
            path = os.path.join(self.directory, f"again.{form}")
            with open(path, "w", encoding="utf-8") as file:
                # Both routers cannot have the port.
                file.write(text.replace(f"{self.router.port()}", "0"))
            checked = self.run_program("--check", "-c", path)
            self.assertEqual(checked.returncode, 0, checked.stderr)
            for expected in "late", "a/*", "out", "debug+", "multicast":
                self.assertIn(expected, checked.stdout)
        other = self.start_router(text_of_sections(
            self.tool("xpmanage", "get-configuration")), name="again")
        rows = json.loads(run_tool("xpmanage", "-b", other.url, "query", "--type=address").stdout)
        self.assertEqual([row.get("pattern") or row["prefix"] for row in rows], ["all", "a/*"])


def text_of_sections(text):
    """Without the router section, which the test writes itself."""
    start = text.index("router {")
    return text[:start] + text[text.index("}", start) + 1:]


if __name__ == "__main__":
    unittest.main()
