# SPDX-License-Identifier: Apache-2.0
"""Tables, cells and rates of the command line tools."""
import io
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.abspath(os.path.join(HERE, "..", "..", "..", "python")))

from router_tools import formats  # noqa: E402
from router_tools.rates import Rates  # noqa: E402
from router_tools.reports.addresses import Key  # noqa: E402
from router_tools.screen import Screen  # noqa: E402
from router_tools.table import MEASURED, Style, Table, count, words  # noqa: E402

COLUMNS = [words("name", "name"), count("in", "in"), words("state", "state")]
ROWS = [{"name": "first", "in": 12345, "state": "up"}, {"name": 'a "b"', "in": None, "state": None}]


class Layout(unittest.TestCase):
    def test_columns_are_as_wide_as_their_longest_cell(self):
        self.assertEqual(list(Table("Things", COLUMNS, ROWS).lines()), [
            "Things",
            "  name   in     state",
            "  " + "=" * 21,
            "  first  12345  up",
            '  a "b"         '])

    def test_numbers_stand_to_the_right(self):
        numbers = [count("few", "few"), words("name", "name"), count("last", "last")]
        rows = [{"few": 7, "name": "a", "last": 1}, {"few": 12345, "name": "bc", "last": None}]
        self.assertEqual(list(Table("Things", numbers, rows).lines()), [
            "Things",
            "  few    name  last",
            "  " + "=" * 19,
            "      7  a        1",
            "  12345  bc        "])

    def test_a_long_table_begins_before_its_last_rows_are_there(self):
        taken = []

        def rows():
            for number in range(MEASURED + 2):
                taken.append(number)
                yield {"name": "a" * (1 + number // MEASURED), "in": number // MEASURED * 100}

        lines = Table("Things", COLUMNS[:2], rows()).lines()
        self.assertEqual([next(lines) for _ in range(4)],
                         ["Things", "  name  in", "  " + "=" * 10, "  a      0"])
        self.assertEqual(len(taken), MEASURED)
        # What is wider than all before it makes its column wider from there on.
        self.assertEqual(list(lines)[-2:], ["  aa    100", "  aa    100"])

    def test_an_empty_table_is_its_title(self):
        self.assertEqual(list(Table("Things", COLUMNS, []).lines()), ["Things"])
        self.assertEqual(list(Table("Things", COLUMNS, iter([])).lines(csv=True)), ["Things"])

    def test_comma_separated_values(self):
        self.assertEqual(list(Table("Things", COLUMNS, ROWS).lines(csv=True)), [
            "Things", '"name","in","state"', '"first","12345","up"', '"a ""b""",,'])

    def test_comma_separated_values_come_as_the_rows_do(self):
        taken = []

        def rows():
            for row in ROWS:
                taken.append(row)
                yield row

        lines = Table("Things", COLUMNS, rows()).lines(csv=True)
        self.assertEqual([next(lines) for _ in range(3)][2], '"first","12345","up"')
        self.assertEqual(len(taken), 1)

    def test_only_titles_and_headings_are_styled(self):
        lines = list(Table("Things", COLUMNS, ROWS).lines(style=Style(colour=True)))
        self.assertEqual(["\x1b" in line for line in lines], [True, True, False, False, False])


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Screens(unittest.TestCase):
    def shown(self, stream, environment):
        Screen(stream=stream, environment=environment).show([Table("Things", COLUMNS, ROWS)])
        return stream.getvalue()

    def test_colour_is_for_terminals_that_want_it(self):
        self.assertIn("\x1b[1m", self.shown(Terminal(), {"TERM": "xterm"}))
        self.assertNotIn("\x1b", self.shown(Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}))
        self.assertNotIn("\x1b", self.shown(Terminal(), {"TERM": "dumb"}))
        self.assertNotIn("\x1b", self.shown(io.StringIO(), {"TERM": "xterm"}))

    def test_a_terminal_is_drawn_anew_and_a_pipe_is_not(self):
        terminal, pipe = Terminal(), io.StringIO()
        for stream in terminal, pipe:
            screen = Screen(stream=stream, environment={"TERM": "xterm"})
            screen.redraw(["one", "x" * 500])
            screen.redraw(["two"])
        self.assertEqual(terminal.getvalue().count("\x1b[H"), 2)
        self.assertNotIn("x" * 500, terminal.getvalue())
        self.assertEqual(pipe.getvalue(), "one\n" + "x" * 500 + "\n\ntwo\n\n")


class Formats(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual([formats.number(value) for value in (7, 7.9, None, "x", True)],
                         ["7", "7", "", "x", "True"])
        self.assertEqual([formats.comma(value) for value in (999, 1000, 1234567, None)],
                         ["999", "1,000", "1,234,567", ""])
        self.assertEqual([formats.rate(value) for value in (None, 0, 0.25, 9.96, 12345.6)],
                         ["-", "0", "0.2", "10.0", "12,346"])

    def test_times(self):
        self.assertEqual(formats.long_time(93784), "001:02:03:04")
        self.assertEqual(formats.long_time(0), "000:00:00:00")
        self.assertEqual(formats.long_time(None), "")
        self.assertEqual(formats.short_time(3723), "01:02:03")
        self.assertEqual(formats.short_time(90000), "001:01:00:00")

    def test_sizes(self):
        sizes = {0: "0", 1023: "1023", 1024: "1.00 KiB", 10 * 1024: "10.0 KiB",
                 318 << 20: "318 MiB", 5 << 60: "5120 PiB", None: ""}
        for size, shown in sizes.items():
            self.assertEqual(formats.kimigi(size), shown)

    def test_lists_and_booleans_look_like_those_of_python(self):
        self.assertEqual(formats.text(["a", "b"]), "['a', 'b']")
        self.assertEqual(formats.text(False), "False")

    def test_what_would_disturb_the_terminal_is_spelled_out(self):
        self.assertEqual(formats.text("a\x1b[2J\nb\u202e \u00e9"), "a\\x1b[2J\\nb\\u202e \u00e9")

    def test_address_keys(self):
        keys = {"M0news": ("mobile", "news", "0"), "MFx": ("mobile", "x", "F"),
                "Lqdhello": ("local", "qdhello", ""), "Ca": ("link-in", "a", ""),
                "Fa": ("link-out", "a", ""), "He": ("edge", "e", ""),
                "?z": ("unknown: ?", "z", ""), "": ("", "", ""), None: ("", "", "")}
        for key, parts in keys.items():
            self.assertEqual(tuple(Key.parse(key)), parts)


class RatesOfCounters(unittest.TestCase):
    def test_a_rate_takes_two_looks(self):
        rates = Rates()
        rates.look(100.0)
        self.assertIsNone(rates.of("a", 50))
        rates.look(102.0)
        self.assertEqual(rates.of("a", 60), 5)
        self.assertEqual(rates.of("new", 8), 4)

    def test_a_counter_that_went_back_tells_nothing(self):
        rates = Rates()
        rates.look(1)
        rates.of("a", 50)
        rates.look(2)
        self.assertIsNone(rates.of("a", 3))
        self.assertIsNone(rates.of("b", None))
        rates.look(3)
        self.assertEqual(rates.of("a", 4), 1)

    def test_what_was_out_of_sight_is_not_new(self):
        rates = Rates(complete=False)
        rates.look(1)
        rates.look(2)
        self.assertIsNone(rates.of("a", 1000))


if __name__ == "__main__":
    unittest.main()
