# SPDX-License-Identifier: Apache-2.0
"""Routers that die, freeze, come back, or are cut off, while messages are on their way."""
import signal
import unittest

from proton import Message

from harness import ACCEPTED, MODIFIED, RELEASED, NetworkTest, address
from harness.network import is_reachable, wait_for_uplink
from harness.traffic import Traffic

SECTIONS = [address(prefix="all", distribution="multicast")]
IDLE = 4


class Dying(NetworkTest):
    def test_a_router_in_the_middle_dies_and_comes_back(self):
        first, middle, last = self.line("A", "B", "C", sections=SECTIONS)
        port = middle.port("routers")
        traffic = Traffic(self, first, last)
        traffic.send(200)
        middle.kill()
        traffic.check()
        self.eventually(lambda: not is_reachable(first, "C"), "loss")
        middle = self.interior("B", *SECTIONS, to=[first], port=port)
        traffic.flows_fully("after")

    def test_what_was_with_the_consumer_is_modified(self):
        first, middle, last = self.line("A", "B", "C", sections=SECTIONS)
        receiver = self.connect(last).receiver("work", settle=None)
        sender = self.connect(first).sender("work")
        sent = [sender.send(Message(body=n)) for n in range(50)]
        receiver.wait(50)
        middle.kill()
        self.assertEqual({s.wait().state for s in sent}, {MODIFIED})
        self.eventually(lambda: not is_reachable(last, "A"), "loss")
        for received in receiver.complete:
            received.settle(ACCEPTED)

    def test_the_router_of_the_consumer_restarts(self):
        first, middle = self.line("A", "B", sections=SECTIONS)
        for again in range(3):
            last = self.interior("C", *SECTIONS, to=[middle])
            traffic = Traffic(self, first, last, f"work/{again}")
            traffic.send(100)
            last.kill()
            traffic.check()

    def test_a_restart_that_nobody_had_time_to_notice(self):
        first, middle, last = self.line("A", "B", "C", sections=SECTIONS)
        self.connect(last).receiver("old")
        old = self.connect(first).sender("old")
        self.eventually(lambda: old.credit > 0, "credit")
        last.kill()
        last = self.interior("C", *SECTIONS, to=[middle])
        Traffic(self, first, last, "new").flows_fully("after")
        self.assertEqual(old.send(Message(body=1)).wait().state, RELEASED)

    def test_a_ring_survives_the_death_of_any_router(self):
        a = self.interior("A", *SECTIONS)
        b = self.interior("B", *SECTIONS, to=[a])
        d = self.interior("D", *SECTIONS, to=[a])
        c = self.interior("C", *SECTIONS, to=[b, d])
        self.wait_for_each_other([a, b, c, d])
        traffic = Traffic(self, a, c)
        traffic.send(200)
        b.kill()
        traffic.check()
        traffic.flows_fully("the other way")

    def test_a_stream_is_aborted(self):
        first, middle, last = self.line("A", "B", "C", sections=SECTIONS)
        receiver = self.connect(last).receiver("large", keep=False)
        sender = self.connect(first).sender("large")
        stream = sender.stream()
        stream.write(b"\x00Su\xb0\x00\x40\x00\x00" + bytes(1 << 20))
        self.eventually(lambda: receiver.deliveries and receiver.deliveries[0].size > 500000,
                        "the first part")
        middle.kill()
        self.eventually(lambda: receiver.deliveries[0].aborted, "the abort")
        stream.write(bytes(3 << 20))
        stream.finish()
        self.assertIn(stream.wait().state, (RELEASED, MODIFIED))


class Frozen(NetworkTest):
    def setUp(self):
        super().setUp()
        self.first = self.interior("A", *SECTIONS, idle=IDLE)
        self.middle = self.interior("B", *SECTIONS, to=[self.first], idle=IDLE)
        self.last = self.interior("C", *SECTIONS, to=[self.middle], idle=IDLE)
        self.wait_for_each_other([self.first, self.middle, self.last])
        self.traffic = Traffic(self, self.first, self.last)

    def test_a_router_stops_and_goes_on(self):
        self.middle.signal(signal.SIGSTOP)
        self.addCleanup(self.middle.signal, signal.SIGCONT)
        self.traffic.send(200)
        self.eventually(lambda: not is_reachable(self.first, "C"), "the loss of HELLOs")
        self.traffic.check()
        self.middle.signal(signal.SIGCONT)
        self.traffic.flows_fully("after")

    def test_a_short_stop_loses_nothing(self):
        self.middle.signal(signal.SIGSTOP)
        self.traffic.send(100)
        self.middle.signal(signal.SIGCONT)
        self.assertEqual(set(self.traffic.check()), {ACCEPTED})
        self.traffic.flows_fully("after")


