# SPDX-License-Identifier: Apache-2.0
"""Rates per second, from counters that are looked at again and again."""


class Rates:
    """Give it the time at each look, then each counter with a key that names it."""

    def __init__(self, complete=True):
        """`complete`: every look is at all there is, so that what was not there before is new."""
        self._complete = complete
        self._before, self._now = {}, {}
        self._then = None
        self._seconds = None

    def look(self, now):
        """A new look at all counters begins, `now` in seconds of any clock that only goes on."""
        self._before, self._now = self._now, {}
        self._seconds = None if self._then is None else now - self._then
        self._then = now

    def of(self, key, value):
        """None at the first look, and where the counter does not tell.

        A counter that is new has counted from 0 since the last look, unless the last look was
        only at some, when it may just have been out of sight. One that went back belongs to
        something that has been replaced, a link that got the number of another or a router that
        was restarted, and does not tell since when it counts.
        """
        if not isinstance(value, (int, float)):
            return None
        self._now[key] = value
        if not self._seconds or self._seconds <= 0:
            return None
        before = self._before.get(key, 0 if self._complete else None)
        if before is None or value < before:
            return None
        return (value - before) / self._seconds
