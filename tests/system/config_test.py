# SPDX-License-Identifier: Apache-2.0
"""Configuration files: both formats, and the one line that tells what is wrong with one."""
import os

from harness import RouterTest, listener
from harness.router import PROGRAM

CANNOT_LOAD = "Python: Exception: Cannot load configuration file "


class Formats(RouterTest):
    def start_with(self, text, name="file.conf"):
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return self.start_router(arguments=["-c", path])

    def test_the_native_format_with_all_its_freedoms(self):
        router = self.start_with("""
            # a comment
            router {                # another
                mode: standalone
                id:   Native        # not part of the id
                worker_threads: 2
            }
              listener{
            host: 127.0.0.1
                port: 0
                name: \\u0061n-door
                authenticate-peer: no
                openProperties: {
                    "text": "x # y",
                    # dropped
                    "list": [1, 2],
                    "map": {"inner": true},
                }
            }   # the end
            """)
        router.wait_log(r"Container Name: Native$")
        router.wait_log(r"Operational, 2 Threads Running")
        router.wait_log(r"Listening on 127.0.0.1:\d+ \(an-door\)$")
        properties = self.raw_peer(router).open().properties
        self.assertEqual((properties["text"], list(properties["list"]), properties["map"]),
                         ("x # y", [1, 2], {"inner": True}))

    def test_lines_may_end_as_on_windows(self):
        router = self.start_with("router {\r\n    id: Crlf\r\n}\r\n"
                                 + listener().text().replace("\n", "\r\n"))
        router.wait_log(r"Container Name: Crlf$")

    def test_json_is_known_by_the_name_of_the_file(self):
        router = self.start_with("""
            # comments are dropped
            [
                ["router", {"mode": "standalone", "id": "Json", "workerThreads": 1}],
                ["listener", {"host": "127.0.0.1", "port": 0, "linkCapacity": 7, "http": false}],
                ["address", {"prefix": "news", "distribution": "multicast"}]
            ]
            """, "file.json")
        router.wait_log(r"Container Name: Json$")
        router.wait_log(r"Operational, 1 Threads Running")
        client = self.connect(router)
        client.receiver("news")
        self.assertEqual(client.sender("news").credit, 7)

    def test_the_last_of_equal_attributes_counts(self):
        router = self.start_with("router {\n    id: First\n    id: Last\n}\n" + listener().text())
        router.wait_log(r"Container Name: Last$")

    def test_old_spellings_are_accepted_with_a_warning(self):
        router = self.start_with("router {\n    helloInterval: 2\n}\n" + listener().text())
        router.wait_log(r"AGENT \(warning\) Attribute 'helloInterval' of entity 'router' has been "
                        r"deprecated. Use 'helloIntervalSeconds' instead$")

    def test_a_bad_address_is_skipped_with_a_warning(self):
        router = self.start_with(listener().text() + "address {\n    distribution: closest\n}\n"
                                 "address {\n    prefix: a\n    pattern: b\n}\n")
        router.wait_log(r"ROUTER \(warning\) Must set either 'prefix' or 'pattern' attribute: "
                        r"ignoring configured address$")
        router.wait_log(r"ROUTER \(warning\) Cannot set both 'prefix' and 'pattern': ignoring "
                        r"configured address a, b$")


