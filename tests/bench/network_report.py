# SPDX-License-Identifier: Apache-2.0
"""Rows for networks of routers. Results: "<router>, <n> hops" -> runs, or router -> runs."""
import figures
from networks import CHAIN_LOADS, MESH
from scenarios import MOST_OF_ONE_HOP, MOST_REST_MS

SCENARIOS = [*CHAIN_LOADS, MESH]


def chain_key(router, hops):
    return f"{router}, {hops} hop" + ("s" if hops > 1 else "")


def rows(scenario, by_router, ours):
    if scenario == MESH:
        return [mesh_row(name, runs, name == ours) for name, runs in by_router.items()]
    return [chain_row(scenario, key, by_router, ours) for key in by_router]


def chain_row(scenario, key, by_router, ours):
    """Per hop, so that one router and several can be compared."""
    router, _, text = key.partition(", ")
    hops = int(text.split()[0])
    runs = by_router[key]
    row = (f"{scenario:<12}{key:<16}{figures.median(runs, 'messages_per_s'):>6.0f}"
           f"{figures.median(runs, 'p50_us'):>9.0f}{figures.median(runs, 'p99_us'):>9.0f}"
           f"{figures.median(runs, 'router_cpu_us_per_message') / hops:>12.2f}"
           f"{figures.x_client(runs) / hops:>10.2f}"
           f"{figures.median(runs, 'router_rss_mib') / hops:>9.1f}  per hop")
    error = figures.first_error(runs)
    if error:
        return f"{row}; error: {error}"
    if router != ours or hops == 1:
        return row
    share = figures.x_client(runs) / hops / figures.x_client(by_router[chain_key(router, 1)])
    return row + "; " + figures.judged(f"{share:.2f} <= {MOST_OF_ONE_HOP} of one router",
                                       share <= MOST_OF_ONE_HOP)


def mesh_row(name, runs, is_ours):
    error = figures.first_error(runs)
    if error:
        return f"{MESH:<12}{name:<12}error: {error}"
    used = figures.median(runs, "cpu_ms_per_s")
    row = f"{MESH:<12}{name:<12}at rest {used:.2f} ms of CPU time per second and router"
    if is_ours:
        row += "  " + figures.judged(f"ms <= {MOST_REST_MS}", used <= MOST_REST_MS)
    return row
