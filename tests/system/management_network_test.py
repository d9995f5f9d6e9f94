# SPDX-License-Identifier: Apache-2.0
"""Management of a network: any router is asked through any other."""
import json
import unittest

from proton import Message

from harness import NetworkTest
from harness.management import PREFIX, Manager
from harness.tools import run_tool


class Network(NetworkTest):
    def setUp(self):
        super().setUp()
        self.first, self.second, self.third = self.line("A", "B", "C")
        self.client = self.connect(self.first)
        self.manager = Manager(self.client)

    def tool(self, *arguments, router=None):
        done = run_tool(arguments[0], "-b", (router or self.first).url, *arguments[1:])
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def test_nodes(self):
        rows = {row["id"]: row for row in self.manager.entities("router.node")}
        self.assertEqual(sorted(rows), ["A", "B", "C"])
        own = rows["A"]
        self.assertEqual((own["nextHop"], own["index"], own["address"], own["cost"]),
                         ("(self)", 0, "amqp:/_topo/0/A", None))
        self.assertEqual((rows["B"]["nextHop"], rows["B"]["cost"]), (None, 1))
        self.assertEqual((rows["C"]["nextHop"], rows["C"]["cost"], rows["C"]["routerLink"]),
                         ("B", 2, None))
        self.assertEqual(sorted(rows["B"]["linkState"]), ["A", "C"])
        self.assertEqual(rows["C"]["identity"], "router.node/C")
        _, _, nodes = self.manager.ask("GET-MGMT-NODES")
        self.assertEqual(nodes[0], "amqp:/_topo/0/A/$management")
        self.assertEqual(len(nodes), 3)

    def test_a_distant_router_is_asked(self):
        distant = Manager(self.client, "_topo/0/C/$management")
        self.assertEqual(distant.ask("READ", name="router/C").body["id"], "C")
        made = distant.ask("CREATE", {"prefix": "x"}, type=PREFIX + "router.config.address",
                           name="far")
        self.assertEqual(made.status, 201)
        there = Manager(self.connect(self.third))
        self.assertEqual(there.ask("READ", type=PREFIX + "router.config.address",
                                   name="far").status, 200)

    def test_links_between_routers(self):
        rows = self.manager.entities(PREFIX + "router.link")
        control = [row for row in rows if row["linkType"] == "router-control"]
        data = [row for row in rows if row["linkType"] == "inter-router"]
        self.assertEqual((len(control), len(data)), (2, 20))
        self.assertEqual(sorted(row["priority"] for row in data),
                         sorted(list(range(10)) * 2))
        roles = [row["role"] for row in self.manager.entities(PREFIX + "connection")]
        self.assertEqual(sorted(roles), ["inter-router", "normal"])

    def test_a_connection_between_routers_cannot_be_deleted(self):
        row = next(row for row in self.manager.entities(PREFIX + "connection")
                   if row["role"] == "inter-router")
        answer = self.manager.ask("UPDATE", {"adminStatus": "deleted"},
                                  type=PREFIX + "connection", identity=row["identity"])
        self.assertEqual(answer.status, 403)
        self.assertEqual(answer.text, "You are not allowed to perform this operation.")

    def test_addresses_tell_who_has_them(self):
        self.connect(self.third).receiver("far")

        def known():
            row = self.manager.ask("READ", type=PREFIX + "router.address", identity="M0far").body
            return row and row.get("remoteHostRouters") == ["C"] and row["remoteCount"] == 1

        self.eventually(known, "the address")

    def test_a_new_rule_holds_in_the_whole_network(self):
        consumers = [self.connect(self.third).receiver("late/x") for _ in range(2)]
        sender = self.client.sender("late/x")
        sender.send(Message(body=1)).wait()
        there = Manager(self.connect(self.third))

        def distributions():
            rows = (manager.ask("READ", type=PREFIX + "router.address", identity="M0late/x").body
                    for manager in (self.manager, there))
            return [row["distribution"] for row in rows]

        self.assertEqual(distributions(), ["balanced", "balanced"])
        made = there.ask("CREATE", {"prefix": "late", "distribution": "multicast"},
                         type=PREFIX + "router.config.address", name="late")
        self.assertEqual(made.status, 201)
        self.eventually(lambda: distributions() == ["multicast", "multicast"], "the new rule")
        before = [consumer.count for consumer in consumers]
        sender.send(Message(body=2)).wait()
        self.assertEqual([consumer.count for consumer in consumers], [n + 1 for n in before])
        there.ask("DELETE", type=PREFIX + "router.config.address", name="late")
        self.eventually(lambda: distributions() == ["balanced", "balanced"], "the old rule")
        # Whoever comes later is told the same.
        there.ask("CREATE", {"prefix": "late", "distribution": "closest"},
                  type=PREFIX + "router.config.address", name="late")
        self.eventually(lambda: distributions() == ["closest", "closest"], "another rule")
        fourth = self.interior("D", to=[self.first])
        self.wait_for_each_other([fourth, self.third])
        late = Manager(self.connect(fourth))
        self.eventually(lambda: (late.ask("READ", type=PREFIX + "router.address",
                                          identity="M0late/x").body or {}).get("distribution")
                        == "closest", "the rule of a router that was there before")

    def test_a_rule_of_its_own_wins_over_that_of_others(self):
        self.connect(self.third).receiver("own/x")
        for router, distribution in (self.first, "closest"), (self.third, "multicast"):
            Manager(self.connect(router)).ask(
                "CREATE", {"prefix": "own", "distribution": distribution},
                type=PREFIX + "router.config.address")

        def distribution():
            row = self.manager.ask("READ", type=PREFIX + "router.address",
                                   identity="M0own/x").body
            return row.get("distribution")

        between = Manager(self.connect(self.second))
        self.eventually(lambda: (between.ask("READ", type=PREFIX + "router.address",
                                             identity="M0own/x").body or {}).get("distribution")
                        == "multicast", "the rule at the router between")
        self.assertEqual(distribution(), "closest")
        rule = next(row for row in self.manager.entities(PREFIX + "router.config.address"))
        self.manager.ask("DELETE", type=PREFIX + "router.config.address",
                         identity=rule["identity"])
        # Without one it goes by the others'.
        self.eventually(lambda: distribution() == "multicast", "the rule of the others")

    def test_the_tools_ask_one_or_all(self):
        self.assertIn("Router Id                        C",
                      self.tool("qdstat", "-g", "-r", "C"))
        self.assertEqual(self.tool("qdstat", "-g", "--all-routers").count("Router Statistics"), 3)
        self.assertRegex(self.tool("qdstat", "-n"), r"(?m)^  C +B +- *$")
        found = json.loads(self.tool("qdmanage", "-r", "B", "query", "--type", "node", "id"))
        self.assertEqual(sorted(row["id"] for row in found), ["A", "B", "C"])


class Edge(NetworkTest):
    def test_an_edge_router_is_asked_from_anywhere(self):
        first, second = self.line("A", "B")
        edge = self.edge("E", to=[first])
        for router in first, second, edge:
            client = self.connect(router)
            manager = Manager(client, "_edge/E/$management")
            self.assertEqual(manager.ask("READ", name="router/E").body["mode"], "edge")
        own = Manager(self.connect(edge))
        self.assertEqual(own.ask("GET-MGMT-NODES").body, [])
        self.assertEqual([row["role"] for row in own.entities(PREFIX + "connection")][0], "edge")
        done = run_tool("xpstat", "-b", second.url, "-g", "-d", "E")
        self.assertIn("Router Id                        E", done.stdout)
        self.assertRegex(run_tool("xpstat", "-b", first.url, "-e").stdout, r"(?m) E +edge ")


if __name__ == "__main__":
    unittest.main()
