# SPDX-License-Identifier: Apache-2.0
"""What xpmanage asks and prints, with a management node that keeps what it was asked."""
import json
import os
import subprocess
import unittest

from harness import RouterTest
from harness.management_node import ManagementNode
from harness.tools import DIRECTORY, run_tool

PREFIX = "org.apache.qpid.dispatch."
LISTENERS = [{"name": "l1", "port": "amqp", "cost": None}, {"name": "\u00e9", "port": "1"}]


class XpmanageTest(RouterTest):
    def setUp(self):
        super().setUp()
        self.node = ManagementNode(self.reactor, {"listener": LISTENERS}, {
            "CREATE": lambda request: (201, "Created", {**request.body, "missing": None}),
            "UPDATE": lambda request: (200, "OK", request.body),
            "READ": (200, "OK", {"name": "l1", "cost": None}),
            "DELETE": (204, "No content", {}),
            "GET-TYPES": (200, "OK", {PREFIX + "log": ["a"]}),
            "GET-MGMT-NODES": (200, "OK", [])})

    def run_tool(self, *arguments, **options):
        return run_tool("xpmanage", "-b", self.node.url, *arguments, **options)

    def output(self, *arguments, **options):
        done = self.run_tool(*arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def failure(self, *arguments, **options):
        done = self.run_tool(*arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (1, ""), done.stdout)
        return done.stdout

    @property
    def last(self):
        return self.node.requests[-1]


class Operations(XpmanageTest):
    def test_query(self):
        self.assertEqual(self.output("query", "--type", "listener"), """[
  {
    "name": "l1",
    "port": "amqp"
  },
  {
    "name": "\\u00e9",
    "port": "1"
  }
]
""")
        self.assertEqual(self.output("QUERY", "--type=listener", "port", "--indent=-1"),
                         '[{"port": "amqp"}, {"port": "1"}]\n')
        self.assertEqual(self.last.properties, {
            "operation": "QUERY", "type": "org.amqp.management", "name": "self",
            "entityType": PREFIX + "listener", "offset": 0, "count": 500})
        self.assertEqual(self.output("query", "--type", "connector"), "[]\n")

    def test_create(self):
        created = json.loads(self.output("create", "--type", "address", "prefix=a", "priority=7",
                                         "waypoint=true", "--name", "n"))
        self.assertEqual(created, {"prefix": "a", "priority": 7, "waypoint": True, "name": "n",
                                   "type": PREFIX + "router.config.address", "missing": None})
        self.assertEqual(self.last.properties, {
            "operation": "CREATE", "name": "n", "type": PREFIX + "router.config.address"})
        self.output("create", "type=listener", "name=x", "unheard=of")
        self.assertEqual(self.last.properties["type"], PREFIX + "listener")

    def test_create_from_standard_input(self):
        one = self.output("create", "--stdin", "--indent", "-1", text_in='{"type": "log"}')
        self.assertEqual(one, f'{{"type": "{PREFIX}log", "missing": null}}\n')
        many = json.loads(self.output("create", "--type", "log", "--stdin",
                                      text_in='[{"module": "A"}, {"module": "B"}]'))
        self.assertEqual([each["module"] for each in many], ["A", "B"])
        self.assertEqual(self.output("create", "--stdin", text_in="[]"), "[]\n")
        self.assertEqual(self.failure("create", "--stdin", text_in="7"),
                         "ValueError: stdin is not a JSON map or list\n")
        self.assertRegex(self.failure("create", "--stdin", text_in="{"), r"\AJSONDecodeError: ")

    def test_read(self):
        self.assertEqual(json.loads(self.output("read", "--name", "l1", "--id", "7")),
                         {"name": "l1", "cost": None})
        self.assertEqual(self.last.properties, {"operation": "READ", "identity": "7"})

    def test_update(self):
        changed = json.loads(self.output("update", "--type", "log", "name=log/DEFAULT",
                                         "enable=info", "includeTimestamp=on", "outputFile"))
        self.assertEqual(changed, {"enable": "info", "includeTimestamp": True,
                                   "outputFile": None})
        self.assertEqual(self.last.properties, {
            "operation": "UPDATE", "type": PREFIX + "log", "name": "log/DEFAULT"})

    def test_delete_says_nothing(self):
        self.assertEqual(self.output("delete", "--type", "listener", "--name", "l1"), "")
        self.assertEqual(self.last.properties, {
            "operation": "DELETE", "type": PREFIX + "listener", "name": "l1"})

    def test_questions_about_types(self):
        self.assertEqual(json.loads(self.output("get-types", "log")), {PREFIX + "log": ["a"]})
        self.assertEqual(self.last.properties["entityType"], PREFIX + "log")
        self.assertEqual(self.output("get-mgmt-nodes"), "[]\n")

    def test_anything_else(self):
        self.node.answers["CALLME"] = lambda request: (200, "OK", {
            "body": request.body, "properties": request.properties})
        answer = json.loads(self.output(
            "callme", "a=b", "--properties", '{"c": 1}', "--body", '{"x": [1]}', "--type",
            "dummy", "--identity", "i"))
        self.assertEqual(answer, {"body": {"x": [1]}, "properties": {
            "operation": "callme", "a": "b", "c": 1, "type": PREFIX + "dummy",
            "identity": "i"}})
        self.node.answers["GET-JSON-SCHEMA"] = (200, "OK", "{text}")
        self.assertEqual(self.output("get-json-schema"), "{text}\n")
        self.node.answers["NOTHING"] = (200, "OK", {})
        self.assertEqual(self.output("nothing", "--body", "plain"), "")
        self.assertEqual(self.last.body, "plain")

    def test_other_routers(self):
        for options, address in {("-r", "B"): "_topo/0/B/$management",
                                 ("-d", "E"): "_edge/E/$management"}.items():
            self.output("get-mgmt-nodes", *options)
            self.assertEqual(self.last.address, address)
        self.output("get-mgmt-nodes", "-r", "B", "-b", self.node.url + "/other")
        self.assertEqual(self.last.address, "other")


class Failures(XpmanageTest):
    def test_refusals(self):
        for status, name in {400: "BadRequestStatus", 401: "UnauthorizedStatus",
                             403: "ForbiddenStatus", 404: "NotFoundStatus",
                             500: "InternalServerErrorStatus", 501: "NotImplementedStatus",
                             409: "ManagementError"}.items():
            self.node.answers["READ"] = (status, "No entity with name=x", {})
            self.assertEqual(self.failure("read", "--name", "x"),
                             f"{name}: No entity with name=x\n")
        self.node.answers["READ"] = (204, "gone", {})
        self.assertEqual(self.failure("read", "--name", "x"), "ValueError: Response was "
                         "204(No Content) but expected 200(OK): gone\n")

    def test_a_guess_is_added_to_what_the_router_says(self):
        self.node.answers["QUERY"] = (400, "No such entity type 'listner'", {})
        self.assertEqual(self.failure("query", "--type", "listner"), "BadRequestStatus: "
                         "No such entity type 'listner'; did you mean 'listener'?\n")

    def test_an_attribute_that_nobody_has(self):
        done = self.run_tool("query", "--type", "listener", "prot")
        self.assertEqual((done.returncode, done.stderr), (
            0, f"xpmanage: note: {PREFIX}listener has no attribute 'prot'; "
            "did you mean 'port'?\n"))
        self.assertEqual(self.failure("create", "--type", "listener", "prot=1"),
                         f"ValidationError: Unknown attribute 'prot' for '{PREFIX}listener'; "
                         "did you mean 'port'?\n")
        self.assertEqual(self.failure("create", "--type", "zzz", "a=1"),
                         f"ValidationError: No such entity type '{PREFIX}zzz'\n")
        self.assertEqual(self.failure("create", "--type", "listener", "linkCapacity=abc"),
                         "ValueError: invalid literal for int() with base 10: 'abc'\n")

    def test_an_operation_that_nobody_has(self):
        refusal = "Operation 'QEURY' not implemented for 'x' ['QUERY']"
        self.node.answers["QEURY"] = (501, refusal, {})
        self.assertEqual(self.failure("qeury"), f"NotImplementedStatus: {refusal}; did you mean "
                         "'query'?\n")

    def test_an_option_that_nobody_has_is_a_word_as_any_other(self):
        done = self.run_tool("query", "--tpye")
        self.assertEqual((done.returncode, done.stderr), (
            0, "xpmanage: note: there is no option --tpye; did you mean '--type'?\n"))
        self.assertEqual(self.last.body["attributeNames"], ["--tpye"])

    def test_how_far_a_list_on_standard_input_came_is_told(self):
        self.node.answers["CREATE"] = lambda request: (
            (400, "No", None) if "bad" in request.body else (201, "Created", request.body))
        done = self.run_tool("create", "--type", "log", "--stdin",
                             text_in='[{"module": "A"}, {"bad": 1}, {"module": "B"}]')
        self.assertEqual((done.returncode, done.stdout, done.stderr), (
            1, "BadRequestStatus: No\n", "xpmanage: note: map 2 of 3 failed, those before it are "
            "done, those behind it are not\n"))

    def test_nothing_to_create(self):
        self.assertRegex(self.failure("create", "--type", "listener"), r"\AValueError: create ")

    def test_replies_that_make_no_sense(self):
        self.node.answers["QUERY"] = (200, "OK", "what?")
        self.assertRegex(self.failure("query"), r"\AManagementError: ")
        self.node.answers["QUERY"] = (None, None, {})
        self.assertEqual(self.failure("query"), "ManagementError: The reply has no statusCode\n")

    def test_no_reply(self):
        self.node.silent = True
        self.assertRegex(self.failure("query", "-t", "0.5"),
                         rf"\ATimeout: Connection amqp://{self.node.url} timed out: ")

    def test_no_such_management_node(self):
        self.assertRegex(self.failure("query", "-b", self.node.url + "/nowhere"),
                         r"\ALink(Detached|Exception): ")

    def test_nobody_there(self):
        done = run_tool("xpmanage", "query", "-b", "127.0.0.1:1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\AConnectionException: Connection amqp://127\.0\.0\.1:1 "
                         r"disconnected: Condition\('[^']+', '.+'\)\n\Z")

    def test_a_stack_trace_for_those_who_want_it(self):
        done = self.run_tool("nothing", environment={"_QPID_DISPATCH_TOOLS_DEBUG_": "1"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("Traceback", done.stderr)

    def test_usage(self):
        done = run_tool("qdmanage")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"\Ausage: qdmanage <operation>(.|\n)*"
                         r"\nqdmanage: error: No operation specified\n\Z")
        for name in "qdstat", "qdmanage":
            self.assertTrue(run_tool(name, "-h").stdout.startswith(f"usage: {name}"))
            self.assertRegex(run_tool(name, "--version").stdout, r"\A\d+\.\d+\.\d+\n\Z")


class Pipes(XpmanageTest):
    def test_rows_are_written_before_all_are_there(self):
        self.node.entities["listener"] = [{"name": f"l{n}", "text": "x" * 100}
                                          for n in range(1000)]
        answers = iter([True, False])

        def query(request):
            if next(answers):
                return 200, "OK", self.node.query(request)
            return 500, "enough", {}

        self.node.answers["QUERY"] = query
        shown = self.failure("query", "--type", "listener")
        self.assertEqual(shown.count('"name"'), 500)
        self.assertTrue(shown.endswith("\nInternalServerErrorStatus: enough\n"))

    def test_a_reader_that_has_seen_enough(self):
        self.node.entities["listener"] = [{"name": "x" * 1000}] * 400
        with subprocess.Popen([os.path.join(DIRECTORY, "xpmanage"), "-b", self.node.url,
                               "query", "--type", "listener"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as tool:
            tool.stdout.readline()
            tool.stdout.close()
            self.assertEqual((tool.stderr.read(), tool.wait()), (b"", 1))


if __name__ == "__main__":
    unittest.main()
