# SPDX-License-Identifier: Apache-2.0
"""The files that a lint rule looks at, and how a rule reports what it finds."""
import os
import subprocess
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Source(NamedTuple):
    """One text file: its path from the top of the tree, with /, and what it holds."""
    path: str
    text: str

    @property
    def lines(self):
        return self.text.splitlines()

    def is_cpp(self):
        return self.path.endswith((".cpp", ".hpp"))

    def is_header(self):
        return self.path.endswith(".hpp")

    def is_below(self, directory):
        return self.path.startswith(directory + "/")


class Finding(NamedTuple):
    path: str
    line: int
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


def tracked_paths():
    """What git tracks, or would track once it is added."""
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set(listed.split("\0"))
                  if path and os.path.lexists(os.path.join(ROOT, path)))


def sources():
    """Every tracked text file; binary ones, such as a fuzzer's corpus, are left out."""
    found = []
    for path in tracked_paths():
        full = os.path.join(ROOT, path)
        if not os.path.isfile(full) or os.path.islink(full):
            continue
        with open(full, "rb") as file:
            content = file.read()
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            found.append(Source(path, text))
    return found
