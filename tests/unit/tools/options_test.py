# SPDX-License-Identifier: Apache-2.0
"""Command lines of xpstat and xpmanage: what they mean, and what is refused."""
import contextlib
import io
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "python"))

from crosspoint.management.connection import Settings, Target  # noqa: E402
from crosspoint.schema import Schema, ValidationError, nearest  # noqa: E402
from router_tools import attributes, completion, manual, xpmanage, xpstat  # noqa: E402
from router_tools.options import management_address  # noqa: E402
from router_tools.reports import addresses, network, router  # noqa: E402

PREFIX = "org.apache.qpid.dispatch."


def refusal(parse, *arguments):
    """What is written to stderr about a command line that is refused."""
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors):
        try:
            parse(list(arguments), "1.0")
        except SystemExit as end:
            return errors.getvalue() if end.code == 2 else f"status {end.code}"
    return "taken"


class Xpstat(unittest.TestCase):
    def parse(self, *arguments):
        return xpstat.parse(list(arguments), "1.0")

    def test_reports(self):
        self.assertIs(self.parse().report, router.general)
        self.assertIs(self.parse("--linkroute").report, network.link_routes)
        self.assertIs(self.parse("--co").report, network.connections)
        both = self.parse("-nv", "-vv")
        self.assertEqual((both.report, both.verbose), (network.nodes, 3))
        self.assertIs(self.parse("--top").report, addresses.addresses)
        self.assertIs(self.parse("-l", "--top").report, addresses.links)

    def test_refusals(self):
        for arguments, text in [
                (["-c", "--all-entities"],
                 "argument --all-entities: not allowed with argument -c/--connections"),
                (["-r", "A", "--all-routers"],
                 "argument --all-routers: not allowed with argument -r/--router"),
                (["--limit", "abc"], "argument --limit: invalid int value: 'abc'"),
                (["--limit", "-1"], "argument --limit: must not be negative"),
                (["-t", "soon"], "argument -t/--timeout: invalid float value: 'soon'"),
                (["-t", "nan"], "argument -t/--timeout: not a positive number"),
                (["foo"], "unrecognized arguments: foo"),
                (["--verson"], "unrecognized arguments: --verson; did you mean '--version'?"),
                (["--zzzz"], "unrecognized arguments: --zzzz\n"),
                (["-c", "--top"], "argument --top: only with -a/--address or -l/--links"),
                (["--watch-count", "2"], "argument --watch-count: only with --watch")]:
            with self.subTest(arguments):
                shown = refusal(xpstat.parse, *arguments)
                self.assertTrue(shown.startswith("usage: "), shown)
                self.assertIn(f"error: {text}", shown)

    def test_targets(self):
        self.assertIsNone(management_address(self.parse()))
        self.assertEqual(management_address(self.parse("-r", "B")), "_topo/0/B/$management")
        self.assertEqual(management_address(self.parse("-d", "E")), "_edge/E/$management")


class Xpmanage(unittest.TestCase):
    def parse(self, *arguments):
        return xpmanage.parse(list(arguments), "1.0")

    def test_options_and_words_may_be_mixed(self):
        command = self.parse("--type=listener", "CREATE", "port=1", "--id", "x", "host=h",
                             "--indent", "-1")
        self.assertEqual((command.operation, command.words, command.options.identity,
                          command.options.indent), ("CREATE", ["port=1", "host=h"], "x", -1))

    def test_options_that_are_not_known_are_left(self):
        self.assertEqual(self.parse("--strange", "do-it").words, ["--strange"])

    def test_refusals(self):
        self.assertIn("error: No operation specified", refusal(xpmanage.parse))
        self.assertIn("error: Unexpected arguments: b",
                      refusal(xpmanage.parse, "get-types", "a", "b"))

    def test_types(self):
        for short, full in {"link": "router.link", "address": "router.config.address",
                            "listener": "listener", "autoLink": "router.config.autoLink"}.items():
            self.assertEqual(attributes.full_type(short), PREFIX + full)
        self.assertEqual(attributes.full_type("a.b"), "a.b")
        self.assertIsNone(attributes.full_type(None))

    def test_attributes_without_a_type(self):
        self.assertEqual(attributes.parse(["a=b=c", "n", "t=true", "i=1"]),
                         {"a": "b=c", "n": None, "t": True, "i": "1"})

    def test_attributes_of_a_type(self):
        listener = Schema.load().entity("listener")
        self.assertEqual(attributes.parse(["linkCapacity=10", "port=amqp"], listener),
                         {"linkCapacity": 10, "port": "amqp"})
        with self.assertRaisesRegex(ValueError, r"invalid literal for int\(\) with base 10: 'abc'"):
            attributes.parse(["linkCapacity=abc"], listener)

    def test_booleans_of_an_update(self):
        self.assertEqual(attributes.with_booleans({"a": "yes", "b": "off", "c": "Yes", "d": 1}),
                         {"a": True, "b": False, "c": "Yes", "d": 1})

    def test_lists_are_written_as_json_writes_them(self):
        for indent in (2, 0, -1):
            for items in ([], [{"a": [1, "\u00e9"]}], [{"a": 1}, {}, {"b": None}]):
                stream = io.StringIO()
                output = xpmanage.Output(indent, stream)
                output.write_list(iter(items))
                self.assertEqual(stream.getvalue(), output.text(items) + "\n")


