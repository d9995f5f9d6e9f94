# SPDX-License-Identifier: Apache-2.0
"""A message comes out as it went in, octet by octet."""
import random
import uuid

from proton import Array, Data, UNDESCRIBED, Described, symbol, timestamp, ubyte, uint, ulong

from harness.encoding import (APPLICATION_PROPERTIES, DATA, DELIVERY_ANNOTATIONS, FOOTER, HEADER,
                              MESSAGE_ANNOTATIONS, PROPERTIES, SEQUENCE, VALUE, encode, section,
                              symbols, value)
from harness.peer_case import PeerTest

HEAD = section(HEADER, [True, ubyte(7), uint(60000), True, uint(3)])
DELIVERY = section(DELIVERY_ANNOTATIONS, symbols(x_one=1, x_deep={"k": [1, "two", None]}))
ANNOTATIONS = section(MESSAGE_ANNOTATIONS, symbols(x_user="zz", x_opt_other=[1, 2], x_opt_qd=5))
ALL_PROPERTIES = section(PROPERTIES, [
    "message-id", b"user", "x", "subject", "reply-to", uuid.UUID(int=7), symbol("text/plain"),
    symbol("gzip"), timestamp(1234567890123), timestamp(1234567890000), "group", uint(5), "reply"])
APPLICATION = section(APPLICATION_PROPERTIES, {"int": 1, "text": "t\u00e4xt", "float": 1.5,
                                               "none": None, "flag": False, "big": ulong(1 << 63)})
FOOT = section(FOOTER, symbols(x_signature=b"\x00\x01\x02"))


class Unchanged(PeerTest):
    def setUp(self):
        super().setUp()
        router = self.start_router()
        self.producer, self.consumer = self.peer(router), self.peer(router)
        self.receiver = self.consumer.receiver("x", window=100, accept=True)
        self.sender = self.producer.sender("x")
        self.anonymous = self.producer.sender()

    def assert_unchanged(self, content):
        for sender in (self.sender, self.anonymous):
            for settled in (False, True):
                sender.send(content, settled=settled)
                self.assertEqual(bytes(self.receiver.take().content), content)

    def test_every_combination_of_sections(self):
        bodies = [section(DATA, b"data"), section(DATA, b"one") + section(DATA, b"") +
                  section(DATA, b"three"), section(SEQUENCE, [1, "two"]) + section(SEQUENCE, []),
                  value({"k": [None, 1.5]}), value(None)]
        for number in range(1 << 5):
            parts = [part if number & 1 << place else b"" for place, part in enumerate(
                (HEAD, DELIVERY, ANNOTATIONS, APPLICATION, FOOT))]
            parts.insert(3, ALL_PROPERTIES)
            parts.insert(5, bodies[number % len(bodies)])
            self.assert_unchanged(b"".join(parts))

    def test_other_encodings_of_the_same(self):
        long_descriptor = b"\x00\x80" + bytes(7)
        symbolic = b"\x00\xa3\x10amqp:header:list"
        properties = b"\xd0\x00\x00\x00\x09\x00\x00\x00\x03\x40\x40\xa1\x01x"
        to_x = b"\x00\x53\x73" + properties
        for content in (
                long_descriptor + b"\x70\x45" + to_x + value("x"),
                symbolic + b"\xc0\x03\x02\x41\x40" + to_x + value("x"),
                b"\x00\xb3\x00\x00\x00\x10amqp:header:list" + b"\x45" + to_x + value("x"),
                b"\x00\x53\x70\xd0\x00\x00\x00\x04\x00\x00\x00\x00" + to_x + value("x"),
                long_descriptor + b"\x73" + properties + value("x"),
                b"\x00\x53\x72\xd1\x00\x00\x00\x04\x00\x00\x00\x00" + to_x + value("x"),
                b"\x00\x53\x72\xc1\x01\x00" + to_x + value("x"),
                b"\x00\x53\x73\xc0\x09\x03\x40\x40\xb1\x00\x00\x00\x01x" + value("x")):
            with self.subTest(content=content):
                self.assert_unchanged(content)

    def test_all_types_in_annotations(self):
        values = {symbol(f"x-{number}"): item for number, item in enumerate([
            None, True, False, ubyte(1), uint(0), uint(1), uint(1 << 30), ulong(0), 5, -5, 1 << 40,
            1.5, timestamp(7), uuid.UUID(int=3), b"", b"b" * 300, "", "s" * 300, symbol("y" * 300),
            [], [1] * 300, {}, {"k": {"l": [1]}}, Described(ulong(9), "d"),
            Array(UNDESCRIBED, Data.INT, 1, 2, 3)])}
        content = section(MESSAGE_ANNOTATIONS, values) + section(PROPERTIES, [None, None, "x"])
        self.assert_unchanged(content + value("x"))
        self.assert_unchanged(section(DELIVERY_ANNOTATIONS, values) + content + value("x"))

    def test_keys_that_only_look_like_ours(self):
        for key in ("x-opt-qd", "x-opt-q", "x-opt-qdx", "X-OPT-QD.to", "y-x-opt-qd.to"):
            content = section(MESSAGE_ANNOTATIONS, {symbol(key): "v"})
            self.assert_unchanged(content + section(PROPERTIES, [None, None, "x"]) + value("x"))

    def test_sizes_around_the_limits_of_buffers_and_frames(self):
        chance = random.Random(1)
        head = HEAD + section(PROPERTIES, [None, None, "x"])
        for around in (512, 4096, 16384, 32768, 65536, 131072, 262144):
            for size in range(around - 24, around + 9, 4):
                body = b"\x00\x53\x75\xb0" + size.to_bytes(4, "big") + chance.randbytes(size)
                for sender in (self.sender, self.anonymous):
                    sender.send(head + body)
                    self.assertEqual(bytes(self.receiver.take().content), head + body)

    def test_sections_that_fill_more_than_a_buffer(self):
        for size in (30_000, 40_000, 130_000, 300_000):
            large = section(DELIVERY_ANNOTATIONS, symbols(x_large=b"l" * size))
            to_x = section(PROPERTIES, [None, b"u" * size, "x"])
            annotated = section(MESSAGE_ANNOTATIONS, symbols(x_large="m" * size))
            for content in (large + to_x, annotated + to_x,
                            HEAD + large + ANNOTATIONS + to_x + APPLICATION):
                with self.subTest(size=size, total=len(content)):
                    self.assert_unchanged(content + value("x") + FOOT)

    def test_a_message_without_a_body(self):
        self.assert_unchanged(HEAD + section(PROPERTIES, [None, None, "x"]))

    def test_what_follows_the_parsed_sections_may_be_anything(self):
        self.sender.send(HEAD + b"\x00\x53\x75\xff\xff\xff")
        self.assertEqual(bytes(self.receiver.take().content), HEAD + b"\x00\x53\x75\xff\xff\xff")

    def test_many_messages_of_many_sizes_keep_order_and_content(self):
        chance = random.Random(2)
        sent = []
        for number in range(400):
            size = chance.choice([0, 1, 100, 1000, 5000, 40_000, 140_000])
            sent.append(encode(Described(ulong(VALUE), [number, chance.randbytes(size)])))
            self.sender.send(sent[-1], settled=number % 3 == 0)
        for content in sent:
            self.assertEqual(bytes(self.receiver.take().content), content)


