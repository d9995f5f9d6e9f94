# SPDX-License-Identifier: Apache-2.0
"""Management of a network: any router is asked through any other."""
import json
import unittest

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
