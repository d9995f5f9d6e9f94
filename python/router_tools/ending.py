# SPDX-License-Identifier: Apache-2.0
"""How a tool ends: exit status, and one line that says what went wrong."""
import os
import sys

FAILED = 1
DEBUG = "_QPID_DISPATCH_TOOLS_DEBUG_"  # a stack trace instead of the line


def one_line(problem):
    return " ".join(f"{type(problem).__name__}: {problem}".split())


def show(line):
    """On standard output; False if that cannot be written to."""
    try:
        print(line)
        sys.stdout.flush()
        return True
    except (OSError, AttributeError):  # the latter: closed from the start, and so None
        discard_output()
        return False


def tell(problem):
    if not show(one_line(problem)):
        print(one_line(problem), file=sys.stderr)


def discard_output():
    """Python would try to write the rest at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(work):
    """Runs `work`, which may give an exit status; gives the exit status of the process.

    The line goes to standard output, where scripts written for qdstat and qdmanage look for it.
    """
    try:
        if sys.stdout is None:
            raise OSError("standard output is closed")
        status = work()
        sys.stdout.flush()
        return status or 0
    except KeyboardInterrupt:
        show("")
        return FAILED
    except BrokenPipeError:
        discard_output()  # whoever read it has seen enough
        return FAILED
    except Exception as problem:  # pylint: disable=broad-except
        if DEBUG in os.environ:
            raise
        tell(problem)
        return FAILED
