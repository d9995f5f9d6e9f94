# SPDX-License-Identifier: Apache-2.0
"""Tests wait for conditions, never for a time. The limit is only there to end a test that fails."""
import os
import time

# Sanitizers make everything slow, and the machine may be busy.
_program = os.environ.get("CROSSPOINTD", "")
TIME_FACTOR = 4 if "asan" in _program or "tsan" in _program else 1
TIME_LIMIT = 30 * TIME_FACTOR


class TimeIsUp(AssertionError):
    pass


def eventually(predicate, what, limit=TIME_LIMIT):
    """Asks until the answer is true, and gives that answer."""
    end = time.monotonic() + limit
    pause = 0.001
    while True:
        answer = predicate()
        if answer:
            return answer
        if time.monotonic() > end:
            raise TimeIsUp(f"not within {limit} s: {what}")
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
