# SPDX-License-Identifier: Apache-2.0
"""Networks of interior routers."""
import re

from . import config, rest
from .case import RouterTest
from .proxy import Proxy

TIMERS = {"helloIntervalSeconds": 1, "helloMaxAgeSeconds": 3}


class NetworkTest(RouterTest):
    """Routers are named; a link to another one is a connector to its listener called "routers"."""

    def setUp(self):
        super().setUp()
        self.truth = rest.Truth()

    def interior(self, name, *sections, to=(), costs=None, port=0, edge_port=0, idle=None,
                 session_frames=None, workers=2):
        """An interior router that connects to the routers in `to`.

        costs: by the name of the other router, 1 if it is left out. port: of its listener for
        routers, for one that takes the place of another, as edge_port. idle: seconds of silence
        after which it gives up connections to other routers. session_frames: what a session takes.
        Its listener "open" shows the annotations of routers.
        """
        costs = costs or {}
        connectors = [config.connector(name=f"{other.name}.{number}", role="inter-router",
                                       port=other.port("routers"), idleTimeoutSeconds=idle,
                                       maxSessionFrames=session_frames,
                                       cost=costs.get(other.name, 1))
                      for number, other in enumerate(to)]
        listeners = [config.listener(name="clients", maxSessionFrames=session_frames),
                     config.listener(name="open", stripAnnotations="no"),
                     config.listener(name="routers", role="inter-router", port=port,
                                     idleTimeoutSeconds=idle, maxSessionFrames=session_frames),
                     config.listener(name="edges", role="edge", port=edge_port,
                                     idleTimeoutSeconds=idle, maxSessionFrames=session_frames)]
        router = self.start_router(config.router(mode="interior", **TIMERS), *listeners,
                                   *connectors, *sections, name=name, workers=workers)
        self.truth.made(router, to, costs)
        return router

    def edge(self, name, *sections, to=(), idle=None, session_frames=None, workers=2):
        """An edge router below the first of the interior routers in `to` that answers; it has an
        uplink when this returns, if there is somebody to connect to."""
        connectors = [config.connector(name=other.name, role="edge", port=other.port("edges"),
                                       idleTimeoutSeconds=idle, maxSessionFrames=session_frames)
                      for other in to]
        router = self.start_router(config.router(mode="edge"), config.listener(name="clients"),
                                   *connectors, *sections, name=name, workers=workers)
        if to:
            wait_for_uplink(router)
        return router

    def line(self, *names, sections=()):
        """Each is connected to the one before it. All know each other when this returns."""
        routers = []
        for name in names:
            routers.append(self.interior(name, *sections, to=routers[-1:]))
        self.wait_for_each_other(routers)
        return routers

    def proxy(self, router, listener="routers"):
        """A cable to that listener that can be cut; routers connect to it instead."""
        proxy = Proxy(router, listener)
        self.addCleanup(proxy.close)
        return proxy

    def wait_for_rest(self, first, last, address):
        """Until all routers agree on how to get from one router to the other, which may be edge
        routers, and where the consumers of the address are. From then on nothing of what is sent
        may get lost."""
        ends = [router for router in (first, last) if self.truth.is_interior(router)]
        names = [router.name for router in ends]
        if not ends and first is not last:
            names = list(self.truth.peers())[:1]

        def is_at_rest():
            return all(rest.all_agree_on_paths(self, self.truth, name) and
                       rest.all_know_the_consumer(self, self.truth, name, address)
                       for name in names) and \
                rest.is_served(self, self.truth, first, address)

        self.eventually(is_at_rest, f"all to know the way from {first.name} to {last.name}")

    @staticmethod
    def wait_for_each_other(routers):
        for router in routers:
            for other in routers:
                if other is not router:
                    wait_for_route(router, other.name)


def wait_for_uplink(router, interior=".*"):
    router.wait_log(rf"to interior router '{interior}' is in use")


def wait_for_route(router, name, cost=r"\d+"):
    router.wait_log(rf"Router {name} is reachable: cost {cost},")


def routes(router, name):
    """How often the router said something new about its way to the other one."""
    return len(re.findall(rf"Router {name} is (?:not )?reachable", router.log))


def is_reachable(router, name):
    said = re.findall(rf"Router {name} is (not )?reachable", router.log)
    return bool(said) and said[-1] == ""
