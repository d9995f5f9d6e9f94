# SPDX-License-Identifier: Apache-2.0
"""Every report of xpstat, to the letter, from a management node with known contents."""
import os
import pty
import re
import signal
import subprocess
import unittest

from harness import RouterTest
from harness.management_node import ManagementNode
from harness.tools import DIRECTORY, run_tool

ROUTER = {"id": "EA1", "version": "1.2", "mode": "interior", "workerThreads": 4, "area": "0",
          "uptimeSeconds": 93784, "memoryUsage": 318 << 20, "linkCount": 5, "nodeCount": 2,
          "addrCount": 12345, "connectionCount": 1, "linkRouteCount": 0, "autoLinkCount": 0,
          "acceptedDeliveries": 7}
CONNECTIONS = [
    {"identity": "3", "host": "127.0.0.1:40000", "container": "c", "role": "normal",
     "dir": "in", "isEncrypted": False, "isAuthenticated": False, "tenant": "t/",
     "lastDlvSeconds": None, "uptimeSeconds": 61},
    {"identity": "4", "host": "h", "container": "e", "role": "edge", "dir": "out",
     "isEncrypted": True, "sslProto": "TLSv1.3", "sslCipher": "AES", "isAuthenticated": True,
     "sasl": "EXTERNAL", "user": "CN=x", "lastDlvSeconds": 5, "uptimeSeconds": 62,
     "active": True}]
LINK = {"linkType": "endpoint", "linkDir": "in", "connectionId": "3", "identity": "8",
        "owningAddr": "M0news", "capacity": 250, "undeliveredCount": 0, "unsettledCount": 1,
        "deliveryCount": 12345, "presettledCount": 0, "droppedPresettledCount": 0,
        "acceptedCount": 2, "rejectedCount": 0, "releasedCount": 0, "modifiedCount": 0,
        "deliveriesDelayed1Sec": 2, "deliveriesDelayed10Sec": 1, "deliveriesStuck": 0,
        "creditAvailable": 249, "zeroCreditSeconds": 3723, "adminStatus": "enabled",
        "operStatus": "up", "linkName": "my link", "priority": 4, "settleRate": 9}
ADDRESSES = [
    {"key": "M1zebra", "distribution": "balanced", "priority": -1, "inProcess": 0,
     "subscriberCount": 2, "containerCount": 9, "remoteCount": 1, "deliveriesIngress": 1234567,
     "deliveriesEgress": 0, "deliveriesTransit": 0, "deliveriesRedirectedToFallback": 0,
     "deliveriesToContainer": 3, "deliveriesFromContainer": 4},
    {"key": "Capple", "distribution": "linkBalanced", "priority": 4, "subscriberCount": 0,
     "containerCount": 1, "remoteCount": 0, "deliveriesIngress": 0}]


