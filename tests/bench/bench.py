#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures routers side by side and says which of our goals are met.

Every router runs for the whole time, and a round of a scenario loads one after the other, so that
they meet the same noise. A row `direct` is measured with them: no router, what Proton costs alone.

Trust the column `x client`: the router's CPU time per message over the clients' own in the same
seconds. The clients send and receive each message once, as a router must, and suffer the same
noise, so the quotient hardly moves on a machine where everything else does.
"""
import argparse
import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import management  # noqa: E402
import measured_router  # noqa: E402
import network_report  # noqa: E402
import networks  # noqa: E402
import report  # noqa: E402
from scenarios import SCENARIOS  # noqa: E402

LONGEST_RUN_SECONDS = 120
ALL_SCENARIOS = [*SCENARIOS, *network_report.SCENARIOS]


def run_load(load, arguments):
    """One run of the load generator: its figures, or {"error": ...}."""
    try:
        run = subprocess.run([load] + arguments, capture_output=True, text=True,
                             timeout=LONGEST_RUN_SECONDS)
    except subprocess.TimeoutExpired:
        return {"error": f"not done after {LONGEST_RUN_SECONDS} s"}
    if run.returncode != 0:
        return {"error": (run.stderr.strip() or "failed")[-160:]}
    return json.loads(run.stdout)


def say(text):
    print(text, file=sys.stderr, flush=True)


def measure_scenario(name, routers, options):
    """The runs of every router, and of none, by name."""
    runs = {}
    arguments = SCENARIOS[name].load + ["--seconds", str(options.seconds)]
    for number in range(1, options.rounds + 1):
        say(f"measuring {name}, round {number} of {options.rounds} ...")
        for router in routers:
            runs.setdefault(router.name, []).append(
                run_load(options.load, arguments + router.load_arguments()))
        if SCENARIOS[name].has_direct:
            port = str(measured_router.free_port())
            runs.setdefault(report.DIRECT, []).append(
                run_load(options.load, arguments + ["--direct", "--port", port]))
    return runs


def measure_idle(routers, options):
    """Twice: memory that the first crowd leaves behind may serve the second."""
    say(f"measuring {options.idle} idle connections ...")
    return {router.name: [run_load(options.load, router.load_arguments()
                                   + ["--idle", str(options.idle)]) for _ in range(2)]
            for router in routers}


def measure_networks(wanted, options, folder):
    """Chains and meshes, of one make of router after the other."""
    results = {}
    loads = [load for load in networks.CHAIN_LOADS if load in wanted]
    for name, command in options.commands.items():
        if loads:
            say(f"measuring chains of {name} ...")
            by_load = networks.measure_chains(command, name, options, folder, run_load, loads)
            for load, by_hops in by_load.items():
                results.setdefault(load, {}).update(
                    {network_report.chain_key(name, hops): runs
                     for hops, runs in by_hops.items()})
        if networks.MESH in wanted:
            say(f"measuring a mesh of {name} at rest ...")
            results.setdefault(networks.MESH, {})[name] = [
                networks.measure_mesh(command, name, options, folder)]
    return results


def measure_alone(wanted, options, folder):
    """Idle connections come first, when no load has left memory behind for them."""
    results = {}
    scenarios = [scenario for scenario in SCENARIOS if scenario in wanted]
    if not scenarios and not options.idle:
        return results
    with contextlib.ExitStack() as stack:
        routers = []
        for name, command in options.commands.items():
            routers.append(measured_router.MeasuredRouter(name, command, options.workers, folder))
            stack.callback(routers[-1].stop)
        idle = measure_idle(routers, options) if options.idle and routers else None
        for scenario in scenarios:
            results[scenario] = measure_scenario(scenario, routers, options)
        if idle:
            results[report.IDLE] = idle
    return results


def measure_management(options, folder):
    router = measured_router.MeasuredRouter(report.OURS, options.commands[report.OURS],
                                            options.workers, folder)
    try:
        say(f"measuring queries of {options.links} links and addresses ...")
        return management.measure(run_load, options, router)
    finally:
        router.stop()


def parse(arguments):
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--load", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--ours", help=argparse.SUPPRESS)
    parser.add_argument("--router", action="append", default=[], metavar='NAME="COMMAND {conf}"',
                        help="another router to measure; {conf} is its configuration file")
    parser.add_argument("--scenario", action="append", choices=sorted(ALL_SCENARIOS),
                        help="only this one; may be given more than once")
    parser.add_argument("--rounds", type=int, default=3, help="the table shows medians (3)")
    parser.add_argument("--seconds", type=float, default=3, help="measured in each round (3)")
    parser.add_argument("--workers", type=int, default=2, help="workerThreads of each router (2)")
    parser.add_argument("--idle", type=int, metavar="N",
                        help="idle connections to measure first; 0: none (2000, if no --scenario)")
    parser.add_argument("--management", action="store_true",
                        help="only this: what queries of the management node do to messages")
    parser.add_argument("--links", type=int, default=management.LINKS, metavar="N",
                        help=f"with --management: of the router that is queried "
                             f"({management.LINKS})")
    parser.add_argument("--json", metavar="FILE", help="write every single run there as well")
    options = parser.parse_args(arguments)
    if options.rounds < 1 or options.seconds <= 0 or options.workers < 1:
        parser.error("--rounds, --seconds and --workers must be more than 0")
    if options.management and (options.scenario or options.router or not options.ours):
        parser.error("--management is about our own router alone, and has no scenarios")
    if options.idle is None:
        options.idle = 0 if options.scenario else 2000
    options.commands = {}
    if options.ours:
        options.commands[report.OURS] = f"{shlex.quote(options.ours)} -c {{conf}}"
    for text in options.router:
        name, equals, command = text.partition("=")
        taken = [*options.commands, report.DIRECT]
        if not equals or name in taken or "{conf}" not in command:
            parser.error(f'--router wants NAME="COMMAND {{conf}}" with a new name, not {text!r}')
        options.commands[name] = command
    return options


def main(arguments):
    options = parse(arguments)
    wanted = options.scenario or ALL_SCENARIOS
    with tempfile.TemporaryDirectory(prefix="crosspoint-bench-") as folder:
        try:
            if options.management:
                results = measure_management(options, folder)
            else:
                results = measure_alone(wanted, options, folder)
                results.update(measure_networks(wanted, options, folder))
        except measured_router.NotStarted as problem:
            sys.exit(f"bench: {problem}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
    shown = management if options.management else report
    print("\n".join(shown.table(results)))
    return 1 if shown.has_errors(results) else 0


if __name__ == "__main__":
    # Ctrl-C has to reach the `finally` that stops the routers, also when started in background.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
