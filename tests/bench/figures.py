# SPDX-License-Identifier: Apache-2.0
"""Figures from the runs of one router in one scenario."""
import math
import statistics


def median(runs, key):
    return statistics.median([run[key] for run in runs if key in run] or [math.nan])


def x_client(runs):
    """Quotients are taken in each run, where both sides met the same noise."""
    return statistics.median(
        [run["router_cpu_us_per_message"] / run["client_cpu_us_per_message"]
         for run in runs if run.get("client_cpu_us_per_message")] or [math.nan])


def first_error(runs):
    return next((run["error"] for run in runs if "error" in run), None)


def judged(text, met):
    return f"{text}: {'met' if met else 'MISSED'}"
