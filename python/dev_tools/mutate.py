# SPDX-License-Identifier: Apache-2.0
"""Breaks the code on purpose, one place at a time, and tells which breakages no unit test sees.

A survivor is either a missing test or a change that means nothing. Called by ./dev mutate, which
has built the dev preset before: only the broken file is compiled again, into a place of its own,
and linked in front of the library.
"""
import argparse
import fnmatch
import glob
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The code that decides, and where the tests of it are.
SUBJECTS = ["router_core/forward/*.cpp", "router_core/link/*.cpp",
            "router_core/thread/arrive.cpp", "router_core/thread/action_queue.cpp"]
TESTS = ["router_core.link.*_test", "router_core.forward.*_test", "router_core.thread.*_test"]
TEST_SECONDS = 60

CHANGES = [(r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" > ", " >= "),
           (r" <= ", " < "), (r" >= ", " > "), (r" && ", " || "), (r" \|\| ", " && "),
           (r"if \(!", "if ("), (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\+\+", "--"),
           (r"--", "++"), (r" \+ ", " - "), (r" - ", " + "), (r" \+= ", " -= "),
           (r" -= ", " += "), (r"^( +)[\w.:>-]+\(.*\);$", r"\1;"), (r"^( +)return;$", r"\1;")]


class Mutation(NamedTuple):
    path: str
    line: int  # counted from 1
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text.strip()}"


def mutations_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines, 1):
        code = line.strip()
        if code.startswith(("//", "#", "for (", "log", "check(", "template")):
            continue
        for old, new in CHANGES:
            for match in re.finditer(old, line):
                yield Mutation(path, number, line[:match.start()] + match.expand(new)
                               + line[match.end():])


def run(command, directory, seconds=None):
    try:
        return subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, check=False,
                              timeout=seconds, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True).returncode
    except subprocess.TimeoutExpired:
        return -1


class Workshop:
    def __init__(self, build, folder):
        self._build = os.path.abspath(build)
        self._folder = folder
        listed = subprocess.run(["ninja", "-C", self._build, "-t", "commands", "librouter_core.a"],
                                capture_output=True, text=True, check=True).stdout
        self._compile = {shlex.split(line)[-1]: shlex.split(line) for line in listed.splitlines()
                         if " -c " in line}
        programs = [os.path.basename(path) for path in glob.glob(f"{self._build}/unit/*_test")]
        self._tests = sorted(name for name in programs
                             if any(fnmatch.fnmatch(name, pattern) for pattern in TESTS))

    def verdict(self, mutation):
        """The name of the test that sees it, "" if none does, None if it does not compile."""
        source = os.path.join(ROOT, mutation.path)
        with open(source, encoding="utf-8") as file:
            lines = file.read().splitlines()
        lines[mutation.line - 1] = mutation.text
        broken = os.path.join(self._folder, "broken.cpp")
        with open(broken, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        command = self._compile[source]
        flags = [word for word in command if word.startswith(("-D", "-I", "-std"))]
        compiler = [word for word in command if word.endswith("g++")][:1]
        if run(compiler + flags + ["-w", "-c", broken, "-o", broken + ".o"], self._folder) != 0:
            return None
        for test in self._in_good_order(mutation.path):
            if not self._passes(test, compiler, broken + ".o"):
                return test
        return ""

    def _in_good_order(self, path):
        """First those that are named like the file; the longest last."""
        stem = os.path.basename(path)[:-len(".cpp")]
        place = os.path.dirname(path).replace("/", ".")
        return sorted(self._tests, key=lambda test: (stem not in test, "model" in test,
                                                     not test.startswith(place), test))

    def _passes(self, test, compiler, broken):
        source = "/".join(["unit"] + test.split("."))
        parts = [f"{self._build}/tests/CMakeFiles/{test}.dir/{source}.cpp.o", broken,
                 f"{self._build}/librouter_core.a", "-lcmocka"]
        program = os.path.join(self._folder, "test")
        if run(compiler + parts + ["-o", program], self._folder) != 0:
            raise SystemExit(f"cannot link {test}")
        return run([program], self._folder, TEST_SECONDS) == 0


def main(arguments):
    parser = argparse.ArgumentParser(prog="./dev mutate", description=__doc__)
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=25, help="how many places (25)")
    parser.add_argument("--seed", type=int, help="chooses the places; printed if not given")
    parser.add_argument("subject", nargs="*", default=SUBJECTS, help="files to break, as patterns")
    options = parser.parse_args(arguments)
    seed = random.randrange(1_000_000) if options.seed is None else options.seed
    paths = sorted(os.path.relpath(path, ROOT) for pattern in options.subject
                   for path in glob.glob(os.path.join(ROOT, pattern)))
    everything = [mutation for path in paths for mutation in mutations_of(path)]
    random.Random(seed).shuffle(everything)
    print(f"{options.count} of {len(everything)} places are tried, --seed {seed}", flush=True)
    seen, survivors = 0, []
    with tempfile.TemporaryDirectory(prefix="crosspoint-mutate-") as folder:
        workshop = Workshop(options.build, folder)
        for mutation in everything:
            if seen + len(survivors) == options.count:
                break
            test = workshop.verdict(mutation)
            if test is None:
                continue
            if test:
                seen += 1
            else:
                survivors.append(mutation)
            print(f"{'seen by ' + test if test else 'SURVIVES'}  {mutation}", flush=True)
    print(f"{seen} seen, {len(survivors)} survive")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
