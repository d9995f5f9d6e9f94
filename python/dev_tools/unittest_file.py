# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of one Python file: unittest_file.py FILE [PATTERN].

Shows nothing of tests that pass. The last line counts, for jobs.count_python.
"""
import importlib.util
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def load(path, pattern):
    directory, file = os.path.split(os.path.abspath(path))
    sys.path[:0] = [directory, ROOT]
    name = os.path.splitext(file)[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    loader = unittest.TestLoader()
    if pattern:
        loader.testNamePatterns = [f"*{pattern}*"]
    return loader.loadTestsFromModule(module)


def main(path, pattern=None):
    runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, buffer=True)
    result = runner.run(load(path, pattern))
    # A test can fail in several of its subtests, and is one failed test all the same.
    failed = {getattr(test, "test_case", test).id()
              for test, _ in result.failures + result.errors}
    failed |= {test.id() for test in result.unexpectedSuccesses}
    broken_outside_tests = sum(1 for name in failed if name.startswith(("setUp", "tearDown")))
    skipped = len(result.skipped)
    passed = result.testsRun - (len(failed) - broken_outside_tests) - skipped
    print(f"counted: {max(passed, 0)} passed, {len(failed)} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
