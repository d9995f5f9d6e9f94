# SPDX-License-Identifier: Apache-2.0
"""The management node: requests and replies, the rules for entities with names and types."""
from proton import Message, int32

from harness import ACCEPTED, RouterTest, eventually, listener
from harness.management import PREFIX, Manager

LISTENER = {"host": "127.0.0.1", "port": "0", "saslMechanisms": "ANONYMOUS"}


class ManagementTest(RouterTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(listener(name="clients"))
        self.client = self.connect(self.router)
        self.manager = Manager(self.client)

    def refused(self, status, text, operation=None, body=None, **properties):
        """The request is refused with that status, and a description that begins so."""
        answer = self.manager.ask(operation, body, **properties)
        self.assertEqual(answer.status, status, answer.text)
        self.assertEqual(answer.text[:len(text)], text)
        self.assertEqual(answer.body, {})

    def connect_to(self, name):
        """By a listener that was created; which port it has chosen stands in the log."""
        self.router.wait_log(rf"Listening on .* \({name}\)$")
        return self.connect(self.router, name)

    def good(self, status, operation, body=None, **properties):
        answer = self.manager.ask(operation, body, **properties)
        self.assertEqual(answer.status, status, answer.text)
        return answer.body


class Messages(ManagementTest):
    def test_the_reply_is_for_the_request(self):
        for body in {}, {"attributeNames": []}:
            number = self.manager.send("QUERY", body, entityType="log")
            reply = self.manager.message(number)
            self.assertEqual(set(reply.properties), {"statusCode", "statusDescription"})
            self.assertEqual(reply.properties["statusCode"], 200)
            self.assertIs(type(reply.properties["statusCode"]), int32)
            self.assertEqual(reply.properties["statusDescription"], "OK")
            self.assertEqual(reply.address, self.manager.replies.address)
            self.assertFalse(reply.durable)
        self.assertTrue(all(received.settled for received in self.manager.replies.complete))

    def test_requests_are_accepted_before_they_are_answered(self):
        sender = self.client.sender("$management")
        sent = sender.send(Message(body={}, properties={"operation": "QUERY"}))
        self.assertEqual(sent.wait().state, ACCEPTED)  # though nobody wants a reply

    def test_all_addresses_of_the_node_reach_it(self):
        for address in ("$management", "_local/$management", "/$management",
                        "amqp:/_local/$management", "_local/$_management_internal"):
            with self.subTest(address=address):
                manager = Manager(self.client, address)
                self.assertEqual(manager.ask("READ").status, 200)

    def test_an_operation_may_be_in_any_case(self):
        for operation in "query", "Query", "QUERY":
            self.assertTrue(self.good(200, operation, entityType="log")["results"])
        self.assertTrue(self.good(200, "get-types"))

    def test_who_asks_nothing_is_told_so(self):
        self.refused(400, "No 'operation' property:")
        self.refused(400, "No 'operation' property:", type="log", name="log/DEFAULT")

    def test_an_unknown_operation_is_not_implemented(self):
        self.refused(501, "Operation 'DANCE' not implemented for '" + PREFIX + "management' [",
                     "dance")
        self.refused(501, "Operation 'DELETE' not implemented for '" + PREFIX
                     + "log' ['READ', 'UPDATE']", "DELETE", type="log", name="log/DEFAULT")

    def test_many_requests_at_once_are_answered_in_order(self):
        numbers = [self.manager.send("READ", {}, type="log", name="log/DEFAULT")
                   for _ in range(60)]
        self.manager.message(numbers[-1])
        self.assertEqual([m.correlation_id for m in self.manager.replies.messages], numbers)


class Reading(ManagementTest):
    def test_without_selectors_it_is_the_node(self):
        node = {"identity": "self", "name": "self", "type": PREFIX + "management"}
        self.assertEqual(self.good(200, "READ"), node)
        self.assertEqual(self.good(200, "READ", type="org.amqp.management", name="self"), node)

    def test_by_name_or_identity_with_or_without_type(self):
        want = self.good(200, "READ", name="clients")
        identity = want["identity"]
        self.assertEqual(want["type"], PREFIX + "listener")
        self.assertEqual(identity, "listener/127.0.0.1:0:clients")
        self.assertNotIn(None, want.values())
        for selector in ({"identity": identity}, {"name": "clients", "identity": identity},
                         {"name": "clients", "type": "listener"},
                         {"name": "clients", "type": PREFIX + "listener"}):
            self.assertEqual(self.good(200, "READ", **selector), want)

    def test_values_have_the_types_of_the_model(self):
        entity = self.good(200, "READ", name="clients")
        self.assertIs(type(entity["cost"]), int32)
        self.assertIs(entity["authenticatePeer"], False)
        self.assertEqual(entity["role"], "normal")
        self.assertEqual(entity["port"], "0")

    def test_what_is_not_there(self):
        self.refused(404, "No entity with name=nobody", "READ", name="nobody")
        self.refused(404, "No entity with identity=x/1", "READ", identity="x/1")
        self.refused(404, "No entity with name=nobody identity=x/1", "READ", name="nobody",
                     identity="x/1")

    def test_what_does_not_fit_together(self):
        self.refused(400, "No such entity type 'nonsense'", "READ", type="nonsense", name="x")
        for abbreviation in "address", "linkRoute", "autoLink", "exchange", "binding":
            self.refused(400, f"No such entity type '{abbreviation}'", "READ", type=abbreviation,
                         name="x")
        self.refused(400, PREFIX + "listener: No name or identity provided", "READ",
                     type="listener")
        self.refused(400, "Conflicting name=clients identity=x", "READ", name="clients",
                     identity="x")
        self.refused(400, f"Entity type '{PREFIX}listener' does not extend requested type "
                     f"'{PREFIX}connector'", "READ", type="connector", name="clients")


class Queries(ManagementTest):
    def test_all_attributes_are_its_own_first(self):
        body = self.good(200, "QUERY", entityType="log")
        self.assertEqual(body["attributeNames"],
                         ["module", "enable", "includeTimestamp", "includeSource", "outputFile",
                          "name", "identity", "type"])
        modules = [row[0] for row in body["results"]]
        self.assertEqual(len(modules), len(set(modules)))
        self.assertLessEqual({"DEFAULT", "ROUTER", "ROUTER_CORE", "ROUTER_HELLO", "ROUTER_LS",
                              "ROUTER_MA", "MESSAGE", "SERVER", "AGENT", "AUTHSERVICE",
                              "CONTAINER", "ERROR", "POLICY", "HTTP", "CONN_MGR", "PYTHON",
                              "PROTOCOL"}, set(modules))

    def test_only_what_is_asked_for(self):
        body = self.good(200, "QUERY", {"attributeNames": ["identity", "role"]},
                         entityType="listener")
        self.assertEqual(body, {"attributeNames": ["identity", "role"],
                                "results": [["listener/127.0.0.1:0:clients", "normal"]]})

    def test_entities_without_any_of_it_are_left_out(self):
        rows = self.manager.entities("log", "outputFile")
        self.assertEqual(rows, [{"outputFile": "stderr"}])

    def test_pages(self):
        everything = self.good(200, "QUERY", entityType="log")["results"]
        page = self.good(200, "QUERY", entityType="log", offset=3, count=4)["results"]
        self.assertEqual(page, everything[3:7])
        rest = self.good(200, "QUERY", entityType="log", offset=10)["results"]
        self.assertEqual(rest, everything[10:])
        self.assertEqual(self.good(200, "QUERY", entityType="log", offset=10_000)["results"], [])

    def test_a_page_hides_nothing_though_earlier_rows_go(self):
        for number in range(6):
            self.good(201, "CREATE", {}, type="dummy", name=f"d{number}")

        def page(offset):
            body = self.good(200, "QUERY", {"attributeNames": ["name"]}, entityType="dummy",
                             offset=offset, count=2)
            return [row[0] for row in body["results"]]

        self.assertEqual(page(0), ["d0", "d1"])
        self.good(204, "DELETE", name="d0")
        self.good(204, "DELETE", name="d1")
        self.assertEqual(page(2), ["d2", "d3"])
        self.assertEqual(page(2), ["d2", "d3"])
        self.good(204, "DELETE", name="d3")
        self.assertEqual(page(4), ["d4", "d5"])
        self.assertEqual(page(6), [])
        self.assertEqual(page(0), ["d2", "d4"])
        self.assertEqual(page(1), ["d4", "d5"])

    def test_without_a_type_everything_is_there(self):
        found = self.manager.entities(None, "identity", "type")
        identities = [entity["identity"] for entity in found]
        self.assertLessEqual({"self", "router/A", "log/DEFAULT", "listener/127.0.0.1:0:clients"},
                             set(identities))
        self.assertEqual(len(identities), len(set(identities)))
        for entity in found:
            if entity["identity"] != "self" and not entity["identity"].isdigit():
                short = entity["type"][len(PREFIX):]
                self.assertTrue(entity["identity"].startswith(short.rsplit(".", 1)[-1] + "/")
                                or entity["identity"].startswith(short + "/"), entity)

    def test_what_is_unknown(self):
        self.refused(400, "No such entity type 'nonsense'", "QUERY", entityType="nonsense")
        self.refused(404, f"Unknown attributes ['x'] for type {PREFIX}log.", "QUERY",
                     {"attributeNames": ["module", "x"]}, entityType="log")
        self.refused(404, "Unknown attributes ['x']", "QUERY", {"attributeNames": ["x"]})

    def test_a_body_that_is_no_map(self):
        answer = self.manager.ask("QUERY", [1, 2], entityType="log")
        self.assertEqual(answer.status, 500, answer.text)


class Creating(ManagementTest):
    def test_a_listener_accepts_when_the_reply_comes(self):
        made = self.good(201, "CREATE", LISTENER, type="listener", name="more")
        self.assertEqual((made["name"], made["identity"], made["type"]),
                         ("more", "listener/127.0.0.1:0:more", PREFIX + "listener"))
        self.connect_to("more").close()
        self.assertEqual(self.good(200, "READ", name="more"), made)

    def test_connections_survive_their_listener(self):
        self.good(201, "CREATE", LISTENER, type="listener", name="more")
        client = self.connect_to("more")
        port = self.router.port("more")
        self.assertEqual(self.good(204, "DELETE", name="more", type="listener"), {})
        self.refused(404, "No entity with name=more", "READ", name="more")
        receiver = client.receiver("a")
        client.sender("a").send(Message(body="still here"))
        self.assertEqual(receiver.wait(1)[0].body, "still here")
        # And the port is free again at once.
        self.good(201, "CREATE", {**LISTENER, "port": str(port)}, type="listener", name="again")

    def test_a_connector_connects_until_it_is_deleted(self):
        server = self.server()
        self.good(201, "CREATE", {"host": "127.0.0.1", "port": str(server.port)},
                  type="connector", name="out")
        accepted = server.wait(1)

        def status():
            return self.good(200, "READ", name="out", type="connector")

        eventually(lambda: status()["connectionStatus"] == "SUCCESS"
                   and "Connection Opened: dir=out" in status()["connectionMsg"],
                   "the status of the connector")
        self.assertEqual(status()["failoverUrls"], f"amqp://127.0.0.1:{server.port}")
        self.good(204, "DELETE", name="out", type="connector")
        eventually(lambda: accepted.lost or accepted.remote_closed, "the end of the connection")

    def test_a_connector_tells_why_it_fails(self):
        self.good(201, "CREATE", {"host": "127.0.0.1", "port": "1"}, type="connector", name="out")

        def status():
            return self.good(200, "READ", name="out")

        eventually(lambda: status().get("connectionMsg"), "a failed attempt")
        self.assertRegex(status()["connectionMsg"],
                         r"^\[C\d+\] Connection to 127\.0\.0\.1:1 failed: ")
        self.good(204, "DELETE", name="out")

    def test_a_port_that_is_taken(self):
        answer = self.manager.ask("CREATE", {**LISTENER, "port": str(self.router.port())},
                                  type="listener", name="more")
        self.assertEqual(answer.status, 500, answer.text)
        self.refused(404, "No entity with name=more", "READ", name="more")
        self.connect(self.router).close()  # and the router goes on

    def test_names_are_unique_over_all_types(self):
        self.refused(400, "adding ListenerEntity(", "CREATE", LISTENER, type="listener",
                     name="clients")
        self.refused(400, "adding ConnectorEntity(", "CREATE", {"host": "127.0.0.1", "port": "1"},
                     type="connector", name="clients")

    def test_what_the_model_refuses(self):
        full = PREFIX + "listener"
        for body, text in (
                ({"nonsense": 1}, f"Unknown attribute 'nonsense' for '{full}'"),
                ({"identity": "x"}, "Cannot set attribute 'identity' in CREATE"),
                ({"type": "connector"}, "Conflicting values for 'type'"),
                ({"name": "other"}, "Conflicting values for 'name'"),
                ({"cost": "x"}, f"{full}: invalid literal for int() with base 10: 'x'"),
                ({"authenticatePeer": "x"}, f"{full}: Invalid Boolean value ''x''"),
                ({"role": "x"}, f"{full}: Invalid value for enum['normal', "),
                ({"openProperties": 1}, f"{full}: Properties must be a map")):
            with self.subTest(body=body):
                self.refused(400, text, "CREATE", {**LISTENER, **body}, type="listener",
                             name="more")

    def test_what_needs_no_name_and_no_type_in_the_body(self):
        self.refused(400, "No 'type' attribute in {", "CREATE", {**LISTENER, "type": "listener"})
        self.refused(400, "No such entity type 'x'", "CREATE", {}, type="x")
        self.refused(501, f"Operation 'CREATE' not implemented for '{PREFIX}log' ", "CREATE", {},
                     type="log")

    def test_roles_that_do_not_go_with_the_mode(self):
        for role in "inter-router", "edge":
            self.refused(400, "role='standalone' not allowed to connect to or accept connections "
                         "from other routers.", "CREATE", {**LISTENER, "role": role},
                         type="listener", name="more")

    def test_values_are_converted(self):
        made = self.good(201, "CREATE", {**LISTENER, "authenticatePeer": "no", "cost": " 3 ",
                                         "port": 0, "stripAnnotations": 1},
                         type="listener", name="more")
        self.assertIs(made["authenticatePeer"], False)
        self.assertEqual((made["cost"], made["port"], made["stripAnnotations"]), (3, "0", "out"))


class Log(ManagementTest):
    def update(self, module, /, **values):
        return self.good(200, "UPDATE", values, type="log", name=f"log/{module}")

    def test_levels_change_at_once(self):
        after = self.update("AGENT", enable="TRACE , Error info")
        self.assertEqual(after["enable"], "TRACE , Error info")
        self.update("AGENT", enable="debug+")
        self.manager.ask("GET-LOG", type="org.amqp.management", name="self")
        self.router.wait_log(r"AGENT \(debug\) Agent request Message\(.*GET-LOG")

    def test_a_bad_level_changes_nothing(self):
        before = self.good(200, "READ", name="log/SERVER")
        self.refused(500, "CError: Configuration: 'foo' is not a valid log level. Should be one of "
                     "{none, trace, debug, info, notice, warning, error, critical}.", "UPDATE",
                     {"enable": "foo"}, type="log", name="log/SERVER")
        self.assertEqual(self.good(200, "READ", name="log/SERVER"), before)

    def test_a_file_that_cannot_be_opened_changes_nothing(self):
        before = self.good(200, "READ", name="log/SERVER")
        self.refused(500, "CError: Configuration: Failed to open log file '/no/such/file'",
                     "UPDATE", {"outputFile": "/no/such/file", "enable": "none"}, type="log",
                     name="log/SERVER")
        self.assertEqual(self.good(200, "READ", name="log/SERVER"), before)

    def test_null_means_as_default(self):
        self.update("SERVER", enable="none")
        after = self.update("SERVER", enable=None)
        self.assertNotIn("enable", after)
        self.connect(self.router).close()
        self.router.wait_log(r"SERVER \(info\) \[C2\] Accepted connection")

    def test_only_settings_can_be_changed(self):
        self.refused(400, "Cannot update attribute 'module' in UPDATE", "UPDATE", {"module": "X"},
                     type="log", name="log/SERVER")
        self.refused(400, f"Unknown attribute 'x' for '{PREFIX}log'", "UPDATE", {"x": 1},
                     type="log", name="log/SERVER")
        self.update("SERVER", module="SERVER")  # what it is already

    def test_frames_of_open_connections_appear_and_stop(self):
        self.update("PROTOCOL", enable="trace+")
        self.client.receiver("traced")
        self.router.wait_log(r"PROTOCOL \(trace\) \[C1\]:.* <- @attach\(18\) .*\"traced\"")
        self.update("PROTOCOL", enable="none")
        self.client.receiver("quiet")
        self.update("AGENT", enable="debug+")
        self.manager.ask("READ")
        self.router.wait_log(r"AGENT \(debug\)")
        frames = [line for line in self.router.log.splitlines() if " PROTOCOL " in line]
        self.assertFalse([line for line in frames if '"quiet"' in line])

    def test_the_log_can_be_read(self):
        entries = self.good(200, "GET-LOG", type="org.amqp.management", name="self")
        for module, level, text, _, _, seconds in entries:
            self.assertTrue(module.isupper() and level.islower() and text)
            self.assertGreater(seconds, 1_000_000_000)
        self.assertIn(["SERVER", "info", "Container Name: A"], [entry[:3] for entry in entries])
        for limit in 2, "2":
            last = self.good(200, "GET-LOG", type="org.amqp.management", name="self", limit=limit)
            self.assertEqual(len(last), 2)

    def test_events_are_counted(self):
        counts = {row["identity"]: row for row in self.manager.entities("logStats")}
        self.assertGreater(counts["logStats/SERVER"]["noticeCount"], 0)
        self.assertEqual(counts["logStats/SERVER"]["name"], "SERVER")


class Node(ManagementTest):
    def test_every_type_is_listed(self):
        types = self.good(200, "GET-TYPES")
        self.assertEqual(len(types), 29)
        self.assertIn(PREFIX + "org.amqp.management", types)
        self.assertEqual(len(self.good(200, "GET-ATTRIBUTES")), 29)
        self.assertEqual(len(self.good(200, "GET-OPERATIONS")), 29)
        self.assertEqual(self.good(200, "GET-ANNOTATIONS"), {})
        self.assertEqual(self.good(200, "GET-MGMT-NODES"), [])

    def test_one_type(self):
        full = PREFIX + "sslProfile"
        self.assertEqual(self.good(200, "GET-OPERATIONS", entityType="sslProfile"),
                         {full: ["CREATE", "DELETE", "READ"]})
        self.assertEqual(len(self.good(200, "GET-ATTRIBUTES", entityType=full)[full]), 12)
        self.assertEqual(self.good(200, "GET-OPERATIONS", entityType="router.link"),
                         {PREFIX + "router.link": ["UPDATE", "READ"]})
        for operation in "GET-TYPES", "GET-ATTRIBUTES", "GET-OPERATIONS":
            self.refused(400, "No such entity type 'x'", operation, entityType="x")

    def test_the_schema(self):
        schema = self.good(200, "GET-SCHEMA")
        self.assertEqual(schema["prefix"], "org.apache.qpid.dispatch")
        self.assertEqual(len(schema["entityTypes"]), 29)
        port = schema["entityTypes"]["listener"]["attributes"]["port"]
        self.assertEqual(port["default"], "amqp")
        self.assertNotIn("required", port)
        self.assertEqual(schema["entityTypes"]["address"]["fullyQualifiedType"],
                         PREFIX + "router.config.address")


class Memory(ManagementTest):
    def pools(self):
        return {row["typeName"]: row for row in self.manager.entities("allocator")}

    def test_it_is_told_what_memory_is_for(self):
        before = self.pools()
        for name, row in before.items():
            self.assertEqual((row["name"], row["identity"]), (f"allocator/{name}",) * 2)
            self.assertNotIn(None, row.values())
            self.assertGreaterEqual(row["totalAllocFromHeap"] - row["totalFreeToHeap"],
                                    row["heldByThreads"])
        self.assertEqual(before["qdr_address_t"]["heldByThreads"], 5)
        self.assertEqual(before["qdr_connection_t"]["heldByThreads"], 1)
        client = self.connect(self.router)
        receivers = [client.receiver(f"a/{number}", credit=0) for number in range(20)]
        sender = client.sender("a/7")
        sender.send_all([Message(body="x" * 1000) for _ in range(50)])
        self.eventually(lambda: self.pools()["outgoing_delivery"]["heldByThreads"] == 50,
                        "the messages")
        full = self.pools()
        self.assertEqual(full["qdr_address_t"]["heldByThreads"], 25)
        self.assertEqual(full["outgoing_link"]["heldByThreads"], 21)
        self.assertGreaterEqual(full["qd_message_content_t"]["heldByThreads"], 50)
        self.assertGreater(full["buffer_octets"]["heldByThreads"], 50_000)
        receivers[7].flow(50)
        receivers[7].wait(50)
        client.close()
        self.eventually(lambda: self.pools()["qdr_address_t"]["heldByThreads"] == 5, "the end")
        after = self.pools()
        self.assertEqual(after["outgoing_delivery"]["heldByThreads"], 0)
        self.assertLess(after["buffer_octets"]["heldByThreads"], 50_000)
        self.assertGreaterEqual(after["qdr_address_t"]["totalAllocFromHeap"], 25)


class Dummy(ManagementTest):
    def test_it_can_be_made_changed_and_deleted(self):
        made = self.good(201, "CREATE", {"arg1": "x", "num1": 7}, type="dummy", name="d")
        self.assertEqual((made["arg1"], made["num1"], made["name"]), ("x", 7, "d"))
        after = self.good(200, "UPDATE", {"arg1": None, "num2": 2**40}, type="dummy", name="d")
        self.assertNotIn("arg1", after)
        self.assertEqual((after["num1"], after["num2"]), (7, 2**40))
        self.good(204, "DELETE", type="dummy", name="d")
        self.refused(404, "No entity with name=d", "READ", type="dummy", name="d")

    def test_it_repeats_what_it_hears(self):
        self.good(201, "CREATE", {}, type="dummy", name="d")
        heard = self.good(200, "CALLME", type="dummy", name="d", number=2**50, binary=b"\0\xff",
                          text="x")
        self.assertEqual((heard["number"], heard["binary"], heard["text"]),
                         (2**50, b"\0\xff", "x"))