class XpstatTest(RouterTest):
    def node(self, **entities):
        return ManagementNode(self.reactor, {"router": [ROUTER], **{
            name.replace("_", "."): rows for name, rows in entities.items()}})

    def run_report(self, node, *arguments, **options):
        return run_tool("xpstat", "-b", node.url, *arguments, **options)

    def report(self, node, *arguments):
        """The lines behind the heading, which has to be as it always is."""
        done = self.run_report(node, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        heading = re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} UTC\nEA1\n\n", done.stdout)
        self.assertIsNotNone(heading, done.stdout)
        return done.stdout[heading.end():].splitlines()

    def without_heading(self, node, *arguments):
        done = self.run_report(node, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout.splitlines()


class RouterReports(XpstatTest):
    def test_general(self):
        lines = self.report(self.node())
        self.assertEqual(lines[:3], ["Router Statistics", "  attr" + " " * 29 + "value",
                                     "  " + "=" * 47])
        self.assertIn("  Router Id                        EA1", lines)
        self.assertIn("  Uptime                           001:02:03:04", lines)
        self.assertIn("  VmSize                           318 MiB", lines)
        self.assertIn("  Accepted Count                   7", lines)
        self.assertEqual([line[2:35].strip() for line in lines[3:]], [
            "Version", "Mode", "Router Id", "Worker Threads", "Uptime", "VmSize", "Area",
            "Link Routes", "Auto Links", "Links", "Nodes", "Addresses", "Connections",
            "Presettled Count", "Dropped Presettled Count", "Accepted Count", "Rejected Count",
            "Released Count", "Modified Count", "Deliveries Delayed > 1sec",
            "Deliveries Delayed > 10sec", "Deliveries Stuck > 10sec", "Deliveries to Fallback",
            "Links Blocked", "Ingress Count", "Egress Count", "Transit Count",
            "Deliveries from Route Container", "Deliveries to Route Container"])

    def test_unknown_memory_is_not_shown(self):
        node = ManagementNode(self.reactor, {"router": [{**ROUTER, "memoryUsage": None}]})
        self.assertNotIn("VmSize", "\n".join(self.report(node, "-g")))

    def test_memory(self):
        pool = {"identity": "allocator/b_t", "typeSize": 1024, "transferBatchSize": 64,
                "localFreeListMax": 128, "totalAllocFromHeap": 2048, "heldByThreads": 64,
                "batchesRebalancedToThreads": 1000, "batchesRebalancedToGlobal": 0}
        node = self.node(allocator=[pool, {**pool, "identity": "allocator/a_t"}])
        self.assertEqual(self.report(node, "-m"), [
            "Memory Pools",
            "  type  size   batch  thread-max  total  in-threads  rebal-in  rebal-out",
            "  " + "=" * 72,
            "  a_t   1,024     64         128  2,048          64     1,000          0",
            "  b_t   1,024     64         128  2,048          64     1,000          0",
            "", "Memory Summary", "  VmSize   Pooled", "  " + "=" * 19, "  318 MiB  4.00 MiB"])
        self.assertEqual(self.report(self.node(), "-m"), ["No memory statistics available"])

    def test_policy(self):
        node = self.node(policy=[{"maxConnections": 65535, "enableVhostPolicy": False,
                                  "defaultVhost": "$default", "totalDenials": 3}])
        lines = self.report(node, "-p")
        self.assertEqual(lines[0], "Policy Configuration")
        self.assertIn("  Maximum Concurrent Connections  65535", lines)
        self.assertIn("  Enable Vhost Policy             False", lines)
        self.assertIn("  Policy Directory                (nil)", lines)
        self.assertEqual(lines[9:11], ["", "Policy Status"])
        self.assertIn("  Total Denials                3", lines)

    def test_log(self):
        node = self.node()
        node.answers["GET-LOG"] = (200, "OK", [["POLICY", "trace", "some\ntext", "f.cpp", 1,
                                                1794982084]])
        self.assertEqual(self.without_heading(node, "--log", "--limit", "7"),
                         ["Wed Nov 18 06:08:04 2026 POLICY (trace) some\\ntext"])
        self.assertEqual(node.requests[-1].properties["limit"], 7)


class TrafficReports(XpstatTest):
    def test_connections(self):
        self.assertEqual(self.report(self.node(connection=CONNECTIONS), "-c"), [
            "Connections",
            "  id  host             container  role    proto  dir  security      authentication"
            "  tenant  last dlv      uptime",
            "  " + "=" * 118,
            "   3  127.0.0.1:40000  c          normal         in   no-security   no-auth       "
            "  t                  -  000:00:01:01",
            "   4  h                e          edge           out  TLSv1.3(AES)  CN=x(x.509)   "
            "          000:00:00:05  000:00:01:02"])

    def test_links(self):
        node = self.node(router_link=[LINK])
        lines = self.report(node, "-l")
        self.assertEqual(lines[0], "Router Links")
        self.assertEqual(lines[1].replace("conn id", "conn").split(), [
            "type", "dir", "conn", "id", "peer", "class", "addr", "phs", "cap", "pri", "undel",
            "unsett", "deliv", "presett", "psdrop", "acc", "rej", "rel", "mod", "delay", "rate",
            "stuck", "cred", "blkd"])
        self.assertEqual(lines[3].split(), [
            "endpoint", "in", "3", "8", "mobile", "news", "0", "250", "4", "0", "1", "12345", "0",
            "0", "2", "0", "0", "0", "3", "9", "0", "249", "01:02:03"])
        verbose = self.report(node, "-lv")
        self.assertTrue(verbose[1].endswith("admin    oper  name"), verbose[1])
        self.assertTrue(verbose[3].endswith("enabled  up    my link"), verbose[3])
        self.assertIn("settleRate", node.requests[-1].body["attributeNames"])

    def test_addresses(self):
        node = self.node(router_address=ADDRESSES)
        self.assertEqual(self.report(node, "-a"), [
            "Router Addresses",
            "  class    addr   phs  distrib       pri  local  remote  in         out  thru"
            "  fallback",
            "  " + "=" * 87,
            "  link-in  apple       linkBalanced    4      1       0          0" + " " * 21,
            "  mobile   zebra  1    balanced        -      2       1  1,234,567    0     0"
            "         0"])
        self.assertEqual(self.report(node, "-a", "-v")[1].split(), [
            "class", "addr", "phs", "distrib", "pri", "in-proc", "local", "remote", "in", "out",
            "thru", "fallback", "to-proc", "from-proc"])

    def test_a_limit_is_for_the_query(self):
        node = self.node(router_address=ADDRESSES)
        lines = self.report(node, "-a", "--limit", "1")
        self.assertEqual((len(lines), lines[3].split()[1]), (4, "zebra"))
        self.assertEqual(node.requests[-1].properties["count"], 1)

    def test_comma_separated_values(self):
        lines = self.report(self.node(router_address=ADDRESSES), "-a", "--csv")
        self.assertEqual(lines[2], '"link-in","apple",,"linkBalanced","4","1","0","0",,,')

    def test_many_rows_come_in_pages(self):
        links = [{**LINK, "identity": str(number)} for number in range(1200)]
        node = self.node(router_link=links)
        lines = self.report(node, "-l", "--csv")
        self.assertEqual(len(lines), 1202)
        self.assertEqual([request.properties.get("offset") for request in node.requests
                          if "router.link" in request.properties["entityType"]], [0, 500, 1000])
        self.assertEqual(len(self.report(node, "-l", "--csv", "--limit", "700")), 702)

    def test_the_first_rows_are_shown_before_the_last_ones_are_asked_for(self):
        node = self.node(router_link=[{**LINK, "identity": str(number)} for number in range(2000)])

        def query(request):
            late = request.properties["offset"] >= 1500
            return (500, "enough", {}) if late else (200, "OK", node.query(request))

        node.answers["QUERY"] = query
        done = self.run_report(node, "-l")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count("\n  endpoint  "), 1500)
        self.assertTrue(done.stdout.endswith("\nInternalServerErrorStatus: enough\n"))


