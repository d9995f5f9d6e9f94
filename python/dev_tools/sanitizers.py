# SPDX-License-Identifier: Apache-2.0
"""Makes a sanitizer's report a failure, whichever process of a test it comes from.

A system test may not notice that its router ended badly; so each job has reports written to files
of its own, and a file that exists is a failed test.
"""
import glob
import os
import platform
import shutil

from jobs import Count, Outcome

OPTIONS = {
    "asan": {
        "ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "LSAN_OPTIONS": "report_objects=0",
    },
    "tsan": {"TSAN_OPTIONS": "second_deadlock_stack=1:history_size=4"},
}
SUPPRESSIONS = {"LSAN_OPTIONS": "lsan.supp", "TSAN_OPTIONS": "tsan.supp"}


class Sanitizer:
    def __init__(self, name, root, directory):
        self._name = name
        self._suppressions = os.path.join(root, "tests", "sanitizers")
        self._reports = os.path.join(directory, "reports")
        shutil.rmtree(self._reports, ignore_errors=True)
        os.makedirs(self._reports)

    def watched(self, job):
        """The same job, with its reports going to files."""
        environment = dict(job.environment)
        for variable, options in OPTIONS[self._name].items():
            options += f":log_path={os.path.join(self._reports, job.name)}"
            suppressions = os.path.join(self._suppressions, SUPPRESSIONS.get(variable, ""))
            if os.path.isfile(suppressions):
                options += f":suppressions={suppressions}:print_suppressions=0"
            environment[variable] = options
        command = job.command
        if self._name == "tsan":
            # The one of g++ 12 cannot start where the kernel shuffles addresses widely.
            command = ["setarch", platform.machine(), "--addr-no-randomize"] + command
        return job._replace(command=command, environment=environment)

    def judged(self, outcome):
        """The outcome, as one failure more if there is a report that no failure tells of."""
        texts = []
        for path in sorted(glob.glob(os.path.join(self._reports, outcome.job.name) + ".*[0-9]")):
            with open(path, encoding="utf-8", errors="replace") as file:
                texts.append(f"{path}:\n{file.read()}")
        if not texts:
            return outcome
        passed, failed = outcome.count
        count = outcome.count if failed else Count(max(passed - 1, 0), 1)
        return Outcome(outcome.job, count, outcome.seconds,
                       outcome.output + "\n" + "\n".join(texts))
