# SPDX-License-Identifier: Apache-2.0
"""Traffic from everywhere to everywhere, while parts of the network die, freeze and are cut off.

The order of events is random; the seed is printed, and CROSSPOINT_SEED repeats it.
"""
import os
import random
import signal

from harness import NetworkTest, address
from harness.network import is_reachable
from harness.traffic import Traffic

SECTIONS = [address(prefix="all", distribution="multicast")]
IDLE = 4
ROUNDS = 8


class Chaos(NetworkTest):
    """Clients are at A, C and the edge router E; B and D, between A and C, may die."""

    def setUp(self):
        super().setUp()
        self.seed = int(os.environ.get("CROSSPOINT_SEED", random.SystemRandom().getrandbits(32)))
        print(f"CROSSPOINT_SEED={self.seed}")
        self.random = random.Random(self.seed)
        self.a = self.interior("A", *SECTIONS, idle=IDLE)
        self.c = self.interior("C", *SECTIONS, idle=IDLE)
        self.cables = [self.proxy(self.a), self.proxy(self.c)]
        self.uplinks = [self.proxy(self.a, "edges"), self.proxy(self.c, "edges")]
        self.between = {}
        for name in "BD":
            self.start(name)
        self.wait_for_each_other([self.a, *self.between.values(), self.c])
        self.edge_router = self.edge("E", *SECTIONS, to=self.uplinks, idle=IDLE)
        self.frozen = set()

    def start(self, name):
        """B's connections can be cut, D's cannot, so that there may always be a way."""
        ends = self.cables if name == "B" else [self.a, self.c]
        self.between[name] = self.interior(name, *SECTIONS, to=ends, idle=IDLE)

    # --- what may happen --------------------------------------------------------------------------

    def kill(self):
        self.wake_all()
        name = self.random.choice("BD")
        self.between[name].kill()
        self.start(name)

    def freeze(self):
        router = self.random.choice(list(self.between.values()))
        router.signal(signal.SIGSTOP)
        self.frozen.add(router)

    def wake_all(self):
        for router in self.frozen:
            router.signal(signal.SIGCONT)
        self.frozen.clear()

    def drop(self):
        self.random.choice(self.cables + self.uplinks).drop()

    def cut(self):
        self.random.choice(self.cables).cut()

    def move_uplink(self):
        """The other uplink takes over, for as long as this one is cut."""
        for uplink in self.uplinks:
            uplink.mend()
        self.random.choice(self.uplinks).cut()

    def silence(self):
        self.random.choice(self.cables).silence()

    def mend(self):
        self.wake_all()
        for cable in self.cables + self.uplinks:
            cable.mend()

    def all_is_well(self, traffics):
        """Once nothing is broken any more, and the routers know it, every message arrives."""
        self.mend()
        for traffic in traffics:
            traffic.flows_fully("after", count=150)
        for traffic in traffics:
            traffic.check()

    def test_no_message_is_lost_silently_and_all_is_well_in_the_end(self):
        routers = [self.a, self.c, self.edge_router]
        pairs = [(first, last) for first in routers for last in routers if first is not last]
        traffics = [Traffic(self, first, last, f"work/{first.name}{last.name}")
                    for first, last in pairs]
        events = [self.kill, self.freeze, self.drop, self.cut, self.move_uplink, self.silence,
                  self.mend, self.wake_all]
        for number in range(ROUNDS):
            for traffic in traffics:
                traffic.send(self.random.randint(1, 100))
            event = self.random.choice(events)
            print(event.__name__)
            event()
            # As long as it takes one of them to be told of everything, or nothing at all.
            self.random.choice(traffics).check()
            if number == ROUNDS // 2:
                self.all_is_well(traffics)
        self.all_is_well(traffics)
        self.assertTrue(is_reachable(self.a, "C") and is_reachable(self.c, "A"))