class NetworkReports(XpstatTest):
    def test_nodes(self):
        nodes = [{"id": "Z", "nextHop": "EA1", "lastTopoChange": 1794982084, "cost": 2,
                  "protocolVersion": 1, "linkState": ["A", "B"], "validOrigins": []},
                 {"id": "EA1", "nextHop": None, "routerLink": 7, "cost": 0}]
        node = self.node(router_node=nodes)
        self.assertEqual(self.report(node, "-n"), [
            "Routers in the Network", "Last Topology Change: Wednesday Nov 18 06:08:04 2026 GMT",
            "  router-id  next-hop  link", "  " + "=" * 27, "  EA1        -            7",
            "  Z          EA1          -"])
        verbose = self.report(node, "-nv")
        self.assertTrue(verbose[2].endswith("link  ver  cost  neighbors   valid-origins"))
        self.assertTrue(verbose[5].endswith("   -    1     2  ['A', 'B']  []"), verbose[5])
        self.assertEqual(self.report(self.node(), "-n"),
                         ["Router is Standalone - No Router List"])

    def test_edge(self):
        lines = self.report(self.node(connection=CONNECTIONS), "-e")
        self.assertEqual(lines[1].split(), ["id", "host", "container", "role", "dir", "security",
                                            "authentication", "tenant", "active"])
        self.assertEqual((len(lines), lines[3].split()[-1]), (4, "yes"))
        self.assertEqual(self.report(self.node(), "-e"), ["No Edge Router Connections"])
        self.assertEqual(self.report(self.node(connection=CONNECTIONS[:1]), "-e"), [])

    def test_auto_links_and_link_routes(self):
        node = self.node()
        self.assertEqual(self.report(node, "--autolinks"), ["AutoLinks", "No AutoLinks found"])
        self.assertEqual(self.report(node, "--linkroutes"),
                         ["Link Routes", "No Link Routes found"])
        node = self.node(router_config_autoLink=[
            {"address": "q", "direction": "in", "phase": 1, "linkRef": "9",
             "operStatus": "active"}],
            router_config_linkRoute=[
                {"pattern": "b.#", "direction": "in", "distribution": "linkBalanced",
                 "operStatus": "active", "addExternalPrefix": "x."},
                {"prefix": "a", "direction": "out", "distribution": "linkBalanced",
                 "operStatus": "inactive"}])
        self.assertEqual(self.report(node, "--autolinks")[1:], [
            "  addr  dir  phs  extAddr  link  status  lastErr", "  " + "=" * 48,
            "  q     in     1              9  active  "])
        self.assertEqual(self.report(node, "--linkroutes")[1:], [
            "  address  dir  distrib       status    add-ext-prefix", "  " + "=" * 54,
            "  a        out  linkBalanced  inactive  ",
            "  b.#      in   linkBalanced  active    x."])

    def test_all_routers(self):
        node = self.node(router_node=[])
        node.answers["GET-MGMT-NODES"] = (200, "OK", ["amqp:/_topo/0/EA1/$management",
                                                      "amqp:/_topo/0/B/$management"])
        lines = self.without_heading(node, "-n", "--all-routers")
        self.assertTrue(lines[0].endswith(" UTC"))
        body = ["", "Router is Standalone - No Router List", ""]
        self.assertEqual(lines[1:], ["Router  EA1", *body, "Router  B", *body])
        self.assertEqual(node.requests[-1].address, "_topo/0/B/$management")
        node.answers["GET-MGMT-NODES"] = (200, "OK", [])
        self.assertEqual(self.report(node, "-n", "--all-routers"), [body[1]])

    def test_a_router_that_is_gone_does_not_hide_the_others(self):
        node = self.node(router_node=[])
        node.answers["GET-MGMT-NODES"] = (200, "OK", [
            f"amqp:/_topo/0/{name}/$management" for name in ("EA1", "GONE", "C")])

        def query(request):
            gone = "GONE" in request.address
            return (404, "nobody there", {}) if gone else (200, "OK", node.query(request))

        node.answers["QUERY"] = query
        done = self.run_report(node, "-n", "--all-routers")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        body = ["", "Router is Standalone - No Router List", ""]
        self.assertEqual(done.stdout.splitlines()[1:], [
            "Router  EA1", *body, "Router  GONE", "", "NotFoundStatus: nobody there", "",
            "Router  C", *body])

    def test_all_entities(self):
        node = self.node(connection=CONNECTIONS, policy=[{"maxConnections": 1}])
        text = "\n".join(self.report(node, "--all-entities"))
        self.assertEqual([text.count(word) for word in ("Connections", "AutoLinks",
                                                        "Link Routes")], [6, 2, 3])


