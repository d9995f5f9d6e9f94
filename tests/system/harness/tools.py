# SPDX-License-Identifier: Apache-2.0
"""Runs the command line tools of the build."""
import os
import subprocess

from .waiting import TIME_LIMIT

DIRECTORY = os.path.join(os.environ.get("CROSSPOINT_BUILD", ""), "bin")


def run_tool(name, *arguments, text_in=None, environment=None):
    """To its end; gives what subprocess.run gives."""
    return subprocess.run([os.path.join(DIRECTORY, name), *arguments], input=text_in or "",
                          timeout=TIME_LIMIT, capture_output=True, text=True, check=False,
                          env={**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8",
                               **(environment or {})})