class Malformed(PeerTest):
    GARBAGE = [b"", b"garbage", b"\x00", b"\x00\x53", b"\x00\x53\x70", b"\x00\x53\x70\xc0\x05\x01",
               b"\x00\x53\x10\x45", b"\x00\x53\x79\x45", b"\x00\x53\x70\xa1\x01x",
               b"\x00\x53\x72\xc1\xff\x02", b"\x00\x53\x71\x45", HEAD[:-3], bytes(1000),
               b"\x00\x53\x70\xd0\xff\xff\xff\xff\xff\xff\xff\xff",
               HEAD + HEAD + value("x"), DELIVERY + HEAD + value("x")]

    def setUp(self):
        super().setUp()
        client = self.peer(self.start_router())
        self.receiver = client.receiver("x", window=100, accept=True)
        self.targeted, self.anonymous = client.sender("x"), client.sender()

    def test_it_is_rejected_and_the_link_goes_on(self):
        good = section(PROPERTIES, [None, None, "x"]) + value("good")
        for sender in (self.targeted, self.anonymous):
            for content in self.GARBAGE:
                with self.subTest(content=content, sender=sender.name):
                    sent = sender.send(content)
                    self.assertEqual(sender.outcome_of(sent), "rejected")
                    self.assertEqual(sent.condition,
                                     ("amqp:decode-error", "invalid message format"))
                    self.assertEqual(sender.outcome_of(sender.send(good)), "accepted")
                    self.assertEqual(self.receiver.take().body, "good")

    def test_settled_garbage_is_dropped(self):
        for sender in (self.targeted, self.anonymous):
            for _ in range(20):
                for content in self.GARBAGE:
                    sender.send(content, settled=True)
            sender.send(section(PROPERTIES, [None, None, "x"]) + value("good"))
            self.assertEqual(self.receiver.take().body, "good")

    def test_large_garbage(self):
        for size in (100_000, 200_000, 3_000_000):
            for content in (bytes(size), HEAD + b"\xff" * size,
                            b"\x00\x53\x72\xd1\x7f\xff\xff\xff\x00\x00\x00\x02" + bytes(size)):
                sent = self.targeted.send(content)
                self.assertEqual(self.targeted.outcome_of(sent), "rejected")
                self.assertEqual(sent.condition, ("amqp:decode-error", "invalid message format"))
        self.targeted.send(value("good"))
        self.assertEqual(self.receiver.take().body, "good")

    def test_bad_properties_matter_only_to_those_who_read_them(self):
        content = b"\x00\x53\x73\xa1\x01x" + value("x")
        self.assertEqual(self.anonymous.outcome_of(self.anonymous.send(content)), "rejected")
        self.assertEqual(self.targeted.outcome_of(self.targeted.send(content)), "accepted")
        self.assertEqual(bytes(self.receiver.take().content), content)
