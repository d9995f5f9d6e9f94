# SPDX-License-Identifier: Apache-2.0
"""Does a big query of an operator delay messages? Paced traffic, without queries and with them."""
import json
import statistics
import subprocess
import time

from scenarios import SCENARIOS

LINKS = 100_000
PACED = "paced5k"
QUIET = "no query"
# What is asked meanwhile, again and again without a pause.
QUERIES = {"all at once": [], "pages of 500": ["--page", "500"]}
OPEN_SECONDS = 120


class Helper:
    """A load generator that does its work until its standard input ends."""

    def __init__(self, load, arguments):
        self._process = subprocess.Popen([load] + arguments, stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def first_line(self):
        return self._process.stdout.readline()

    def end(self):
        """What it printed in the end, as figures."""
        output, errors = self._process.communicate(timeout=OPEN_SECONDS)
        if self._process.returncode != 0:
            return {"error": (errors.strip() or "failed")[-160:]}
        return json.loads(output) if output.strip() else {}


def resident_mib(pid):
    """At the moment, and the most since `forget_peak`."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        fields = dict(line.split(":", 1) for line in file)
    return [int(fields[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM")]


def forget_peak(pid):
    with open(f"/proc/{pid}/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def one_run(run_load, options, router, query):
    """Latency of paced messages while a query, or none, is answered all the time."""
    forget_peak(router.pid)
    before, _ = resident_mib(router.pid)
    asking = query is not None and Helper(options.load, router.load_arguments()
                                          + ["--ask"] + query)
    paced = run_load(options.load, SCENARIOS[PACED].load + router.load_arguments()
                     + ["--seconds", str(options.seconds)])
    if not asking:
        return paced
    _, peak = resident_mib(router.pid)
    answered = asking.end()
    return {**paced, **answered, "peak_growth_mib": max(0, peak - before)}


def measure(run_load, options, router):
    """The runs of each kind; they take turns, so that they meet the same noise."""
    crowd = Helper(options.load, router.load_arguments() + ["--hold", str(options.links)])
    opened = crowd.first_line()
    runs = {"opened": json.loads(opened) if opened else crowd.end()}
    if "error" in runs["opened"]:
        return runs
    time.sleep(1)
    try:
        runs["resident_mib"] = resident_mib(router.pid)[0]
        for _ in range(options.rounds):
            for name, query in {QUIET: None, **QUERIES}.items():
                runs.setdefault(name, []).append(one_run(run_load, options, router, query))
    finally:
        crowd.end()
    return runs


def table(runs):
    """The lines to print."""
    if "error" in runs["opened"]:
        yield f"management: {runs['opened']['error']}"
        return
    opened = runs["opened"]
    yield (f"{opened['opened']} links from as many addresses, open after {opened['seconds']:.1f} "
           f"s, {runs['resident_mib']:.0f} MiB; messages at 5,000/s and queries of all addresses")
    yield (f"{'meanwhile':<14}{'p50 us':>8}{'p99 us':>8}{'p99.9 us':>10}{'router cores':>14}"
           f"{'query s':>9}{'queries':>9}{'MiB':>7}{'memory grew by MiB':>20}")
    for name in (QUIET, *QUERIES):
        yield row(name, runs[name])


def row(name, runs):
    errors = [run["error"] for run in runs if "error" in run]
    if errors:
        return f"{name:<14}error: {errors[0]}"

    def median(key):
        return statistics.median(run[key] for run in runs)

    text = (f"{name:<14}{median('p50_us'):>8.0f}{median('p99_us'):>8.0f}{median('p999_us'):>10.0f}"
            f"{median('router_cores'):>14.2f}")
    if name == QUIET:
        return text
    return text + (f"{median('seconds'):>9.2f}{sum(run['queries'] for run in runs):>9}"
                   f"{median('mib'):>7.1f}{median('peak_growth_mib'):>20.0f}")


def has_errors(runs):
    return "error" in runs["opened"] or any(
        "error" in run for name in (QUIET, *QUERIES) for run in runs[name])