class CutOff(NetworkTest):
    def setUp(self):
        super().setUp()
        self.first = self.interior("A", *SECTIONS, idle=IDLE)
        self.cable = self.proxy(self.first)
        self.last = self.interior("B", *SECTIONS, to=[self.cable], idle=IDLE)
        self.wait_for_each_other([self.first, self.last])
        self.there = Traffic(self, self.first, self.last, "there")
        self.back = Traffic(self, self.last, self.first, "back")

    def send(self):
        self.there.send(100)
        self.back.send(100)

    def resumes(self):
        self.cable.mend()
        self.there.flows_fully("again")
        self.back.flows_fully("again")

    def test_a_connection_breaks_often(self):
        for _ in range(3):
            self.send()
            self.cable.drop()
            self.there.check()
            self.back.check()
            self.resumes()

    def test_a_partition(self):
        self.send()
        self.cable.cut()
        self.there.check()
        self.back.check()
        self.eventually(lambda: not is_reachable(self.first, "B"), "loss")
        # Both halves serve their own clients.
        for router in (self.first, self.last):
            Traffic(self, router, router, "local " + router.name).flows_fully("alone")
        self.resumes()

    def test_a_cable_that_swallows_everything(self):
        self.cable.silence()
        self.send()
        self.there.check()
        self.back.check()
        self.resumes()


class EdgeFailure(NetworkTest):
    def test_the_interior_router_freezes(self):
        first = self.interior("A", *SECTIONS, idle=IDLE)
        second = self.interior("B", *SECTIONS, to=[first], idle=IDLE)
        self.wait_for_each_other([first, second])
        edge = self.edge("E", *SECTIONS, to=[first, second], idle=IDLE)
        used, other = (first, second) if "'A' is in use" in edge.log else (second, first)
        up = Traffic(self, edge, other, "up")
        down = Traffic(self, other, edge, "down")
        used.signal(signal.SIGSTOP)
        self.addCleanup(used.signal, signal.SIGCONT)
        up.send(100)
        down.send(100)
        up.check()
        down.check()
        wait_for_uplink(edge, other.name)
        up.flows_fully("over the other")
        down.flows_fully("over the other")

    def test_the_edge_router_freezes(self):
        first, second = self.line("A", "B", sections=SECTIONS)
        edge = self.edge("E", *SECTIONS, to=[first])
        up = Traffic(self, edge, second, "up")
        down = Traffic(self, second, edge, "down")
        edge.signal(signal.SIGSTOP)
        self.addCleanup(edge.signal, signal.SIGCONT)
        down.send(100)
        # Its heartbeat is missed long before the connection's own silence is too long.
        down.check()
        first.wait_log("The edge router 'E' has been silent for too long")
        edge.signal(signal.SIGCONT)
        up.flows_fully("again")
        down.flows_fully("again")

    def test_the_only_uplink_breaks_and_comes_back(self):
        interior = self.interior("A", *SECTIONS)
        cable = self.proxy(interior, "edges")
        edge = self.edge("E", *SECTIONS, to=[cable])
        up = Traffic(self, edge, interior, "up")
        down = Traffic(self, interior, edge, "down")
        for again in range(2):
            up.send(100)
            down.send(100)
            cable.cut()
            up.check()
            down.check()
            Traffic(self, edge, edge, f"local/{again}").flows_fully("alone")
            cable.mend()
            up.flows_fully("again")
            down.flows_fully("again")

    def test_an_edge_restarts(self):
        interior = self.interior("A", *SECTIONS)
        for again in range(3):
            edge = self.edge("E", *SECTIONS, to=[interior])
            down = Traffic(self, interior, edge, f"down/{again}")
            up = Traffic(self, edge, interior, f"up/{again}")
            down.send(100)
            up.send(100)
            edge.kill()
            down.check()


if __name__ == "__main__":
    unittest.main()
