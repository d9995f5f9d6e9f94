# SPDX-License-Identifier: Apache-2.0
"""The log as tools see it: what is written where, and the shape of the lines they look for."""
import os
import re

from proton import Message

from harness import RouterTest, connector, eventually, listener, log, router as router_section

TIMESTAMP = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} [+-]\d{4}"
LINE = re.compile(rf"^{TIMESTAMP} [A-Z_]+ \((trace|debug|info|notice|warning|error|critical)\) .+$")


class Lines(RouterTest):
    def test_every_line_has_time_module_level_and_text(self):
        router = self.start_router()
        client = self.connect(router)
        client.receiver("a")
        client.close()
        router.wait_log(r"Connection Closed$")
        for line in router.log.splitlines():
            self.assertRegex(line, LINE)

    def test_start_and_end_are_told(self):
        router = self.start_router(listener(name="door"), workers=3)
        for pattern in (r"SERVER \(info\) Container Name: A$",
                        r"ROUTER \(info\) Router started in Standalone mode$",
                        r"ROUTER \(info\) Version: \d+\.\d+\.\d+",
                        r"CONN_MGR \(info\) Configured Listener: 127\.0\.0\.1:0 proto=any, "
                        r"role=normal$",
                        r"SERVER \(notice\) Listening on 127\.0\.0\.1:[1-9]\d* \(door\)$",
                        rf"SERVER \(notice\) Operational, 3 Threads Running \(process ID "
                        rf"{router.pid}\)$",
                        r"SERVER \(notice\) Process VmSize \S+ \S+ \(\S+ \S+ available memory\)$"):
            router.wait_log(pattern)
        router.stop()
        self.assertRegex(router.log.splitlines()[-1], r"SERVER \(notice\) Shut Down$")

    def test_an_interior_router_tells_its_place(self):
        router = self.start_router(router_section(mode="interior"))
        router.wait_log(r"ROUTER \(info\) Router started in Interior mode, area=0 id=A$")

    def test_operational_comes_when_all_listeners_listen(self):
        router = self.start_router(listener(name="one"), listener(name="two"))
        before = router.log.partition("Operational")[0]
        self.assertEqual(before.count("Listening on"), 2)

    def test_the_life_of_a_connection_is_told(self):
        router = self.start_router()
        client = self.connect(router, properties={"colour": "blue"}, virtual_host="somewhere")
        accepted = router.wait_log(r"SERVER \(info\) \[C(\d+)\] Accepted connection to "
                                   r"127\.0\.0\.1:(\d+) from 127\.0\.0\.1:(\d+)$")
        number, port, peer = accepted.groups()
        self.assertEqual(int(port), router.port())
        opened = router.wait_log(
            rf"ROUTER_CORE \(info\) \[C{number}\] Connection Opened: dir=in "
            rf"host=127\.0\.0\.1:{peer} "
            r"vhost=somewhere encrypted=no auth=ANONYMOUS user=anonymous container_id=(\S+) "
            r"props=\{(.*)\}$")
        self.assertEqual(opened[1], self.reactor.container.container_id)
        self.assertRegex(opened[2], "colour.*blue")
        client.close()
        router.wait_log(rf"ROUTER_CORE \(info\) \[C{number}\] Connection Closed$")
        self.assertNotIn("failed:", router.log)

    def test_a_connection_that_breaks_is_told(self):
        router = self.start_router()
        peer = self.raw_peer(router)
        peer.open()
        peer.close()
        router.wait_log(r"SERVER \(info\) \[C1\] Connection from 127\.0\.0\.1:\d+ "
                        r"\(to 127\.0\.0\.1:\d+\) failed: amqp:\S+ .+$")
        router.wait_log(r"ROUTER_CORE \(info\) \[C1\] Connection Closed$")

    def test_links_are_told_with_their_ends(self):
        router = self.start_router()
        client = self.connect(router)
        client.receiver("some/address")
        router.wait_log(r"ROUTER_CORE \(info\) \[C1\]\[L\d+\] Link attached: dir=out "
                        r"source=\{some/address.*\} target=\{.*\}$")
        client.sender("some/address")
        router.wait_log(r"ROUTER_CORE \(info\) \[C1\]\[L\d+\] Link attached: dir=in "
                        r"source=\{.*\} target=\{some/address.*\}$")
        client.sender()
        router.wait_log(r"dir=in source=\{<none>.*\} target=\{<none>.*\}$")
        client.receiver(dynamic=True)
        router.wait_log(r"dir=out source=\{\(dyn\)\S+.*\} target=\{<none>.*\}$")

    def test_the_end_of_a_link_is_told_with_its_counts(self):
        router = self.start_router()
        client = self.connect(router)
        receiver = client.receiver("a")
        sender = client.sender("a")
        for sent in sender.send_all([Message(body=1)] * 3):
            sent.wait()
        sender.send(Message(body=2), settled=True)
        receiver.wait(4)
        sender.close()
        router.wait_log(r"ROUTER_CORE \(info\) \[C1\]\[L\d+\] Link detached: del=4 presett=1 "
                        r"psdrop=0 acc=3 rej=0 rel=0 mod=0 delay1=\d+ delay10=\d+ blocked=no$")
        client.close()
        router.wait_log(r"ROUTER_CORE \(info\) \[C1\]\[L\d+\] Link lost: del=4 presett=1 psdrop=0 "
                        r"acc=3 rej=0 rel=0 mod=0 delay1=\d+ delay10=\d+ blocked=(yes|no)$")

    def test_what_another_router_makes_of_annotations_is_told(self):
        inside = self.start_router(router_section(mode="interior"), log(module="ROUTER",
                                   enable="debug+"), listener(name="routers", role="inter-router"))
        self.start_router(router_section(mode="interior"), listener(name="clients"),
                          connector(port=inside.port("routers"), role="inter-router"), name="B")
        inside.wait_log(r"ROUTER \(debug\) \[C1\] Remote router annotations version: 1$")

    def test_frames_are_traced_on_demand(self):
        router = self.start_router(log(module="PROTOCOL", enable="trace+"))
        client = self.connect(router)
        client.receiver("some/address")
        client.close()
        router.wait_log(r"Connection Closed$")
        start = r"PROTOCOL \(trace\) \[C1\]:"
        router.wait_log(start + r"FRAME: \s*<- SASL$")
        router.wait_log(start + r"FRAME: \s*<- AMQP$")
        router.wait_log(start + r"FRAME: 0 <- @open\(16\) \[container-id=")
        router.wait_log(start + r"FRAME: 0 -> @open\(16\) \[container-id=\"A\"")
        attach = router.wait_log(start + r"FRAME: 0 <- @attach\(18\) \[name=\".+\", handle=0x0,")
        self.assertEqual(attach[0].split()[3:6], ["0", "<-", "@attach(18)"])

    def test_messages_are_traced_with_the_parts_that_are_asked_for(self):
        router = self.start_router(log(module="MESSAGE", enable="trace+"),
                                   listener(messageLoggingComponents="message-id,app-properties"),
                                   listener(name="silent"))
        receiver = self.connect(router, "silent").receiver("a")
        sender = self.connect(router).sender("a", name="s1")
        sender.send(Message(id="m1", subject="hidden", properties={"k": 7}, body="x")).wait()
        receiver.wait(1)
        router.wait_log(r'MESSAGE \(trace\) \[C2\]: Received Message\{message-id="m1", '
                        r'app-properties=\{"k"=7\}\} on link \'s1\' \( -> a\)$')
        router.stop()
        self.assertEqual(router.log.count(" MESSAGE ("), 1)

    def test_a_delivery_can_be_followed_by_its_number(self):
        router = self.start_router(log(module="ROUTER_CORE", enable="debug+"))
        receiver = self.connect(router).receiver("a")
        self.connect(router).sender("a").send(Message(body="x")).wait()
        receiver.wait(1)
        for text in (r"\[C2\]\[L2\]\[D1\] Arrived: \d+ octets, for M0a$",
                     r"\[C1\]\[L1\]\[D1\] Forwarded here: priority 4$",
                     r"\[C2\]\[L2\]\[D1\] Producer is told: accepted, settled$"):
            router.wait_log(r"ROUTER_CORE \(debug\) " + text)

    def test_frames_are_not_traced_without_demand(self):
        router = self.start_router(log(module="SERVER", enable="trace+"))
        self.connect(router).close()
        router.stop()
        self.assertNotIn(" PROTOCOL (", router.log)


