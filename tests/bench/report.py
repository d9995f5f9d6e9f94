# SPDX-License-Identifier: Apache-2.0
"""Makes a table of the runs, with our goals and whether they are met."""
import network_report
from figures import first_error, judged, median, x_client
from scenarios import LEAST_OF_DIRECT, MOST_IDLE_KIB, SCENARIOS

OURS = "ours"
DIRECT = "direct"
IDLE = "idle"

HEAD = (f"{'scenario':<12}{'router':<12}{'msg/s':>10}{'p50 us':>9}{'p99 us':>9}{'cpu us/msg':>12}"
        f"{'x client':>10}{'rss MiB':>9}  ")


def has_errors(results):
    return any("error" in run for by_router in results.values() for runs in by_router.values()
               for run in runs)


def verdicts(scenario, by_router):
    """One text for each goal of ours in this scenario."""
    ours = by_router[OURS]
    goal = SCENARIOS[scenario].x_client
    texts = [judged(f"x client <= {goal}", x_client(ours) <= goal)]
    if scenario in LEAST_OF_DIRECT and DIRECT in by_router:
        share = median(ours, "messages_per_s") / median(by_router[DIRECT], "messages_per_s")
        least = LEAST_OF_DIRECT[scenario]
        texts.append(judged(f"msg/s {share:.2f} >= {least} of direct", share >= least))
    return texts


def against(ours, runs, key):
    """How much better ours is than another router: throughput, and CPU time per message."""
    faster = median(ours, "messages_per_s") / median(runs, "messages_per_s")
    cheaper = median(runs, key) / median(ours, "router_cpu_us_per_message")
    return f"ours: {faster:.2f} x throughput, {cheaper:.2f} x cheaper"


def load_row(scenario, name, by_router):
    runs = by_router[name]
    cpu_key = "client_cpu_us_per_message" if name == DIRECT else "router_cpu_us_per_message"
    quotient = "-" if name == DIRECT else f"{x_client(runs):.2f}"
    memory = "-" if name == DIRECT else f"{median(runs, 'router_rss_mib'):.1f}"
    row = (f"{scenario:<12}{name:<12}{median(runs, 'messages_per_s'):>10.0f}"
           f"{median(runs, 'p50_us'):>9.0f}{median(runs, 'p99_us'):>9.0f}"
           f"{median(runs, cpu_key):>12.2f}{quotient:>10}{memory:>9}  ")
    error = first_error(runs)
    if error:
        return row + f"error: {error}"
    if name == OURS:
        return row + "; ".join(verdicts(scenario, by_router))
    if name != DIRECT and OURS in by_router:
        return row + against(by_router[OURS], runs, cpu_key)
    return row.rstrip()


def idle_row(name, runs):
    error = first_error(runs)
    if error:
        return f"{IDLE:<12}{name:<12}error: {error}"
    cold = runs[0]
    again = ", ".join(f"{run['kib_per_connection']:.1f}" for run in runs[1:])
    row = (f"{IDLE:<12}{name:<12}{cold['opened']} connections in {cold['seconds']:.2f} s, "
           f"{cold['kib_per_connection']:.1f} KiB ({again} more for as many again) and "
           f"{cold['cpu_us_per_connection']:.0f} us each")
    if name == OURS:
        row += "  " + judged(f"KiB <= {MOST_IDLE_KIB}", cold["kib_per_connection"] <= MOST_IDLE_KIB)
    return row


def table(results):
    """The lines to print. Results: scenario -> router -> runs."""
    lines = []
    if any(scenario != IDLE for scenario in results):
        lines.append(HEAD + "goals")
    for scenario, by_router in results.items():
        if scenario in network_report.SCENARIOS:
            lines += network_report.rows(scenario, by_router, OURS)
            continue
        for name, runs in by_router.items():
            lines.append(idle_row(name, runs) if scenario == IDLE
                         else load_row(scenario, name, by_router))
    return lines
