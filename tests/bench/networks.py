# SPDX-License-Identifier: Apache-2.0
"""Measures networks of one make of router: what a hop costs, and what a mesh costs at rest."""
import contextlib
import time

from measured_router import MeasuredRouter, free_port

LONGEST_CHAIN = 3
CHAIN_LOADS = {"chain": ["--size", "100"], "chain1k": ["--size", "1000"]}
MESH = "mesh"
MESH_ROUTERS = 4
MESH_SECONDS = 10
# For routes and addresses to come through; what is refused before is not counted.
NETWORK_WARMUP = ["--warmup", "2"]

LISTENER = """
listener {{
    role: inter-router
    host: 127.0.0.1
    port: {port}
    authenticatePeer: no
    saslMechanisms: ANONYMOUS
}}
"""

CONNECTOR = """
connector {{
    role: inter-router
    name: to-{port}
    host: 127.0.0.1
    port: {port}
}}
"""


class Network:
    """Interior routers; each connects to those of `neighbours(number)`, which started before it."""

    def __init__(self, name, command, options, folder, size, neighbours):
        self.routers = []
        ports = []
        try:
            for number in range(size):
                ports.append(free_port())
                sections = LISTENER.format(port=ports[number]) + "".join(
                    CONNECTOR.format(port=ports[other]) for other in neighbours(number))
                self.routers.append(MeasuredRouter(f"{name}-{size}-{number}", command,
                                                   options.workers, folder, "interior", sections))
        except BaseException:
            self.stop()
            raise

    def load_arguments(self):
        """Messages enter at the first router and leave at the last."""
        return ["--send-port", str(self.routers[0].port),
                "--recv-port", str(self.routers[-1].port),
                "--pid", ",".join(str(router.pid) for router in self.routers), *NETWORK_WARMUP]

    def cpu_seconds(self):
        return sum(router.cpu_seconds() for router in self.routers)

    def stop(self):
        for router in self.routers:
            router.stop()


def chain(name, command, options, folder, length):
    return Network(name, command, options, folder, length,
                   lambda number: [number - 1] if number else [])


def measure_chains(command, name, options, folder, run_load, loads):
    """The runs by load and number of routers; a round loads one chain after the other."""
    runs = {load: {} for load in loads}
    with contextlib.ExitStack() as stack:
        chains = []
        for length in range(1, LONGEST_CHAIN + 1):
            chains.append(chain(name, command, options, folder, length))
            stack.callback(chains[-1].stop)
        for load in loads:
            for _ in range(options.rounds):
                for network in chains:
                    arguments = [*CHAIN_LOADS[load], "--seconds", str(options.seconds),
                                 *network.load_arguments()]
                    runs[load].setdefault(len(network.routers), []).append(
                        run_load(options.load, arguments))
    return runs


def measure_mesh(command, name, options, folder):
    """CPU time per second and router when nobody sends anything."""
    mesh = Network(name, command, options, folder, MESH_ROUTERS, range)
    try:
        time.sleep(MESH_SECONDS)  # until the routers have got used to each other
        start, before = time.monotonic(), mesh.cpu_seconds()
        time.sleep(MESH_SECONDS)
        used, seconds = mesh.cpu_seconds() - before, time.monotonic() - start
    finally:
        mesh.stop()
    return {"cpu_ms_per_s": used / seconds / MESH_ROUTERS * 1000}
