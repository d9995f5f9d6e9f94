# SPDX-License-Identifier: Apache-2.0
"""Tables as text: aligned for people, or comma separated for programs."""
from itertools import chain, islice
from typing import Any, Callable, NamedTuple

from . import formats

INDENT = "  "
GAP = 2
MEASURED = 1000  # rows that the width of columns is taken from; later ones are not waited for


class Column(NamedTuple):
    """A heading, and how the cell below it is made from a row. Numbers stand to the right."""
    heading: str
    cell: Callable[[Any], str]
    is_number: bool = False


def words(heading, attribute):
    return Column(heading, lambda row: formats.text(row.get(attribute)))


def count(heading, attribute, form=formats.number):
    return Column(heading, lambda row: form(row.get(attribute)), is_number=True)


class Pair(NamedTuple):
    """A row of a table of names and values."""
    label: str
    value: str
    rate: str = ""


PAIRS = [Column("attr", lambda pair: pair.label), Column("value", lambda pair: pair.value)]
PAIRS_AND_RATES = PAIRS + [Column("per sec", lambda pair: pair.rate, is_number=True)]


class Style(NamedTuple):
    """What a terminal may show beyond plain text."""
    colour: bool = False

    def strong(self, text):
        return f"\x1b[1m{text}\x1b[0m" if self.colour and text else text


class Table(NamedTuple):
    """Rows may be any iterable, and are written as they come."""
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
        measured = list(islice(cells, MEASURED))
        widths = [max(map(len, column)) for column in zip(headings, *measured)]
        # Headings begin where their columns do, also those of numbers: there scripts cut lines.
        to_the_left = [False] * len(widths)
        yield INDENT + style.strong(_line(headings, widths, to_the_left))
        yield INDENT + "=" * (sum(widths) + GAP * len(widths))
        to_the_right = [column.is_number for column in self.columns]
        for row in measured:
            yield INDENT + _line(row, widths, to_the_right)
        for row in cells:
            widths = [max(width, len(cell)) for width, cell in zip(widths, row)]
            yield INDENT + _line(row, widths, to_the_right)

    @staticmethod
    def _csv(headings, cells):
        for row in chain([headings], cells):
            yield ",".join('"' + cell.replace('"', '""') + '"' if cell else "" for cell in row)


def _line(cells, widths, to_the_right):
    """The last cell is not padded behind."""
    aligned = [cell.rjust(width) if right else cell.ljust(width)
               for cell, width, right in zip(cells, widths, to_the_right)]
    if not to_the_right[-1]:
        aligned[-1] = cells[-1]
    return (" " * GAP).join(aligned)
