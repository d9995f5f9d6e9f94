# SPDX-License-Identifier: Apache-2.0
"""Networks of interior routers."""
from . import config
from .case import RouterTest

TIMERS = {"helloIntervalSeconds": 1, "helloMaxAgeSeconds": 3}


class NetworkTest(RouterTest):
    """Routers are named; a link to another one is a connector to its listener called "routers"."""

    def interior(self, name, *sections, to=(), costs=None, port=0, workers=2):
        """An interior router that connects to the routers in `to`.

        costs: by the name of the other router, 1 if it is left out. port: of its listener for
        routers, for one that takes the place of another.
        """
        costs = costs or {}
        connectors = [config.connector(name=other.name, role="inter-router",
                                       port=other.port("routers"),
                                       cost=costs.get(other.name, 1)) for other in to]
        listeners = [config.listener(name="clients"),
                     config.listener(name="routers", role="inter-router", port=port),
                     config.listener(name="edges", role="edge")]
        return self.start_router(config.router(mode="interior", **TIMERS), *listeners,
                                 *connectors, *sections, name=name, workers=workers)

    def edge(self, name, *sections, to=(), workers=2):
        """An edge router below the first of the interior routers in `to` that answers; it has an
        uplink when this returns, if there is somebody to connect to."""
        connectors = [config.connector(name=other.name, role="edge", port=other.port("edges"))
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

    @staticmethod
    def wait_for_each_other(routers):
        for router in routers:
            for other in routers:
                if other is not router:
                    wait_for_route(router, other.name)


def wait_for_uplink(router, interior=".*"):
    router.wait_log(rf"to interior router '{interior}' is in use")


def wait_for_route(router, name):
    router.wait_log(rf"Router {name} is reachable: ")
