# SPDX-License-Identifier: Apache-2.0
"""Which part may know which: the borders that architecture depends on, as rules over includes.

A rule takes a Source and gives the Findings in it.
"""
import re

from source_tree import Finding

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')

# A directory of router_core/ includes only itself and those before it.
CORE_ORDER = ["base", "amqp", "message", "link", "address", "forward", "routing", "edge",
              "management", "thread"]

# The world outside the core thread: wire protocol, encryption, sockets, files.
OUTSIDE = re.compile(
    r"^(proton/|openssl/|libwebsockets|sasl/|sys/socket\.h$|sys/un\.h$|netinet/|arpa/|netdb\.h$|"
    r"poll\.h$|sys/epoll\.h$|sys/select\.h$|fcntl\.h$|sys/stat\.h$|unistd\.h$|dirent\.h$|"
    r"fstream$|filesystem$)")
OUTSIDE_NAME = re.compile(r"\bpn_[a-z]|\bSSL_[A-Za-z]|\blws_[a-z]|\bstd::filesystem\b|"
                          r"\bstd::[io]?fstream\b|\bfopen\s*\(")


def includes(source):
    """Pairs of line number and what is included there."""
    for number, line in enumerate(source.lines, 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) or match.group(2)


def without_comments_and_strings(text):
    """The same lines, with the code alone."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', blank, text, flags=re.DOTALL)


def core_knows_no_outside(source):
    """router_core/ and include/ are the core thread's world: tested without a network."""
    if not source.is_cpp() or not (source.is_below("router_core") or source.is_below("include")):
        return
    for number, name in includes(source):
        if OUTSIDE.match(name):
            yield Finding(source.path, number, f"the core's world must not include {name}")
    for number, line in enumerate(without_comments_and_strings(source.text).splitlines(), 1):
        match = OUTSIDE_NAME.search(line)
        if match and not INCLUDE.match(line):
            yield Finding(source.path, number,
                          f"the core's world must not name {match.group(0).strip()}")


def the_two_worlds_meet_in_include(source):
    """router/ and router_core/ see of each other what include/crosspoint/ shows."""
    if not source.is_cpp():
        return
    forbidden = []
    if source.is_below("router"):
        forbidden = ["router_core/"]
    elif source.is_below("router_core"):
        forbidden = ["router/"]
    elif source.is_below("include"):
        forbidden = ["router/", "router_core/", "tests/"]
    if not source.is_below("tests") and not source.is_below("include"):
        forbidden.append("tests/")
    for number, name in includes(source):
        if name.startswith(tuple(forbidden)):
            yield Finding(source.path, number, f"must not include {name}")


def core_directories_keep_their_order(source):
    """Inside router_core/ nothing includes what comes after it."""
    if not source.is_cpp() or not source.is_below("router_core"):
        return
    own = source.path.split("/")[1]
    if own not in CORE_ORDER:
        yield Finding(source.path, 1, f"{own} has no place in the order of router_core/")
        return
    for number, name in includes(source):
        parts = name.split("/")
        if parts[0] != "router_core" or len(parts) < 3:
            continue
        if parts[1] not in CORE_ORDER or CORE_ORDER.index(parts[1]) > CORE_ORDER.index(own):
            yield Finding(source.path, number, f"{own} comes before {parts[1]}: {name}")


RULES = [core_knows_no_outside, the_two_worlds_meet_in_include, core_directories_keep_their_order]
