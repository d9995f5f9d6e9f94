# SPDX-License-Identifier: Apache-2.0
"""AMQP values with their types, which Python's own values do not show.

typed(octets) gives ("int", 3), ("list", [("string", "A")]), ("described", ("ulong", 16), ...).
"""
from proton import Data


def typed(octets):
    """The first value in the octets."""
    return typed_and_size(octets)[0]


def typed_and_size(octets):
    data = Data()
    size = data.decode(octets)
    data.rewind()
    data.next()
    return _value(data), size


def sections(octets):
    """The sections of a message, by their descriptors: {0x77: ("string", "x")}."""
    found = {}
    while octets:
        (_, descriptor, value), size = typed_and_size(octets)
        found[descriptor[1]] = value
        octets = octets[size:]
    return found


def entries(value):
    """A typed map as a dictionary of the typed values, by (type, key)."""
    kind, items = value
    if kind != "map":
        raise AssertionError(f"no map but {value}")
    return dict(zip(items[::2], items[1::2]))


def _value(data):
    kind = Data.type_name(data.type()).lower()
    if kind == "described":
        data.enter()
        data.next()
        descriptor = _value(data)
        data.next()
        value = _value(data)
        data.exit()
        return kind, descriptor, value
    if kind in ("list", "map", "array"):
        data.enter()
        items = []
        while data.next():
            items.append(_value(data))
        data.exit()
        return kind, items
    return kind, (None if kind == "null" else data.get_object())
