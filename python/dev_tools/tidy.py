# SPDX-License-Identifier: Apache-2.0
"""clang-tidy over all that is compiled, but for what was found clean before and has not changed.

A file takes it some ten seconds. So of each that is clean a mark is kept in the build directory,
named after all that the verdict rests on: the file, the headers of ours that it includes, directly
or not, the compile command and the checks.
"""
import hashlib
import json
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

INCLUDE = re.compile(rb'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
OUR_DIRECTORIES = "include|router|router_core|tests"


class Marks:
    def __init__(self, root, build):
        self._root = root
        self._folder = os.path.join(build, "tidy")
        os.makedirs(self._folder, exist_ok=True)
        self._places = [os.path.join(root, "include"), root, os.path.join(build, "generated")]
        with open(os.path.join(root, ".clang-tidy"), "rb") as file:
            version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True)
            self._common = file.read() + version.stdout
        self._contents = {}

    def path_for(self, entry):
        known = hashlib.sha256(self._common + json.dumps(entry, sort_keys=True).encode())
        for path in sorted(self._reached_from(entry["file"])):
            known.update(self._contents[path])
        return os.path.join(self._folder, known.hexdigest())

    def _reached_from(self, start):
        reached, to_read = set(), [start]
        while to_read:
            path = to_read.pop()
            if path in reached:
                continue
            reached.add(path)
            if path not in self._contents:
                with open(path, "rb") as file:
                    self._contents[path] = file.read()
            for name in INCLUDE.findall(self._contents[path]):
                places = [os.path.join(place, name.decode()) for place in self._places]
                to_read += [place for place in places if os.path.isfile(place)][:1]
        return reached


def check(entry, mark, root, build):
    """What there is to say of a file, or nothing."""
    if os.path.exists(mark):
        return ""
    # A directory of ours, directly below the top: headers elsewhere are not held to our names.
    run = subprocess.run(["clang-tidy", "-p", build, "--quiet",
                          f"--header-filter=^{root}/({OUR_DIRECTORIES})/", entry["file"]],
                         cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False)
    if run.returncode == 0:
        with open(mark, "w", encoding="utf-8"):
            return ""
    return run.stdout


def tidy(root, build, jobs):
    build = os.path.abspath(build)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = sorted(json.load(file), key=lambda entry: entry["file"])
    ours = [entry for entry in entries if not entry["file"].startswith(build + os.sep)]
    marks = Marks(root, build)
    work = [(entry, marks.path_for(entry)) for entry in ours]
    with ThreadPoolExecutor(jobs) as pool:
        return "".join(pool.map(lambda one: check(*one, root, build), work))
