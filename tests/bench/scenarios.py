# SPDX-License-Identifier: Apache-2.0
"""What is measured, and what we want of each."""
from typing import List, NamedTuple


class Scenario(NamedTuple):
    """One kind of load.

    x_client: the most CPU time per message that our router may take, as a multiple of the clients'.
    """
    load: List[str]
    x_client: float

    @property
    def has_direct(self):
        """Without a router nobody copies a message to several receivers."""
        return "--fanout" not in self.load


SCENARIOS = {
    "unsettled": Scenario(["--size", "100"], 1.6),
    "presettled": Scenario(["--size", "100", "--presettled"], 1.5),
    "anonymous": Scenario(["--size", "100", "--anonymous"], 1.7),
    "pairs4": Scenario(["--size", "100", "--pairs", "4"], 1.5),
    "paced5k": Scenario(["--size", "100", "--rate", "5000"], 1.6),
    "body1k": Scenario(["--size", "1000"], 1.6),
    "large100k": Scenario(["--size", "100000", "--credit", "50"], 1.4),
    "fanout4": Scenario(["--size", "100", "--address", "multicast", "--fanout", "4"], 1.6),
}

# Messages per second through our router over those with no router at all.
LEAST_OF_DIRECT = {"unsettled": 0.4}

# What an idle connection with one link may cost.
MOST_IDLE_KIB = 13

# CPU time per message and hop in a chain of routers, as a multiple of that of one router alone.
MOST_OF_ONE_HOP = 1.2

# CPU time in a second that a router of a mesh takes when there is nothing to do.
MOST_REST_MS = 2
