# SPDX-License-Identifier: Apache-2.0
"""Rules for addresses that come and go while the router runs."""
import unittest

from proton import Message

from harness import ACCEPTED, RouterTest, address
from harness.management import PREFIX, Manager

RULE = PREFIX + "router.config.address"
ADDRESS = PREFIX + "router.address"


class Rules(RouterTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(address(prefix="filed", distribution="closest"),
                                        address(name="named", pattern="a/*/b"))
        self.manager = Manager(self.connect(self.router))

    def create(self, name=None, **body):
        return self.manager.ask("CREATE", body, type=RULE, name=name)

    def delete(self, **selectors):
        return self.manager.ask("DELETE", type=RULE, **selectors)

    def distribution(self, key):
        return self.manager.ask("READ", type=ADDRESS, identity=key).body["distribution"]

    def test_those_of_the_file_are_there(self):
        rows = self.manager.entities(RULE)
        self.assertEqual([(row["name"], row["prefix"], row["pattern"], row["distribution"])
                          for row in rows],
                         [("address/0", "filed", None, "closest"),
                          ("named", None, "a/*/b", "balanced")])

    def test_one_is_made_read_and_deleted(self):
        made = self.create("new", prefix="/news/", distribution="multicast", priority=7)
        self.assertEqual((made.status, made.text), (201, "Created"))
        self.assertEqual((made.body["name"], made.body["prefix"], made.body["pattern"],
                          made.body["distribution"], made.body["priority"],
                          made.body["waypoint"]),
                         ("new", "news", None, "multicast", 7, False))
        read = self.manager.ask("READ", type=RULE, identity=made.body["identity"])
        self.assertEqual(read.body, made.body)
        self.assertEqual(self.delete(name="new").status, 204)
        self.assertEqual(self.delete(name="new").status, 404)
        self.assertEqual(self.manager.ask("READ", type=RULE, name="new").status, 404)

    def test_it_holds_for_addresses_in_use(self):
        client = self.connect(self.router)
        receivers = [client.receiver("late/x") for _ in range(2)]
        sender = client.sender("late/x")
        self.assertEqual(sender.send(Message(body=1)).wait().state, ACCEPTED)
        self.create("late", prefix="late", distribution="multicast")
        self.assertEqual(self.distribution("M0late/x"), "multicast")
        before = [receiver.count for receiver in receivers]
        self.assertEqual(sum(before), 1)
        self.assertEqual(sender.send(Message(body=2)).wait().state, ACCEPTED)
        self.assertEqual([receiver.count for receiver in receivers], [n + 1 for n in before])
        self.delete(name="late")
        self.assertEqual(self.distribution("M0late/x"), "balanced")

    def test_what_is_refused(self):
        for body, text in (
                ({}, "Either a 'prefix' or 'pattern' attribute must be provided"),
                ({"prefix": "a", "pattern": "b"},
                 "Cannot specify both a 'prefix' and a 'pattern' attribute"),
                ({"prefix": ""}, "Prefix must be a non-empty string type"),
                ({"pattern": "./"}, "Pattern invalid - no tokens"),
                ({"prefix": "x", "egressPhase": 12, "ingressPhase": 0},
                 "Phase values must be between 0 and 9"),
                ({"prefix": "filed"}, "Already exists")):
            answer = self.create(**body)
            self.assertEqual((answer.status, answer.text, answer.body), (400, text, None), body)
        self.assertEqual(self.create("named", prefix="x").text,
                         "Name conflicts with an existing entity")
        self.assertEqual(self.manager.ask("CREATE", [1], type=RULE).text,
                         "Body of request must be a map")
        self.assertEqual(len(self.manager.entities(RULE)), 2)

    def test_rules_and_links_are_numbered_together(self):
        self.assertEqual([row["identity"] for row in self.manager.entities(RULE)], ["1", "2"])
        last = max(int(row["identity"])
                   for row in self.manager.entities(PREFIX + "router.link"))
        self.assertEqual(last, 4)  # two of this client
        self.assertEqual(self.create("a", prefix="x").body["identity"], "5")
        self.connect(self.router).receiver("y", name="next")
        identities = {row["linkName"]: row["identity"]
                      for row in self.manager.entities(PREFIX + "router.link")}
        self.assertEqual(identities["next"], "6")
        self.router.wait_log(r"\[L6\] Link attached: ")
        nameless = self.create(prefix="z").body
        self.assertEqual((nameless["identity"], nameless["name"]), ("7", None))

    def test_what_comes_later_is_refused(self):
        for name in "linkRoute", "autoLink", "exchange", "binding":
            answer = self.manager.ask("CREATE", {"prefix": "x"},
                                      type=PREFIX + "router.config." + name)
            self.assertEqual(answer.status, 501)
            self.assertIn("not supported by this version", answer.text)
            self.assertEqual(self.manager.entities(PREFIX + "router.config." + name), [])
        answer = self.manager.ask("CREATE", {"pattern": "x", "direction": "in"},
                                  type=PREFIX + "router.connection.linkRoute")
        self.assertEqual(answer.status, 501)
        self.assertIn("has no link routing", answer.text)


if __name__ == "__main__":
    unittest.main()
