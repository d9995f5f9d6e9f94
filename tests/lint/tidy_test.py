#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy's part of ./dev lint: finds fault in every file of a batch, and remembers what is
clean."""
import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "python", "dev_tools"))

import tidy  # noqa: E402

CLEAN = "int clean() {\n    return 1;\n}\n"
NULL = "void* null() {\n    return 0;\n}\n"                     # for modernize-use-nullptr
LOCK = """#include "crosspoint/base/mutex.hpp"
class Counted {
public:
    void add() { ++count_; }

private:
    crosspoint::Mutex lock_;
    int count_ GUARDED_BY(lock_) = 0;
};
"""
LOST = "int lost(const int* at) {\n    return at ? 0 : *at;\n}\n"        # for the analyzer
PROGRAM = "namespace {\nconst int tests = 1;\n}\nint main() {\n    return tests;\n}\n"
SAME_NAME = "namespace {\nint same = 0;\n}\nint* same_of_%s() {\n    return &same;\n}\n"


@unittest.skipUnless(shutil.which("clang-tidy"), "clang-tidy is not installed")
class Tidy(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="crosspoint-tidy-")
        self.addCleanup(shutil.rmtree, self.root)
        self.build = os.path.join(self.root, "build")
        os.makedirs(self.build)
        os.makedirs(os.path.join(self.root, "router"))
        shutil.copy(os.path.join(ROOT, ".clang-tidy"), self.root)

    def write(self, name, text):
        with open(os.path.join(self.root, "router", name), "w", encoding="utf-8") as file:
            file.write(text)

    def check(self, **files):
        """The verdict on these, and what was said on the way."""
        for name, text in files.items():
            self.write(name + ".cpp", text)
        entries = [{"directory": self.build, "file": os.path.join(self.root, "router", name),
                    "command": f"clang++ -std=c++20 -I{self.root} -I{ROOT}/include "
                               f"-Wthread-safety -Werror -o {name}.o -c {name}"}
                   for name in sorted(os.listdir(os.path.join(self.root, "router")))
                   if name.endswith(".cpp")]
        with open(os.path.join(self.build, "compile_commands.json"), "w",
                  encoding="utf-8") as file:
            json.dump(entries, file)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            found = tidy.tidy(self.root, self.build, 1)
        return found, said.getvalue()

    def test_every_file_of_a_batch_is_looked_at(self):
        _, found = self.check(a=CLEAN, b=NULL, c=LOST)
        self.assertIn("router/b.cpp:2:12: error: use nullptr", found)
        self.assertIn("router/c.cpp:2:21: error: Dereference of null pointer", found)
        self.assertNotIn("router/a.cpp", found)

    def test_a_forgotten_lock_is_found(self):
        _, found = self.check(a=CLEAN, b=LOCK)
        self.assertIn("router/b.cpp:4:20: error: writing variable 'count_' requires holding mutex",
                      found)

    def test_programs_can_be_checked_together(self):
        verdict, said = self.check(a=PROGRAM, b=PROGRAM)
        self.assertEqual(verdict, "")
        self.assertIn("[1/1] ok router, 2 files", said)

    def test_files_that_do_not_go_together_are_checked_apart(self):
        _, found = self.check(a=SAME_NAME % "a", b=SAME_NAME % "b", c=NULL)
        self.assertNotIn("redefinition", found)
        self.assertIn("router/c.cpp:2:12: error: use nullptr", found)

    def test_what_does_not_compile_is_told(self):
        _, found = self.check(a=CLEAN, b="int broken( {\n}\n")
        self.assertIn("router/b.cpp:1:", found)

    def test_only_what_was_not_found_clean_is_checked_again(self):
        self.assertIn("3 of 3 files", self.check(a=CLEAN, b=SAME_NAME % "b", c=NULL)[1])
        self.assertIn("3 of 3 files", self.check()[1])
        self.assertEqual(self.check(c=CLEAN.replace("clean", "c"))[0], "")
        verdict, said = self.check()
        self.assertEqual(verdict, "")
        self.assertIn("0 of 3 files", said)

    def test_a_file_is_checked_again_when_its_header_has_changed(self):
        self.write("h.hpp", "#pragma once\nint declared();\n")
        self.check(a=CLEAN, b='#include "router/h.hpp"\n')
        self.write("h.hpp", "#pragma once\ninline void* null() {\n    return 0;\n}\n")
        verdict, said = self.check()
        self.assertEqual(verdict, "1 batches with findings, shown above\n")
        self.assertIn("1 of 2 files", said)
        self.assertIn("router/h.hpp:3:12: error: use nullptr", said)


if __name__ == "__main__":
    unittest.main()
