# SPDX-License-Identifier: Apache-2.0
"""Messages of every shape that chance can think of arrive octet by octet.

The seed is printed; CROSSPOINT_SEED=n repeats a run.
"""
import os
import random
import string
import struct
import uuid

from proton import Described, symbol, timestamp, ubyte, uint, ulong

from harness import ACCEPTED, TIME_FACTOR, RouterTest, address, listener
from harness.encoding import (APPLICATION_PROPERTIES, DATA, DELIVERY_ANNOTATIONS, FOOTER, HEADER,
                              MESSAGE_ANNOTATIONS, PROPERTIES, SEQUENCE, VALUE, encode)

MESSAGES = 200 // TIME_FACTOR
TEXT = string.printable + "äß€😀"
SYMBOLS = {HEADER: b"amqp:header:list", DELIVERY_ANNOTATIONS: b"amqp:delivery-annotations:map",
           MESSAGE_ANNOTATIONS: b"amqp:message-annotations:map",
           PROPERTIES: b"amqp:properties:list",
           APPLICATION_PROPERTIES: b"amqp:application-properties:map", DATA: b"amqp:data:binary",
           SEQUENCE: b"amqp:amqp-sequence:list", VALUE: b"amqp:amqp-value:*",
           FOOTER: b"amqp:footer:map"}
# Larger than a buffer of the router, or than what it collects before it forwards.
LARGE = [1000, 40_000, 140_000, 300_000]


class Shapes:
    """Makes messages to one address."""

    def __init__(self, chance, to):
        self.chance = chance
        self.to = to

    def often(self, share):
        return self.chance.random() < share

    def value(self, depth=0):
        c = self.chance
        makers = [
            lambda: None, lambda: self.often(0.5), lambda: c.randrange(-2**31, 2**31),
            lambda: ulong(c.randrange(2**64)), lambda: c.random(),
            lambda: "".join(c.choices(TEXT, k=c.choice([0, 3, 300]))),
            lambda: c.randbytes(c.choice([0, 3, 300, 5000])), lambda: symbol("some-symbol"),
            lambda: uuid.UUID(int=c.randrange(2**128)), lambda: timestamp(c.randrange(2**40)),
            lambda: ubyte(c.randrange(256)),
            lambda: [self.value(depth + 1) for _ in range(c.randrange(4))],
            lambda: {f"key-{n}": self.value(depth + 1) for n in range(c.randrange(4))},
            lambda: Described(c.choice([symbol("x:y"), ulong(c.randrange(2**40))]),
                              self.value(depth + 1))]
        return c.choice(makers if depth < 3 else makers[:11])()

    def section(self, code, value):
        """Its descriptor short, long, or as a symbol."""
        short = encode(Described(ulong(code), value))
        if self.often(0.2):
            return b"\x00\x80" + struct.pack(">Q", code) + short[3:]
        if self.often(0.1):
            return b"\x00\xa3" + bytes([len(SYMBOLS[code])]) + SYMBOLS[code] + short[3:]
        return short

    def annotations(self, is_large):
        made = {symbol(f"x-opt-{n}"): self.value() for n in range(self.chance.randrange(5))}
        if is_large:
            made[symbol("large")] = self.chance.randbytes(self.chance.choice(LARGE))
        return made

    def header(self):
        return self.chance.choice([[], [True], [None, ubyte(self.chance.randrange(12))],
                                   [True, ubyte(9), uint(1000), False, uint(7)]])

    def properties(self, is_large):
        c = self.chance
        identity = "i" * 200_000 if is_large else c.choice(["id", ulong(7), uuid.uuid4(), b"id"])
        fields = [identity, c.choice([b"user", None]), self.to, c.choice([None, "subject"]), None,
                  "correlation", symbol("text/plain"), None, None, timestamp(5), "group", uint(3)]
        return fields[:c.choice([3, 4, 6, 12])]

    def body(self):
        c = self.chance
        kind = c.choice([DATA, SEQUENCE, VALUE, None])
        if kind == DATA:
            sizes = c.choices([0, 1, 500, 16_000, 130_000, 131_072, 200_000], k=c.randrange(1, 4))
            return [self.section(DATA, c.randbytes(size)) for size in sizes]
        if kind == SEQUENCE:
            return [self.section(SEQUENCE, [self.value(), self.value()])
                    for _ in range(c.randrange(1, 4))]
        return [self.section(VALUE, self.value())] if kind else []

    def message(self):
        large = self.chance.choice([None] * 6 + [DELIVERY_ANNOTATIONS, MESSAGE_ANNOTATIONS,
                                                 PROPERTIES, APPLICATION_PROPERTIES, FOOTER])
        parts = []
        if self.often(0.5):
            parts.append(self.section(HEADER, self.header()))
        for code in (DELIVERY_ANNOTATIONS, MESSAGE_ANNOTATIONS):
            if large == code or self.often(0.4):
                parts.append(self.section(code, self.annotations(large == code)))
        parts.append(self.section(PROPERTIES, self.properties(large == PROPERTIES)))
        if large == APPLICATION_PROPERTIES or self.often(0.4):
            text = "v" * (200_000 if large == APPLICATION_PROPERTIES else 3)
            parts.append(self.section(APPLICATION_PROPERTIES, {"key": text}))
        parts += self.body()
        if large == FOOTER or self.often(0.3):
            parts.append(self.section(FOOTER, self.annotations(large == FOOTER)))
        return b"".join(parts)


class RandomContent(RouterTest):
    def test_every_octet_arrives(self):
        seed = int(os.environ.get("CROSSPOINT_SEED", random.randrange(1 << 32)))
        print(f"CROSSPOINT_SEED={seed}")
        chance = random.Random(seed)
        router = self.start_router(address(prefix="all", distribution="multicast"),
                                   listener(name="clients"),
                                   listener(name="small", maxFrameSize=512),
                                   listener(name="large", maxFrameSize=65536))
        receivers, senders = [], []
        for name, frame in (("clients", 512), ("small", 4096), ("large", 65536)):
            receivers.append(self.connect(router, name, max_frame_size=frame).receiver("all/x"))
            client = self.connect(router, name, max_frame_size=frame)
            senders += [client.sender("all/x"), client.sender(None)]
        shapes = Shapes(chance, "all/x")
        for number in range(MESSAGES):
            message, settled = shapes.message(), chance.random() < 0.3
            sent = chance.choice(senders).send(message, settled=settled)
            for receiver in receivers:
                received = receiver.wait(number + 1)[number].data
                self.assertTrue(received == message, f"message {number} of {len(message)} octets "
                                                     f"arrived as {len(received)}")
            if not settled:
                self.assertEqual(sent.wait().state, ACCEPTED)