class VhostReports(XpstatTest):
    def setUp(self):
        super().setUp()
        self.vhosts = self.node(
            vhost=[{"hostname": "h", "maxConnections": 10, "allowUnknownUser": True,
                    "groups": {"$default": {"users": "a, b", "maxFrameSize": 512}}},
                   {"hostname": "bare"}],
            vhostStats=[{"hostname": "h", "connectionsApproved": 2,
                         "perUserState": {"anna": ["127.0.0.1:1"]}}])
        self.vhosts.answers["GET-SCHEMA"] = (200, "OK", {"entityTypes": {
            "vhostUserGroupSettings": {"attributes": {
                "allowDynamicSource": {"type": "boolean"}, "maxSessions": {"default": 9}}}}})

    def test_vhosts(self):
        lines = self.without_heading(self.vhosts, "--vhosts")
        self.assertEqual(lines[0], "Vhosts")
        self.assertEqual(lines[3].split(), ["h", "10", "None", "True", "1"])
        self.assertEqual(lines[4].split(), ["bare", "None", "0"])

    def test_groups(self):
        lines = self.without_heading(self.vhosts, "--vhostgroups")
        row = dict(zip(lines[1].split(), lines[3].split()))
        self.assertEqual([row[name] for name in ("maxFrameSize", "maxSessions", "maxSenders",
                                                 "allowDynamicSource")],
                         ["512", "9", "(nil)", "False"])
        self.assertEqual(lines[4:6], ["", "Vhost 'h' UserGroup '$default'"])
        self.assertIn("  users          a, b", lines)

    def test_statistics(self):
        lines = self.without_heading(self.vhosts, "--vhoststats")
        self.assertEqual((lines[0], lines[3].split()), ("Vhost Stats", ["h", "2"]))
        self.assertEqual(lines[4:], ["", "Vhost User Stats", "  vhost  user  remote hosts",
                                     "  " + "=" * 30, "  h      anna  ['127.0.0.1:1']"])

    def test_none(self):
        for option, text in {"--vhosts": "No Vhosts", "--vhostgroups": "No Vhosts",
                             "--vhoststats": "No Vhost Stats"}.items():
            self.assertEqual(self.without_heading(self.node(), option), [text])


