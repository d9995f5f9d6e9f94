# SPDX-License-Identifier: Apache-2.0
"""clang-tidy over all that is compiled, but for what was found clean before and has not changed.

Of each file that is clean a mark is kept in the build directory, named after all that the verdict
rests on: the file, the headers of ours that it includes, directly or not, the compile command and
the checks. The rest is checked in batches.
"""
import bisect
import hashlib
import itertools
import json
import os
import re
import shlex
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

INCLUDE = re.compile(rb'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
OUR_DIRECTORIES = "include|router|router_core|tests"
KEPT_FLAGS = ("-D", "-I", "-isystem", "-std", "-W", "-f")
BATCH_SIZE = 12


def call(command, directory):
    return subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


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


class Batch:
    """Sources of one directory that are checked as one: most of the time goes into the headers of
    others, which this way are read once for all of them."""

    def __init__(self, entries, root, build):
        self._entries = entries
        self._root = root
        self._build = build
        self.name = os.path.relpath(os.path.dirname(entries[0]["file"]), root)
        self._starts = []  # the line of the batch in front of each
        self._path = self._written()

    def __len__(self):
        return len(self._entries)

    def findings(self):
        """What there is to say of them, or nothing."""
        if len(self) > 1 and not self._goes_together():
            os.remove(self._path)
            middle = len(self) // 2
            halves = self._entries[:middle], self._entries[middle:]
            return "".join(Batch(half, self._root, self._build).findings() for half in halves)
        # A directory of ours, directly below the top: headers elsewhere are not held to our names.
        run = call(["clang-tidy", "--quiet", f"--header-filter=^{self._root}/({OUR_DIRECTORIES})/",
                    self._path, "--"] + flags_of(self._entries[0]), self._root)
        if run.returncode != 0:
            return re.sub(re.escape(self._path) + r":(\d+):", self._origin, run.stdout)
        os.remove(self._path)
        for entry in self._entries:
            with open(entry["mark"], "w", encoding="utf-8"):
                pass
        return ""

    def _goes_together(self):
        """Not if two have something of the same name, each in a namespace without one."""
        return call(["clang++", "-fsyntax-only", "-w", self._path] + flags_of(self._entries[0]),
                    self._root).returncode == 0

    def _written(self):
        """One behind the other: what is only included would not be analysed."""
        lines = []
        for number, entry in enumerate(self._entries):
            # Every test program has these two.
            lines += [f"#undef {name}\n#define {name} {name}_{number}\n" for name in
                      ("main", "tests")] if len(self) > 1 else []
            self._starts.append(sum(part.count("\n") for part in lines))
            with open(entry["file"], encoding="utf-8") as file:
                lines.append(file.read())
        marks = "".join(entry["mark"] for entry in self._entries)
        path = os.path.join(self._build, "tidy",
                            hashlib.sha256(marks.encode()).hexdigest() + ".cpp")
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(lines))
        return path

    def _origin(self, place):
        """Of a line of the batch: where it comes from."""
        line = int(place.group(1))
        which = bisect.bisect_left(self._starts, line) - 1
        return f"{self._entries[which]['file']}:{line - self._starts[which]}:"


def flags_of(entry):
    return [word for word in shlex.split(entry["command"]) if word.startswith(KEPT_FLAGS)]


def batches(entries, root, build):
    """What has to be checked, in batches of the same directory and flags."""
    def kind(entry):
        return os.path.dirname(entry["file"]), flags_of(entry)
    for _, alike in itertools.groupby(sorted(entries, key=kind), kind):
        alike = list(alike)
        for start in range(0, len(alike), BATCH_SIZE):
            yield Batch(alike[start:start + BATCH_SIZE], root, build)


def tidy(root, build, jobs):
    """Shows what it finds at once; gives a summary, or nothing if all is clean."""
    build = os.path.abspath(build)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    ours = [entry for entry in entries if not entry["file"].startswith(build + os.sep)]
    marks = Marks(root, build)
    for entry in ours:
        entry["mark"] = marks.path_for(entry)
    work = list(batches([entry for entry in ours if not os.path.exists(entry["mark"])],
                        root, build))
    print(f"   clang-tidy: {sum(map(len, work))} of {len(ours)} files to check", flush=True)

    def timed(batch):
        started = time.monotonic()
        findings = batch.findings()
        return batch, findings, time.monotonic() - started

    bad = 0
    with ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(timed, batch) for batch in work]
        for number, done in enumerate(as_completed(running), 1):
            batch, findings, seconds = done.result()
            bad += 1 if findings else 0
            print(f"   [{number}/{len(work)}] {'FAILED' if findings else 'ok'} {batch.name}, "
                  f"{len(batch)} files, {seconds:.0f} s\n{findings}", end="", flush=True)
    return f"{bad} batches with findings, shown above\n" if bad else ""
