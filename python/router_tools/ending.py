# SPDX-License-Identifier: Apache-2.0
"""How a tool ends: exit status, and one line that says what went wrong."""
import os
import sys

FAILED = 1
DEBUG = "_QPID_DISPATCH_TOOLS_DEBUG_"  # a stack trace instead of the line


def one_line(problem):
    return " ".join(f"{type(problem).__name__}: {problem}".split())


def run(work):
    """Runs `work`, which may give an exit status; gives the exit status of the process.

    The line goes to standard output, where scripts written for qdstat and qdmanage look for it.
    """
    try:
        status = work()
        sys.stdout.flush()
        return status or 0
    except KeyboardInterrupt:
        print()
        return FAILED
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would try to write the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as problem:  # pylint: disable=broad-except
        if DEBUG in os.environ:
            raise
        print(one_line(problem))
        return FAILED
