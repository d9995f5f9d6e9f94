# SPDX-License-Identifier: Apache-2.0
"""A job is one test program: run it with a time limit, count its tests, keep its output."""
import os
import re
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Callable, Dict, List, NamedTuple, Optional


class Count(NamedTuple):
    passed: int
    failed: int


class Job(NamedTuple):
    """count: finds the tests in the output of a run; None if the program itself is one test."""
    name: str
    command: List[str]
    seconds: int
    count: Optional[Callable[[str], Count]] = None
    environment: Dict[str, str] = {}


class Outcome(NamedTuple):
    job: Job
    count: Count
    seconds: float
    output: str


CMOCKA_PASSED = re.compile(r"^\[  PASSED  \] (\d+) test\(s\)", re.MULTILINE)
CMOCKA_FAILED = re.compile(r"^\[  FAILED  \] .*?(\d+) test\(s\)", re.MULTILINE)
# What unittest_file.py ends with.
PYTHON_COUNT = re.compile(r"^counted: (\d+) passed, (\d+) failed$", re.MULTILINE)


def count_cmocka(output):
    return Count(sum(map(int, CMOCKA_PASSED.findall(output))),
                 sum(map(int, CMOCKA_FAILED.findall(output))))


def count_python(output):
    counts = PYTHON_COUNT.findall(output)
    return Count(*map(int, counts[-1])) if counts else Count(0, 0)


def judge(job, status, output):
    """A program that fails without naming a test, or names none, is one failed test itself."""
    if job.count is None:
        return Count(1, 0) if status == 0 else Count(0, 1)
    count = job.count(output)
    if status != 0 and count.failed == 0:
        return Count(count.passed, 1)
    if status == 0 and count.failed == 0 and count.passed == 0 and job.count is count_cmocka:
        return Count(1, 0)
    return count


def end_group(process):
    """The program and all that it has started, so that no router outlives its test."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(job, log_directory):
    """Never raises for what the program does."""
    started = time.monotonic()
    path = os.path.join(log_directory, job.name + ".log")
    with open(path, "wb") as log:
        try:
            process = subprocess.Popen(job.command, stdin=subprocess.DEVNULL, stdout=log,
                                       stderr=subprocess.STDOUT, start_new_session=True,
                                       env={**os.environ, **job.environment})
        except OSError as problem:
            return Outcome(job, Count(0, 1), 0, f"cannot start: {problem}")
        try:
            status = process.wait(job.seconds)
            note = f"\nended by signal {-status}\n" if status < 0 else ""
        except subprocess.TimeoutExpired:
            status = -1
            note = f"\nnot done after {job.seconds} s\n"
        finally:
            end_group(process)
            process.wait()
    with open(path, "a+", encoding="utf-8", errors="replace") as log:
        log.write(note)
        log.seek(0)
        output = log.read()
    return Outcome(job, judge(job, status, output), time.monotonic() - started, output)


def run_all(jobs, at_once, log_directory):
    """Gives the outcomes in the order in which the jobs end."""
    with ThreadPoolExecutor(at_once) as pool:
        running = [pool.submit(run, job, log_directory) for job in jobs]
        try:
            for done in as_completed(running):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