class Errors(RouterTest):
    """Every complaint is one line that names the file, the line, and what is wrong with what."""

    def complaint(self, text, name="bad.conf"):
        """What the router says after the words that tell that it cannot load the file."""
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        run = self.run_program("-c", path)
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stdout, "")
        last = run.stderr.splitlines()[-1]
        start = f"{PROGRAM}: "
        self.assertTrue(last.startswith(start), last)
        self.assertIn(path, last)
        self.assertIn(f"MAIN (critical) Router start-up failed: {last[len(start):]}", run.stderr)
        self.warnings = run.stderr
        return last[len(start):].replace(f"{CANNOT_LOAD}{path}: ", "")

    def test_an_unknown_section_is_told_with_what_was_meant(self):
        text = self.complaint("\n\nlistner {\n    port: 0\n}\n")
        self.assertIn("No such entity type 'org.apache.qpid.dispatch.listner'", text)
        self.assertIn("(line 3; did you mean 'listener'?)", text)

    def test_an_unknown_attribute_is_told_with_what_was_meant(self):
        text = self.complaint("listener {\n    port: 0\n    linkCapcity: 1\n}\n")
        self.assertIn("org.apache.qpid.dispatch.listener: Unknown attribute 'linkCapcity' for "
                      "'org.apache.qpid.dispatch.listener'", text)
        self.assertIn("(line 3; did you mean 'linkCapacity'?)", text)

    def test_an_unknown_attribute_like_no_other_is_told_with_all_there_are(self):
        text = self.complaint("log {\n    module: ROUTER\n    zebra: 1\n}\n")
        self.assertIn("(line 3; known are module, enable, includeTimestamp, includeSource, "
                      "outputFile or name)", text)

    def test_a_bad_choice_is_told_with_those_allowed(self):
        text = self.complaint("router {\n    defaultDistribution: nonsense\n}\n")
        self.assertIn("'nonsense' for attribute 'defaultDistribution'", text)
        self.assertIn("(line 2; allowed: multicast, closest, balanced or unavailable)", text)

    def test_a_bad_number_is_told(self):
        text = self.complaint("listener {\n    port: 0\n    maxFrameSize: large\n}\n")
        self.assertIn("'large' for attribute 'maxFrameSize'", text)
        self.assertIn("(line 3; it must be a whole number)", text)

    def test_a_bad_boolean_is_told_with_those_allowed(self):
        text = self.complaint("listener {\n    port: 0\n    authenticatePeer: maybe\n}\n")
        self.assertIn("'maybe'", text)
        self.assertIn("(line 3; allowed: yes, true, on, no, false or off)", text)

    def test_a_bad_port_is_told(self):
        for port in "65536", "-1", "no-such-service":
            text = self.complaint(f"listener {{\n    port: {port}\n}}\n")
            self.assertIn("attribute 'port'", text)
            self.assertIn(port, text)
            self.assertIn("(line 2", text)

    def test_a_missing_attribute_is_told(self):
        text = self.complaint("log {\n    enable: info+\n}\n")
        self.assertIn("Missing required attribute 'module'", text)
        self.assertIn("(line 1)", text)

    def test_identity_cannot_be_given(self):
        text = self.complaint("listener {\n    port: 0\n    identity: x\n}\n")
        self.assertIn("'identity' attribute cannot be specified", text)

    def test_names_are_unique_over_all_sections(self):
        text = self.complaint("listener {\n    port: 0\n    name: door\n}\n"
                              "connector {\n    port: 1\n    name: door\n}\n")
        self.assertIn("duplicates unique attribute 'name'", text)
        self.assertIn("(line 7; both are 'door', first in line 3)", text)

    def test_there_is_one_router(self):
        text = self.complaint("router {\n}\nrouter {\n}\n")
        self.assertIn("Adding org.apache.qpid.dispatch.router singleton", text)
        self.assertIn("already exists (line 3; first in line 1)", text)

    def test_old_and_new_spelling_together_are_refused(self):
        for section, needed in ("linkRoute", "prefix"), ("autoLink", "address"):
            text = self.complaint(f"{section} {{\n    {needed}: a\n    dir: in\n"
                                  "    direction: in\n}\n")
            self.assertIn(f"org.apache.qpid.dispatch.router.config.{section}: Both 'dir' and "
                          f"'direction' cannot be specified for entity '{section}'", text)

    def test_a_router_alone_has_no_connections_to_others(self):
        for section in "listener", "connector":
            for role in "inter-router", "edge":
                text = self.complaint(f"{section} {{\n    port: 1\n    role: {role}\n}}\n")
                self.assertIn("role='standalone' not allowed to connect to or accept connections "
                              "from other routers.", text)

    def test_an_edge_router_has_no_connections_between_routers(self):
        for role in "inter-router", "edge":
            text = self.complaint(f"router {{\n    mode: edge\n    id: E\n}}\n"
                                  f"listener {{\n    port: 1\n    role: {role}\n}}\n")
            self.assertIn(f"role='{role}' only allowed with router mode='interior'", text)
            self.assertIn("(line 7; the router's mode is edge; allowed: normal or "
                          "route-container)", text)

    def test_an_id_with_blanks_is_refused(self):
        text = self.complaint("router {\n    id: a b\n}\n")
        self.assertIn("AttributeError: Router id attribute containing character ' ' in id 'a b' "
                      "is disallowed.", text)

    def test_a_bad_log_level_is_told_with_those_allowed(self):
        text = self.complaint("log {\n    module: SERVER\n    enable: info, foo\n}\n")
        self.assertIn("'foo' is not a valid log level. Should be one of {none, trace, debug, info, "
                      "notice, warning, error, critical}.", text)
        self.assertIn("line 3", text)

    def test_a_bad_failover_list_is_refused(self):
        text = self.complaint("listener {\n    port: 0\n    failoverUrls: a, amqp://:1\n}\n")
        self.assertIn("Value: No network host in failover item", text)
        self.assertIn("line 3", text)

    def test_bad_syntax_is_shown(self):
        text = self.complaint("router {\n    mode standalone\n}\n")
        self.assertIn("Invalid config file syntax (line 2): ", text)
        self.assertIn("AGENT (warning) Invalid config file syntax (line 2):\n"
                      ">>> mode standalone\n", self.warnings)

    def test_bad_nesting_is_shown(self):
        for text in "router {\n", "}\n", "router {\nlistener {\n}\n}\n":
            self.complaint(text)
            self.assertIn("AGENT (warning) Configuration file: invalid entity nesting detected.\n",
                          self.warnings)

    def test_bad_json_is_shown(self):
        text = self.complaint('[\n["router", {"id": "x",}]\n, [}\n]\n', "bad.json")
        self.assertIn("Invalid config file syntax (line ", text)
        text = self.complaint('[\n["router", {"mod": "x"}]\n]\n', "bad.json")
        self.assertIn("Unknown attribute 'mod'", text)
        self.assertIn("line 2", text)

    def test_a_password_is_not_shown(self):
        self.complaint("connector {\n    saslPassword secret-word\n}\n")
        self.assertNotIn("secret-word", self.warnings)

    def test_what_is_not_supported_is_refused_rather_than_ignored(self):
        text = self.complaint("listener {\n    port: 0\n    sslProfile: x\n}\n")
        self.assertIn("attribute 'sslProfile' is not supported by this version of the router, "
                      "which has no TLS", text)
        self.assertIn("line 3", text)
        text = self.complaint("listener {\n    port: 0\n    role: route-container\n"
                              "    http: yes\n}\n")
        self.assertIn("attribute 'http' is not supported by this version of the router", text)
        self.assertIn("line 4", text)


if __name__ == "__main__":
    import unittest
    unittest.main()