class Settings(RouterTest):
    def path(self, name):
        return os.path.join(self.directory, name)

    def text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_a_module_has_its_own_levels(self):
        router = self.start_router(log(module="ROUTER_CORE", enable="none"),
                                   log(module="ROUTER", enable="warning+, debug"))
        self.connect(router).close()
        router.stop()
        self.assertNotIn(" ROUTER_CORE (", router.log)
        self.assertNotIn(" ROUTER (info)", router.log)
        self.assertIn(" SERVER (info)", router.log)

    def test_a_single_level_is_only_that_level(self):
        router = self.start_router(log(module="SERVER", enable="notice"))
        self.connect(router).close()
        router.stop()
        self.assertIn(" SERVER (notice)", router.log)
        self.assertNotIn(" SERVER (info)", router.log)

    def test_the_default_is_for_all_others(self):
        router = self.start_router(log(module="DEFAULT", enable="NOTICE+"),
                                   log(module="ROUTER", enable="Info+"))
        self.connect(router).close()
        router.stop()
        modules = {line.split()[3] for line in router.log.splitlines() if "(info)" in line}
        self.assertEqual(modules, {"ROUTER"})

    def test_a_file_is_appended_to_and_shared(self):
        with open(self.path("core.log"), "w", encoding="utf-8") as file:
            file.write("what was there\n")
        router = self.start_router(log(module="ROUTER_CORE", outputFile=self.path("core.log")),
                                   log(module="ROUTER", outputFile=self.path("core.log")))
        self.connect(router)
        eventually(lambda: "Connection Opened" in self.text("core.log"), "a line in the file")
        text = self.text("core.log")
        self.assertTrue(text.startswith("what was there\n"))
        self.assertIn(" ROUTER (info) Version", text)
        self.assertNotIn(" ROUTER_CORE (", router.log)
        self.assertNotIn(" SERVER (", text)

    def test_a_relative_path_is_below_the_working_directory(self):
        self.start_router(log(module="ROUTER", outputFile="relative.log"))
        eventually(lambda: os.path.exists(self.path("relative.log")), "the file")

    def test_stdout_is_an_output(self):
        router = self.start_router(log(module="DEFAULT", outputFile="stdout"))
        router.wait_log("Operational")

    def test_the_source_is_appended_on_demand(self):
        router = self.start_router(log(module="SERVER", includeSource=True))
        router.wait_log(r"Operational, .*\) \(router/server/process\.cpp:\d+\)$")
        self.assertNotRegex(router.log, r"ROUTER \(.*\.cpp:\d+\)$")

    def test_the_timestamp_can_be_left_out(self):
        router = self.start_router(log(module="SERVER", includeTimestamp=False),
                                   log(module="CONN_MGR", includeTimestamp=True))
        router.wait_log(r"^SERVER \(notice\) Process")
        self.assertRegex(router.log, rf"(?m)^{TIMESTAMP} CONN_MGR ")

    def test_the_timestamp_has_a_format(self):
        router = self.start_router(router_section(timestampFormat="%Y/%j %H h %%06lu us"))
        router.wait_log(r"^\d{4}/\d{3} \d\d h \d{6} us SERVER \(notice\) Process")

    def test_timestamps_are_local_or_universal(self):
        os.environ["TZ"] = "XYZ-03:30"
        self.addCleanup(os.environ.pop, "TZ")
        local = self.start_router()
        local.wait_log(r"^\S+ \S+ \+0330 SERVER \(notice\) Process")
        universal = self.start_router(router_section(timestampsInUTC=True), name="U")
        universal.wait_log(r"^\S+ \S+ \+0000 SERVER \(notice\) Process")

    def test_a_long_text_is_cut(self):
        router = self.start_router()
        self.connect(router).receiver("x" * 5000)
        line = router.wait_log(r"ROUTER_CORE \(info\) (\[C1\]\[L\d+\] Link attached: .*)$")
        self.assertEqual(len(line[1].encode()), 2047)


if __name__ == "__main__":
    import unittest
    unittest.main()
