# SPDX-License-Identifier: Apache-2.0
"""Looks at sources without running them: layout, clang-tidy, syntax of scripts, borders.

Called by ./dev lint, which has configured the clang preset before: clang-tidy needs its compile
commands, and sources that the build generates.
"""
import argparse
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "lint"))

import tidy  # noqa: E402
from source_tree import sources  # noqa: E402


def call(command):
    """The output of a command that failed, else nothing."""
    run = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False)
    return run.stdout if run.returncode else ""


def layout(tree, _):
    files = [source.path for source in tree if source.is_cpp()]
    return call(["clang-format", "--dry-run", "-Werror"] + files)


def clang_tidy(_, options):
    return tidy.tidy(ROOT, options.build, options.jobs)


def python_syntax(tree, _):
    problems = []
    for source in tree:
        if source.path.endswith(".py") or "python" in source.text.partition("\n")[0][:30]:
            # What CMake fills in stands where a name or a text is due.
            text = re.sub(r"@(\w+)@", r"\1", source.text) if source.path.endswith(".in") \
                else source.text
            try:
                compile(text, source.path, "exec", dont_inherit=True)
            except SyntaxError as problem:
                problems.append(f"{source.path}:{problem.lineno}: {problem.msg}\n")
    return "".join(problems)


def shell_syntax(tree, _):
    scripts = [source.path for source in tree
               if source.path.endswith(".sh")
               or source.text.startswith(("#!/usr/bin/env bash", "#!/bin/bash", "#!/bin/sh"))]
    return "".join(call(["bash", "-n", path]) for path in scripts)


def borders(_, __):
    return call([sys.executable, "tests/lint/borders_test.py"])


CHECKS = [layout, python_syntax, shell_syntax, borders, clang_tidy]


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args(arguments)
    tree = sources()
    failed = False
    for check in CHECKS:
        name = check.__name__.replace("_", " ")
        output = check(tree, options)
        print(f"{'FAILED' if output else 'ok'} {name}", flush=True)
        if output:
            failed = True
            print(output, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
