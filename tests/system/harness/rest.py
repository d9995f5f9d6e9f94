# SPDX-License-Identifier: Apache-2.0
"""Whether a network has come to rest: what all its routers say of themselves, against the truth."""
from .management import PREFIX, Manager

UNREACHABLE = float("inf")


class Truth:
    """The interior routers that are there, and the connections between them, as a test made them.

    A cable that is cut or silent does not count, nor does a router that is stopped.
    """

    def __init__(self):
        self._interior = {}  # by name: the router, and (name of the other, cost, proxy or None)
        self._managers = {}

    def made(self, router, ends, costs):
        self._interior[router.name] = router, [
            (end.name, costs.get(end.name, 1), None if hasattr(end, "process") else end)
            for end in ends]

    def _alive(self):
        return {name: router for name, (router, _) in self._interior.items()
                if router.process.poll() is None and not router.is_frozen}

    def peers(self):
        """By name: the neighbours, and at which cost."""
        alive = self._alive()
        found = {name: {} for name in alive}
        for name in alive:
            for other, cost, cable in self._interior[name][1]:
                if other in alive and not (cable and cable.is_cut):
                    found[name][other] = found[other][name] = cost
        return found

    def costs(self, start):
        """By name, of all routers that can be reached."""
        peers = self.peers()
        costs = {start: 0}
        waiting = [start]
        while waiting:
            name = min(waiting, key=costs.get)
            waiting.remove(name)
            for other, cost in peers[name].items():
                if costs[name] + cost < costs.get(other, UNREACHABLE):
                    costs[other] = costs[name] + cost
                    waiting.append(other)
        return costs

    def manager(self, test, router):
        if router not in self._managers:
            self._managers[router] = Manager(test.connect(router))
        return self._managers[router]

    def routers_near(self, name):
        """All that can be reached from it, itself included."""
        return {other: self._interior[other][0] for other in self.costs(name)}

    def is_interior(self, router):
        return router.name in self._interior


def all_agree_on_paths(test, truth, name):
    """Every router that can be reached from this one knows the others, who is whose neighbour, and
    the cheapest cost of the way to each, and none that cannot be reached any more."""
    peers = truth.peers()
    for other, router in truth.routers_near(name).items():
        costs = truth.costs(other)
        rows = {row["id"]: row for row in truth.manager(test, router).entities(
            PREFIX + "router.node", "id", "linkState", "cost")}
        known = {row_id: (set(row["linkState"]), row["cost"] or 0) for row_id, row in rows.items()
                 if row["cost"] is not None or row_id == other}
        if known != {row_id: (set(peers[row_id]), cost) for row_id, cost in costs.items()}:
            return False
    return True


def address_row(test, truth, router, address):
    return truth.manager(test, router).ask(
        "READ", type=PREFIX + "router.address", identity="M0" + address).body or {}


def all_know_the_consumer(test, truth, name, address):
    """Among the routers that can be reached from this one, one has the consumers of the address,
    and all others know it."""
    rows = {other: address_row(test, truth, router, address)
            for other, router in truth.routers_near(name).items()}
    here = [other for other, row in rows.items() if row.get("subscriberCount")]
    return len(here) == 1 and all(
        row.get("remoteHostRouters") == ([] if other in here else here)
        for other, row in rows.items())


def is_served(test, truth, router, address):
    """This router, which may be an edge router, sends the address's messages somewhere."""
    row = address_row(test, truth, router, address)
    return bool(row.get("subscriberCount") or row.get("remoteCount"))
