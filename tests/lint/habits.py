# SPDX-License-Identifier: Apache-2.0
"""What every file has in common, as rules. A rule takes a Source and gives the Findings in it."""
import re

from source_tree import Finding

SPDX = "SPDX-License-Identifier: Apache-2.0"
COLUMNS = 100

# Files in which a long line is somebody else's: a licence, a fuzzer's or a test's recorded input.
NOT_OUR_LINES = re.compile(r"^LICENSE$|^tests/fuzz/corpus/|^tests/.*/data/|\.svg$|\.json$")

MACROS = {
    "CROSSPOINT_TSA", "CAPABILITY", "SCOPED_CAPABILITY", "GUARDED_BY", "PT_GUARDED_BY", "ACQUIRE",
    "RELEASE", "TRY_ACQUIRE", "REQUIRES", "EXCLUDES", "RETURN_CAPABILITY",
    "NO_THREAD_SAFETY_ANALYSIS", "EXPECT",
}

TOP_LEVEL = {
    "CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "CHANGELOG.md",
    "CONTRIBUTING.md", "dev", "router", "router_core", "include", "python", "tests", "etc", "docs",
}

# Spelled so that this file does not find itself.
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX"]) + r")\b")


def is_script(source):
    return source.path.endswith((".py", ".sh", ".cmake")) or source.path.endswith(
        "CMakeLists.txt") or source.text.startswith("#!")


def starts_with_its_licence(source):
    """The first line, or the second below #! of a program."""
    if not source.is_cpp() and not is_script(source):
        return
    lines = source.lines
    place = 1 if lines and lines[0].startswith("#!") else 0
    mark = "//" if source.is_cpp() else "#"
    if len(lines) <= place or lines[place] != f"{mark} {SPDX}":
        yield Finding(source.path, place + 1, f"the line '{mark} {SPDX}' is missing")


def header_is_read_once(source):
    if source.is_header() and "#pragma once" not in source.lines[:3]:
        yield Finding(source.path, 2, "#pragma once is missing behind the licence line")


def header_opens_no_namespace_to_all(source):
    if not source.is_header():
        return
    for number, line in enumerate(source.lines, 1):
        if re.match(r"\s*using\s+namespace\b", line):
            yield Finding(source.path, number, "no `using namespace` in a header")


def macros_are_few(source):
    """Lock annotations, since only a macro can be nothing for g++, and EXPECT for its text."""
    if not source.is_cpp():
        return
    for number, line in enumerate(source.lines, 1):
        match = re.match(r"\s*#\s*define\s+(\w+)", line)
        if match and match.group(1) not in MACROS:
            yield Finding(source.path, number, f"no macros of our own: {match.group(1)}")


def nothing_is_left_to_do(source):
    for number, line in enumerate(source.lines, 1):
        match = UNFINISHED.search(line)
        if match:
            yield Finding(source.path, number, f"{match.group(0)}: finish it, or write an issue")


def lines_fit(source):
    if NOT_OUR_LINES.search(source.path):
        return
    for number, line in enumerate(source.lines, 1):
        row_of_a_table = source.path.endswith(".md") and line.startswith("|")  # cannot be broken
        if len(line) > COLUMNS and not row_of_a_table:
            yield Finding(source.path, number, f"{len(line)} columns; {COLUMNS} fit")


def top_level_entry_is_known(source):
    """A new top-level entry is a decision: add it here, with an ADR."""
    first = source.path.split("/")[0]
    if first not in TOP_LEVEL and not first.startswith("."):
        yield Finding(source.path, 1, f"{first} is new at the top of the tree")


RULES = [starts_with_its_licence, header_is_read_once, header_opens_no_namespace_to_all,
         macros_are_few, nothing_is_left_to_do, lines_fit, top_level_entry_is_known]
