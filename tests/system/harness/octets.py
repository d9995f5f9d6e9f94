# SPDX-License-Identifier: Apache-2.0
"""Octets as captures show them: pairs of hex digits, and text in quotes.

The size of a compound value is counted: "c1 [02 a1 01 'k' 54 01]"; what is still open at the end
of the text ends there.
"""
import re

TOKENS = re.compile(r"'([^']*)'|(\[)|(\])|([0-9a-f]{2})|\s+")


def octets(text):
    # Each level holds what its compound value has so far; the constructor ends the one below.
    levels = [b""]

    def close():
        inside = levels.pop()
        width = 1 if levels[-1][-1] < 0xd0 else 4
        levels[-1] += len(inside).to_bytes(width, "big") + inside

    place = 0
    while place < len(text):
        token = TOKENS.match(text, place)
        if not token:
            raise ValueError(f"not understood: {text[place:]}")
        quoted, opens, closes, pair = token.groups()
        if quoted is not None:
            levels[-1] += quoted.encode()
        elif opens:
            levels.append(b"")
        elif closes:
            close()
        elif pair:
            levels[-1] += bytes.fromhex(pair)
        place = token.end()
    while len(levels) > 1:
        close()
    return levels[0]
