# SPDX-License-Identifier: Apache-2.0
"""Runs all tests of the tree in parallel and sums them up. Called by ./dev test and ./dev sanitize.

The last line is `N passed, M failed`; the exit status is 0 only if something passed and nothing
failed.
"""
import argparse
import contextlib
import os
import re
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import gather  # noqa: E402
import jobs as jobs_module  # noqa: E402
from sanitizers import OPTIONS, Sanitizer  # noqa: E402


def parse(arguments):
    parser = argparse.ArgumentParser(prog="./dev test")
    parser.add_argument("filter", nargs="?", help="only tests with this in their name")
    parser.add_argument("--build", required=True, help="build directory of router and unit tests")
    parser.add_argument("--fuzz", help="build directory of the fuzzers")
    parser.add_argument("--sanitizer", choices=sorted(OPTIONS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--failure", action="append", default=[], metavar="WHAT",
                        help="something before the tests that failed")
    return parser.parse_args(arguments)


def environment_for(build):
    """What tests are told: the router to start, and where the build is."""
    build = os.path.abspath(build)
    return {"CROSSPOINT_BUILD": build, "CROSSPOINTD": os.path.join(build, "crosspointd"),
            "PYTHONDONTWRITEBYTECODE": "1"}


def gather_jobs(options):
    """All jobs, or those that the filter names; if it names none, Python tests with that name."""
    environment = environment_for(options.build)

    def python(pattern=None):
        kinds = ["system"] if options.sanitizer else ["lint", "unit", "system"]
        return [job for kind in kinds for job in gather.python_jobs(kind, environment, pattern)]

    found = python() + gather.unit_jobs(options.build, environment)
    if options.fuzz:
        found += gather.fuzz_jobs(options.fuzz)
    if options.filter:
        found = [job for job in found if options.filter in job.name] or python(options.filter)
    return found


def show(outcome, number, of):
    passed, failed = outcome.count
    counts = [f"{passed} passed"] + ([f"{failed} failed"] if failed else [])
    counts += [f"{skipped} skipped" for skipped in re.findall(r"\bskipped=(\d+)\)",
                                                             outcome.output)]
    print(f"[{number}/{of}] {'FAILED' if failed else 'ok'} {outcome.job.name}: "
          f"{', '.join(counts)}, {outcome.seconds:.1f} s", flush=True)
    if failed:
        print("\n".join("    " + line for line in outcome.output.rstrip().splitlines()[-400:]),
              flush=True)


def main(arguments):
    options = parse(arguments)
    logs = os.path.join(gather.ROOT, "build", "logs", options.sanitizer or "test")
    os.makedirs(logs, exist_ok=True)
    found = gather_jobs(options)
    sanitizer = Sanitizer(options.sanitizer, gather.ROOT, logs) if options.sanitizer else None
    if sanitizer:
        found = [sanitizer.watched(job) for job in found]

    passed, bad = 0, list(options.failure)
    failed = len(bad)
    with contextlib.closing(jobs_module.run_all(found, options.jobs, logs)) as outcomes:
        for number, outcome in enumerate(outcomes, 1):
            if sanitizer:
                outcome = sanitizer.judged(outcome)
            if outcome.count != (0, 0) or not options.filter:
                show(outcome, number, len(found))
            passed += outcome.count.passed
            failed += outcome.count.failed
            if outcome.count.failed:
                bad.append(outcome.job.name)
    for name in bad:
        print(f"failed: {name}")
    if not passed and not failed:
        print(f"no test is named {options.filter}" if options.filter else "there are no tests")
    print(f"{passed} passed, {failed} failed", flush=True)
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    # A shell lets what it starts in the background ignore Ctrl-C, and tests would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
