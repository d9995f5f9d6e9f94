# SPDX-License-Identifier: Apache-2.0
"""What a report is told about what the user wants to see."""
from typing import NamedTuple, Optional

from router_tools.rates import Rates

PREFIX = "org.apache.qpid.dispatch."


class View(NamedTuple):
    """rates: set if rates are wanted. top: the rows with the highest rates come first."""
    verbose: int = 0
    limit: int = 0
    rates: Optional[Rates] = None
    top: bool = False

    def ranked(self, rows, rate):
        """Those with the highest rates first, and no more than the limit."""
        ordered = sorted(rows, key=lambda row: -(rate(row) or 0))
        return ordered[:self.limit] if self.limit else ordered

    @property
    def query_limit(self):
        """Which rows are at the top is known only when all have been seen."""
        return 0 if self.top else self.limit


def the_only(rows):
    """Of a type of which there is one entity; an empty dict if there is none."""
    return next(iter(rows), {})


def router_id(client):
    return the_only(client.query(PREFIX + "router", ["id"])).get("id") or ""
