# SPDX-License-Identifier: Apache-2.0
"""Finds the jobs of each kind. Adding a test is adding a file; nothing is listed by hand."""
import glob
import json
import os
import subprocess
import sys

from jobs import Job, count_cmocka, count_python

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

UNIT_SECONDS = 120
PYTHON_SECONDS = 600
FUZZ_SECONDS = 5
FUZZ_RUNS = 200_000


def python_jobs(kind, environment, pattern=None):
    """The files tests/<kind>/**/*_test.py."""
    base = os.path.join(ROOT, "tests", kind)
    jobs = []
    for path in sorted(glob.glob(os.path.join(base, "**", "*_test.py"), recursive=True)):
        name = os.path.relpath(path, base)[:-len(".py")].replace(os.sep, ".")
        command = [sys.executable, os.path.join(HERE, "unittest_file.py"), path]
        jobs.append(Job(f"{kind}.{name}", command + ([pattern] if pattern else []), PYTHON_SECONDS,
                        count_python, environment))
    return jobs


def unit_jobs(build, environment):
    """What CTest knows; each program counts its own tests. One that has not been built fails, but
    does not keep others from running."""
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True,
                            capture_output=True, text=True).stdout
    not_built = [sys.executable, "-c", "raise SystemExit('it has not been built')"]
    return [Job(test["name"], test.get("command", not_built), UNIT_SECONDS, count_cmocka,
                environment)
            for test in json.loads(listed)["tests"]]


def fuzz_jobs(build):
    """Each fuzzer goes through its corpus, then tries what comes to its mind for a few seconds."""
    base = os.path.join(ROOT, "tests", "fuzz")
    jobs = []
    for source in sorted(glob.glob(os.path.join(base, "**", "*_fuzzer.cpp"), recursive=True)):
        name = os.path.relpath(source, base)[:-len("_fuzzer.cpp")].replace(os.sep, ".")
        program = os.path.join(build, "fuzz", name + "_fuzzer")
        # What it finds interesting goes to the first directory, not into the source tree.
        found = os.path.join(build, "corpus", name)
        os.makedirs(found, exist_ok=True)
        corpus = os.path.join(base, "corpus", name)
        directories = [found] + ([corpus] if os.path.isdir(corpus) else [])
        jobs.append(Job(f"fuzz.{name}",
                        [program, f"-max_total_time={FUZZ_SECONDS}", f"-runs={FUZZ_RUNS}",
                         "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1",
                         f"-artifact_prefix={found}-failure-"] + directories,
                        UNIT_SECONDS))
    return jobs