class NearestNames(unittest.TestCase):
    def test_a_slip_of_the_pen_is_seen(self):
        self.assertEqual(nearest("Mode", ["model", "mode", "id"]), "mode")
        self.assertEqual(nearest("linkCapcity", ["linkCapacity", "link"]), "linkCapacity")
        self.assertIsNone(nearest("zzz", ["mode", "id"]))

    def test_errors_name_what_was_meant(self):
        schema = Schema.load()
        with self.assertRaisesRegex(ValidationError, "^Unknown attribute 'hots' for "
                                    f"'{PREFIX}listener'; did you mean 'host'\\?$"):
            schema.entity("listener").attribute("hots")
        with self.assertRaisesRegex(ValidationError, "^No such entity type 'listner'; "
                                    "did you mean 'listener'\\?$"):
            schema.entity("listner")

    def test_former_names_are_known(self):
        profile = Schema.load().entity("sslProfile")
        self.assertEqual(profile.attribute("certDb")["name"], "caCertFile")


class Urls(unittest.TestCase):
    def test_parts(self):
        for text, target in {
                "0.0.0.0": ("amqp", "0.0.0.0", 5672, None, None, None),
                "amqps://h": ("amqps", "h", 5671, None, None, None),
                "amqp://u:p%40@h:1/$management": ("amqp", "h", 1, "u", "p@", "$management"),
                "[::1]:77": ("amqp", "::1", 77, None, None, None)}.items():
            self.assertEqual(tuple(Target.parse(text)), target)

    def test_refusals(self):
        for text in ("", "http://h", "h:0", "h:99999", "h:x", ":1", "a:b:c"):
            with self.assertRaises(ValueError, msg=text):
                Target.parse(text)

    def test_layers(self):
        plain, encrypted = Target.parse("h"), Target.parse("amqps://h")
        self.assertFalse(Settings().uses_sasl(plain))
        self.assertTrue(Settings().uses_sasl(encrypted))
        self.assertTrue(Settings().uses_sasl(Target.parse("u@h")))
        self.assertTrue(Settings(trustfile="f").uses_tls(plain))


class Completion(unittest.TestCase):
    def complete(self, text, function, line):
        """What bash offers for the last word of the line."""
        script = (f"{text}\nCOMP_WORDS=({line}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n"
                  f"{function}\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n")
        run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        self.assertEqual(run.stderr, "")
        return run.stdout.split()

    def test_xpstat(self):
        text = completion.xpstat_completion()
        self.assertEqual(self.complete(text, "_xpstat", "xpstat --vhost"),
                         ["--vhosts", "--vhostgroups", "--vhoststats"])
        self.assertEqual(self.complete(text, "_xpstat", "xpstat --limit -"), [])

    def test_xpmanage(self):
        text = completion.xpmanage_completion(Schema.load())

        def offered(line):
            return self.complete(text, "_xpmanage", f"xpmanage {line}")

        self.assertEqual(offered("cre"), ["create"])
        self.assertEqual(offered("query --type sslP"), ["sslProfile"])
        self.assertEqual(offered("create --type listener linkCap"), ["linkCapacity="])
        self.assertEqual(offered("query --type address wayp"), ["waypoint"])
        # What a router shows can be asked for, and not be set.
        self.assertEqual(offered("query --type connector connectionS"), ["connectionStatus"])
        self.assertEqual(offered("create --type connector connectionS"), [])
        self.assertEqual(offered("update --type log include"),
                         ["includeTimestamp=", "includeSource="])

    def test_values_that_can_be_chosen(self):
        text = completion.xpmanage_completion(Schema.load())

        def offered(line):
            return self.complete(text, "_xpmanage", f"xpmanage {line}")

        self.assertEqual(offered("create --type address distribution = cl"), ["closest"])
        self.assertEqual(offered("create --type = listener role ="),
                         ["normal", "inter-router", "route-container", "edge"])
        self.assertEqual(offered("update --type log includeSource = f"), ["false"])
        self.assertEqual(offered("create --type listener host = "), [])


class Pages(unittest.TestCase):
    def test_the_manual_pages_have_no_mistakes(self):
        for name, text in manual.pages().items():
            run = subprocess.run(["man", "--warnings", "-l", "-"], input=text, text=True,
                                 capture_output=True, check=True,
                                 env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
            self.assertEqual(run.stderr, "", name)

    def test_the_page_for_readers_explains_every_option(self):
        with open(os.path.join(ROOT, "docs", "tools.md"), encoding="utf-8") as file:
            page = file.read()
        for tool in (xpstat, xpmanage):
            for option in completion.options_of(tool.parser())[0]:
                self.assertIn(f"`{option}", page)


if __name__ == "__main__":
    unittest.main()
