# SPDX-License-Identifier: Apache-2.0
"""Messages written section by section, so that a test knows every octet."""
from proton import Data, Described, symbol, ulong

HEADER, DELIVERY_ANNOTATIONS, MESSAGE_ANNOTATIONS, PROPERTIES, APPLICATION_PROPERTIES, DATA, \
    SEQUENCE, VALUE, FOOTER = range(0x70, 0x79)


def encode(value):
    data = Data()
    data.put_object(value)
    return data.encode()


def section(code, value):
    """The descriptor is a ulong in its short form, as all peers write it."""
    return encode(Described(ulong(code), value))


def symbols(**fields):
    """A map with symbols as keys; '__' stands for '.', '_' for '-'."""
    return {symbol(name.replace("__", ".").replace("_", "-")): value
            for name, value in fields.items()}


def annotations(*pairs):
    """A message annotations section with its entries in this order, keys as symbols."""
    data = Data()
    data.put_described()
    data.enter()
    data.put_ulong(ulong(MESSAGE_ANNOTATIONS))
    data.put_map()
    data.enter()
    for key, value in pairs:
        data.put_symbol(symbol(key))
        data.put_object(value)
    data.exit()
    data.exit()
    return data.encode()


def value(body):
    return section(VALUE, body)
