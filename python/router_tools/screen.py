# SPDX-License-Identifier: Apache-2.0
"""Where reports go: a terminal that may show colours and be drawn anew, or a plain stream."""
import os
import shutil
import sys

from .table import Style, Table

HOME_AND_CLEAR = "\x1b[H\x1b[J"
CLEAR_REST_OF_LINE = "\x1b[K"


class Screen:
    def __init__(self, csv=False, stream=None, environment=None):
        self._stream = stream or sys.stdout
        environment = os.environ if environment is None else environment
        self.is_terminal = self._stream.isatty() and environment.get("TERM", "dumb") != "dumb"
        self._style = Style(self.is_terminal and not environment.get("NO_COLOR"))
        self._csv = csv

    def lines(self, blocks):
        """Text of tables and lines, as it comes."""
        for block in blocks:
            if isinstance(block, Table):
                yield from block.lines(self._csv, self._style)
            else:
                yield block

    def show(self, blocks):
        for line in self.lines(blocks):
            self._stream.write(line + "\n")
        self._stream.flush()

    def redraw(self, blocks):
        """In place on a terminal, cut to what fits; else below what is there already."""
        if not self.is_terminal:
            self.show(blocks)
            self.show([""])
            return
        size = shutil.get_terminal_size()
        lines = list(self.lines(blocks))[:size.lines - 1]
        self._stream.write(HOME_AND_CLEAR)
        for line in lines:
            self._stream.write(_cut(line, size.columns) + CLEAR_REST_OF_LINE + "\n")
        self._stream.flush()


def _cut(line, columns):
    """A line that wraps would push the others off the screen. Styled lines keep their codes."""
    if "\x1b" not in line:
        return line[:columns]
    plain = line.replace("\x1b[1m", "").replace("\x1b[0m", "")
    return line if len(plain) <= columns else plain[:columns]
