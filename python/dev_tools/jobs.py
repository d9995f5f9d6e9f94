# SPDX-License-Identifier: Apache-2.0
"""A job is one test program: run it with a time limit, count its tests, keep its output."""
import os
import re
import signal
import subprocess
import threading
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


_interrupted = threading.Event()


def wait_for(process, seconds):
    """True once the program has ended, False if its time is up or the whole run is broken off.

    The ended program is not reaped here: until it is, nothing else can get its number.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end and not _interrupted.is_set():
        if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
            return True
        time.sleep(0.01)
    return False


def run(job, log_directory):
    """Never raises for what the program does. Ends all that the program has left running."""
    started = time.monotonic()
    path = os.path.join(log_directory, job.name + ".log")
    with open(path, "wb") as log:
        try:
            process = subprocess.Popen(job.command, stdin=subprocess.DEVNULL, stdout=log,
                                       stderr=subprocess.STDOUT, start_new_session=True,
                                       env={**os.environ, **job.environment})
        except OSError as problem:
            return Outcome(job, Count(0, 1), 0, f"cannot start: {problem}")
        in_time = wait_for(process, job.seconds)
        os.killpg(process.pid, signal.SIGKILL)
        status = process.wait()
    note = "" if in_time else f"\nnot done after {job.seconds} s\n"
    if in_time and status < 0:
        note = f"\nended by signal {-status}\n"
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
            # Only matters if somebody pressed Ctrl-C: nothing runs any more otherwise.
            _interrupted.set()
            pool.shutdown(wait=False, cancel_futures=True)