class Watching(XpstatTest):
    def test_rates(self):
        node = self.node(router_address=[dict(row) for row in ADDRESSES])
        seen = []

        def query(request):
            """One more delivery for each look."""
            seen.append(request)
            node.entities["router.address"][1]["deliveriesIngress"] += 1
            return 200, "OK", node.query(request)

        node.answers["QUERY"] = query
        done = self.run_report(node, "-a", "--watch", "0.05", "--watch-count", "2")
        self.assertEqual(done.returncode, 0, done.stdout)
        first, second = done.stdout.split("Router Addresses\n")[1:]
        self.assertEqual(first.splitlines()[0].split()[:3], ["in/s", "out/s", "thru/s"])
        self.assertEqual(first.splitlines()[2].split()[:3], ["-", "-", "-"])
        self.assertNotIn(second.splitlines()[2].split()[0], ("-", "0"))
        self.assertNotIn("\x1b", done.stdout)

    def test_the_busiest_come_first(self):
        node = self.node(router_link=[{**LINK, "identity": name} for name in ("7", "8", "9")])

        def query(request):
            for number, link in enumerate(node.entities["router.link"]):
                link["deliveryCount"] += (5, 900, 70)[number]
            return 200, "OK", node.query(request)

        node.answers["QUERY"] = query
        lines = self.report(node, "-l", "--top", "--limit", "2")
        self.assertEqual([line.split()[5] for line in lines[3:]], ["8", "9"])

    def test_ctrl_c_ends_it_well(self):
        # Written to a terminal, which is drawn anew each time.
        node = self.node()
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        with subprocess.Popen([os.path.join(DIRECTORY, "xpstat"), "-b", node.url, "--watch",
                               "0.01"], stdout=slave, stderr=slave,
                              env={**os.environ, "TERM": "xterm"}) as tool:
            os.close(slave)
            shown = b""
            while shown.count(b"\x1b[H") < 3:
                shown += os.read(master, 65536)
            tool.send_signal(signal.SIGINT)
            while True:
                try:
                    shown += os.read(master, 65536)
                except OSError:
                    break
            self.assertEqual(tool.wait(), 0, shown)
        self.assertIn(b"\x1b[1mRouter Statistics\x1b[0m", shown)
        self.assertNotIn(b"Traceback", shown)


class Failures(XpstatTest):
    def test_a_router_that_does_not_answer_leaves_one_line(self):
        node = self.node()
        node.silent = True
        done = self.run_report(node, "-t", "0.5")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertRegex(done.stdout, rf"\ATimeout: Connection amqp://{node.url} timed out: .*\n\Z")


class Explaining(XpstatTest):
    def test_the_router_gives_reasons(self):
        node = self.node()
        node.answers["EXPLAIN"] = (200, "OK", {"subject": "news", "summary": "no receivers",
                                               "reasons": ["one", "two"]})
        self.assertEqual(self.without_heading(node, "--explain", "news"),
                         ["news: no receivers", "  - one", "  - two"])
        self.assertEqual(node.requests[-1].properties["name"], "news")

    def test_a_router_that_cannot(self):
        done = self.run_report(self.node(), "--explain", "news")
        self.assertEqual((done.returncode, done.stdout), (
            1, "NotImplementedStatus: Operation 'EXPLAIN' not implemented\n"))


if __name__ == "__main__":
    unittest.main()
