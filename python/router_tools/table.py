# SPDX-License-Identifier: Apache-2.0
"""Tables as text: aligned for people, or comma separated for programs."""
from itertools import chain
from typing import Any, Callable, NamedTuple

from . import formats

INDENT = "  "
GAP = 2


class Column(NamedTuple):
    """A heading, and how the cell below it is made from a row."""
    heading: str
    cell: Callable[[Any], str]


def words(heading, attribute):
    return Column(heading, lambda row: formats.text(row.get(attribute)))


def count(heading, attribute, form=formats.number):
    return Column(heading, lambda row: form(row.get(attribute)))


class Pair(NamedTuple):
    """A row of a table of names and values."""
    label: str
    value: str
    rate: str = ""


PAIRS = [Column("attr", lambda pair: pair.label), Column("value", lambda pair: pair.value)]
PAIRS_AND_RATES = PAIRS + [Column("per sec", lambda pair: pair.rate)]


class Style(NamedTuple):
    """What a terminal may show beyond plain text."""
    colour: bool = False

    def strong(self, text):
        return f"\x1b[1m{text}\x1b[0m" if self.colour and text else text


class Table(NamedTuple):
    """Rows may be any iterable; as comma separated values they are written as they come."""
    title: str
    columns: list
    rows: Any

    def lines(self, csv=False, style=Style()):
        for line in self.title.split("\n"):
            yield line if csv else style.strong(line)
        rows = iter(self.rows)
        first = next(rows, None)
        if first is None:
            return
        cells = ([column.cell(row) for column in self.columns] for row in chain([first], rows))
        headings = [column.heading for column in self.columns]
        yield from self._csv(headings, cells) if csv else self._aligned(headings, cells, style)

    def _aligned(self, headings, cells, style):
        cells = list(cells)
        widths = [max(map(len, column)) for column in zip(headings, *cells)]
        yield INDENT + style.strong(self._line(headings, widths))
        yield INDENT + "=" * (sum(widths) + GAP * len(widths))
        for row in cells:
            yield INDENT + self._line(row, widths)

    @staticmethod
    def _line(cells, widths):
        aligned = [cell.ljust(width + GAP) for cell, width in zip(cells[:-1], widths)]
        return "".join(aligned) + cells[-1]

    @staticmethod
    def _csv(headings, cells):
        for row in chain([headings], cells):
            yield ",".join('"' + cell.replace('"', '""') + '"' if cell else "" for cell in row)
