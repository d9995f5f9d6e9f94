#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the borders and habits of the source tree, and proves that each rule can fail."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import borders  # noqa: E402
import habits  # noqa: E402
from source_tree import Source, sources  # noqa: E402

LICENCE = "// " + habits.SPDX + "\n"
CORE_FILE = "router_core/link/link.cpp"


def cpp(*lines):
    return LICENCE + "\n".join(lines) + "\n"


def header(*lines):
    return cpp("#pragma once", *lines)


# For each rule: sources that it must find fault with, and some that it must let pass.
SAMPLES = {
    borders.core_knows_no_outside: (
        [(CORE_FILE, cpp("#include <proton/link.h>")),
         (CORE_FILE, cpp("#include <openssl/ssl.h>")),
         (CORE_FILE, cpp("#include <libwebsockets.h>")),
         (CORE_FILE, cpp("#include <sys/socket.h>")),
         (CORE_FILE, cpp("#  include <fstream>")),
         (CORE_FILE, cpp("#include <filesystem>")),
         (CORE_FILE, cpp("#include <fcntl.h>")),
         (CORE_FILE, cpp("pn_link_t* link;")),
         (CORE_FILE, cpp('auto* file = fopen("x", "r");')),
         ("include/crosspoint/core/outbox.hpp", header("#include <proton/types.h>"))],
        [(CORE_FILE, cpp("// what pn_link_advance does in a worker", "#include <vector>")),
         (CORE_FILE, cpp("void open(Link&);", 'log("fopen(");', "link.on_open(ct);")),
         ("router/amqp/inbound.cpp", cpp("#include <proton/link.h>"))]),
    borders.the_two_worlds_meet_in_include: (
        [("router/amqp/inbound.cpp", cpp('#include "router_core/link/link.hpp"')),
         ("router_core/link/link.cpp", cpp('#include "router/amqp/inbound.hpp"')),
         ("router_core/link/link.cpp", cpp('#include "tests/unit/unit.hpp"')),
         ("include/crosspoint/core/x.hpp", header('#include "router_core/link/link.hpp"'))],
        [("router/amqp/inbound.cpp", cpp('#include "crosspoint/core/actions.hpp"')),
         ("router/amqp/inbound.cpp", cpp('#include "router/amqp/inbound.hpp"')),
         ("tests/unit/x_test.cpp", cpp('#include "router_core/link/link.hpp"'))]),
    borders.core_directories_keep_their_order: (
        [("router_core/link/link.cpp", cpp('#include "router_core/forward/forward.hpp"')),
         ("router_core/base/log.cpp", cpp('#include "router_core/thread/core_loop.hpp"')),
         ("router_core/elsewhere/x.cpp", cpp())],
        [("router_core/forward/forward.cpp", cpp('#include "router_core/link/link.hpp"')),
         ("router_core/link/link.cpp", cpp('#include "router_core/link/credit.hpp"'))]),
    habits.starts_with_its_licence: (
        [(CORE_FILE, "#include <vector>\n"), (CORE_FILE, ""),
         (CORE_FILE, "\n" + LICENCE), ("python/x.py", "import os\n"),
         ("dev", "#!/usr/bin/env bash\nset -eu\n"), ("CMakeLists.txt", "project(x)\n")],
        [(CORE_FILE, LICENCE), ("python/x.py", "# " + habits.SPDX + "\n"),
         ("dev", "#!/usr/bin/env bash\n# " + habits.SPDX + "\n"), ("docs/a.md", "# A\n")]),
    habits.header_is_read_once: (
        [("include/crosspoint/x.hpp", cpp("#ifndef X_HPP", "#define X_HPP", "#endif"))],
        [("include/crosspoint/x.hpp", header()), (CORE_FILE, cpp())]),
    habits.header_opens_no_namespace_to_all: (
        [("router/x.hpp", header("using namespace std;"))],
        [("router/x.cpp", cpp("using namespace std;")),
         ("router/x.hpp", header("using X = int;"))]),
    habits.macros_are_few: (
        [(CORE_FILE, cpp("#define MAX(a, b) ((a) > (b) ? (a) : (b))"))],
        [("include/crosspoint/base/mutex.hpp", header("#define GUARDED_BY(m) x"))]),
    habits.nothing_is_left_to_do: (
        [(CORE_FILE, cpp("// TO" + "DO: think")), ("docs/a.md", "FIX" + "ME\n")],
        [(CORE_FILE, cpp("// nothing to do"))]),
    habits.lines_fit: (
        [(CORE_FILE, cpp("x" * 101)), ("docs/a.md", "x" * 101)],
        [(CORE_FILE, cpp("x" * 100)), ("tests/fuzz/corpus/a/b", "x" * 101)]),
    habits.top_level_entry_is_known: (
        [("src/main.cpp", cpp()), ("NOTES.md", "x")],
        [("router/main.cpp", cpp()), (".gitignore", "x"), ("dev", "x")]),
}


class EveryRule(unittest.TestCase):
    def test_has_samples(self):
        self.assertEqual(set(SAMPLES), set(borders.RULES + habits.RULES))

    def test_finds_fault_with_each_bad_sample(self):
        for rule, (bad, _) in SAMPLES.items():
            for path, text in bad:
                with self.subTest(rule=rule.__name__, path=path, text=text):
                    self.assertTrue(list(rule(Source(path, text))))

    def test_lets_each_good_sample_pass(self):
        for rule, (_, good) in SAMPLES.items():
            for path, text in good:
                with self.subTest(rule=rule.__name__, path=path, text=text):
                    self.assertEqual(list(rule(Source(path, text))), [])


class SourceTree(unittest.TestCase):
    """One test for each rule, made below, that holds the whole tree to it."""
    tree = []

    @classmethod
    def setUpClass(cls):
        cls.tree = sources()

    def test_is_found(self):
        paths = {source.path for source in self.tree}
        self.assertLessEqual({"CMakeLists.txt", "include/crosspoint/base/id.hpp"}, paths)


def add_rule(rule):
    def check(self):
        findings = [str(finding) for source in self.tree for finding in rule(source)]
        self.assertEqual(findings, [], "\n" + "\n".join(findings))
    setattr(SourceTree, f"test_{rule.__name__}", check)


for each in borders.RULES + habits.RULES:
    add_rule(each)


if __name__ == "__main__":
    unittest.main()
