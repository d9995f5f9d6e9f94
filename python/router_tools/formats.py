# SPDX-License-Identifier: Apache-2.0
"""How a value looks in a cell. None is an empty cell everywhere."""
import time


def plain(value):
    """Python's own types in place of Proton's, all the way down: they print as one expects."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).decode("utf-8", "backslashreplace")
    if isinstance(value, dict):
        return {_key(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "elements"):  # an array
        return [plain(item) for item in value.elements]
    if hasattr(value, "descriptor"):
        return plain(value.value)
    return str(value)


def _key(key):
    simple = plain(key)
    return simple if isinstance(simple, str) else str(simple)


def printable(string):
    """Peers choose names and texts: what would move the cursor or end the line is spelled out."""
    if string.isprintable():
        return string
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
                   for char in string)


def text(value):
    return "" if value is None else printable(str(plain(value)))


def number(value):
    """Whole, if it is a number at all."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(int(value))
    return text(value)


def comma(value):
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{int(value):,}"
    return text(value)


def rate(value):
    """Per second: fractions only where they tell something."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 10 or value == 0 else f"{value:.1f}"


def _clock(seconds):
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    return days, hours, minutes, seconds


def long_time(seconds):
    if not isinstance(seconds, (int, float)):
        return text(seconds)
    return "{:03d}:{:02d}:{:02d}:{:02d}".format(*_clock(seconds))


def short_time(seconds):
    """As a time of day; what takes days does not fit into one."""
    if not isinstance(seconds, (int, float)):
        return text(seconds)
    if seconds >= 24 * 60 * 60:
        return long_time(seconds)
    return time.strftime("%X", time.gmtime(seconds))


def kimigi(size):
    """Bytes, in the largest unit of which there is at least one."""
    if not isinstance(size, (int, float)) or size < 1024:
        return number(size)
    value = float(size)
    for unit in "KiB", "MiB", "GiB", "TiB", "PiB":
        value /= 1024
        if value < 1024 or unit == "PiB":
            break
    decimals = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{decimals}f} {unit}"
