# SPDX-License-Identifier: Apache-2.0
"""How a tool ends when something goes wrong: one line where it can be read, and a status."""
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "python"))

from proton import SSLException  # noqa: E402

from crosspoint.management.connection import Settings  # noqa: E402

FAILS = "def work(): raise ValueError('bad\\n news')"
TALKS = "def work(): print('much ' * 100000)"
IS_STOPPED = "def work(): print('some'); raise KeyboardInterrupt"


def end(work, **options):
    """A process that does `work`."""
    program = f"import sys\nfrom router_tools import ending\n{work}\nsys.exit(ending.run(work))"
    return subprocess.run([sys.executable, "-B", "-c", program], check=False, text=True,
                          cwd=os.path.join(ROOT, "python"), stderr=subprocess.PIPE, **options)


class Ending(unittest.TestCase):
    def test_a_failure_is_one_line_on_standard_output(self):
        done = end(FAILS, stdout=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (1, "ValueError: bad news\n", ""))

    def test_a_full_disk_is_told_on_standard_error(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            for work in (TALKS, "def work(): print('little')"):
                done = end(work, stdout=full)
                self.assertEqual((done.returncode, done.stderr),
                                 (1, "OSError: [Errno 28] No space left on device\n"))
            self.assertEqual(end(FAILS, stdout=full).stderr, "ValueError: bad news\n")

    def test_a_closed_output_is_told_on_standard_error(self):
        done = end(TALKS, preexec_fn=lambda: os.close(1))
        self.assertEqual((done.returncode, done.stderr),
                         (1, "OSError: standard output is closed\n"))

    def test_a_reader_that_goes_away_is_no_news(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = end(TALKS, stdout=writing)
        os.close(writing)
        self.assertEqual((done.returncode, done.stderr), (1, ""))

    def test_ctrl_c_leaves_no_stack_trace(self):
        done = end(IS_STOPPED, stdout=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "some\n\n", ""))


class Certificates(unittest.TestCase):
    def test_a_bad_file_is_named(self):
        for settings in (Settings(trustfile="/no/such.pem"),
                         Settings(certificate="/no/such.pem", key="/no/such.pem")):
            with self.assertRaisesRegex(SSLException, "cannot use the .*/no/such.pem"):
                settings.tls_domain()


if __name__ == "__main__":
    unittest.main()
