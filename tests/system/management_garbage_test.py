# SPDX-License-Identifier: Apache-2.0
"""Requests that make no sense, and clients that do not play along: the router goes on."""
import struct
import unittest
import uuid

from proton import UNDESCRIBED, Array, Data, Described, Message, char, decimal32, symbol, \
    timestamp, ulong

from harness import ACCEPTED, REJECTED, RELEASED, TIME_FACTOR, RouterTest, encoding
from harness.management import PREFIX, Manager


def hash_of(value):
    """Whether Python takes it as a key."""
    try:
        return hash(value) is not None
    except TypeError:
        return False


class Garbage(RouterTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router()
        self.client = self.connect(self.router)
        self.manager = Manager(self.connect(self.router))
        self.sender = self.client.sender("$management")

    def tearDown(self):
        self.assertEqual(self.manager.ask("GET-TYPES").status, 200)
        super().tearDown()

    def outcome(self, message):
        return self.sender.send(message).wait()

    def test_no_reply_address(self):
        self.assertEqual(self.outcome(Message(body={}, properties={"operation": "QUERY"})).state,
                         ACCEPTED)

    def test_a_reply_address_that_nobody_has(self):
        for nowhere in "nobody", "_topo/0/nowhere/temp.x", "_local/nothing", "\u20ac", "a" * 5000:
            self.assertEqual(self.outcome(Message(body={}, reply_to=nowhere, properties={
                "operation": "GET-TYPES"})).state, ACCEPTED)

    def test_replies_to_the_node_itself_do_not_go_round_for_ever(self):
        self.outcome(Message(body={}, reply_to="$management", correlation_id=1,
                             properties={"operation": "GET-TYPES"}))
        before = self.manager.entities(PREFIX + "router.address", "key", "deliveriesToContainer")
        after = self.manager.entities(PREFIX + "router.address", "key", "deliveriesToContainer")
        key = "M0$management"
        grown = [next(row for row in rows if row["key"] == key)["deliveriesToContainer"]
                 for rows in (before, after)]
        self.assertLessEqual(grown[1] - grown[0], 3)

    def test_no_message_at_all(self):
        for octets in b"\x00", b"\x00\x53\x77", b"\xff" * 40, b"\x00\x53\x74\xd1\xff\xff\xff\xff":
            outcome = self.outcome(octets)
            self.assertEqual(outcome.state, REJECTED, octets)

    def test_bodies_of_every_kind(self):
        replies = self.manager.replies
        for body in None, 1, "text", b"binary", [1], [[[]]], {"attributeNames": 7}, \
                {"attributeNames": [1, None, {}]}, {1: 2}, {"attributeNames": ["x"] * 5000}:
            for operation in "QUERY", "CREATE", "READ", "UPDATE", "DELETE", "GET-LOG":
                for entity in None, "listener", PREFIX + "router.link", PREFIX + "connection":
                    properties = {"operation": operation}
                    if entity:
                        properties.update(type=entity, entityType=entity, name="x")
                    message = Message(reply_to=replies.address, body=body, correlation_id="any",
                                      properties=properties)
                    before = replies.count
                    state = self.outcome(message).state
                    if state == ACCEPTED:
                        self.eventually(lambda: replies.count > before, "a reply")

    def test_properties_of_every_kind(self):
        for value in None, 1, True, [1], {"a": 1}, b"x", 1.5, "\u0000", "x" * 20000:
            for name in "operation", "type", "entityType", "name", "identity", "offset", "count":
                properties = {"operation": "QUERY", "type": "listener", name: value}
                answer = self.manager.answer_to(
                    self.manager.send(properties.pop("operation"), {}, **properties))
                self.assertIn(answer.status, (200, 400, 404, 501), (name, value))

    def test_one_that_is_too_large(self):
        outcome = self.outcome(Message(body={"x": "y" * 300000}, reply_to="any",
                                       properties={"operation": "QUERY"}))
        self.assertEqual(outcome.state, REJECTED)
        self.assertEqual(outcome.condition, "amqp:link:message-size-exceeded")

    def test_a_huge_map_that_fits(self):
        body = {f"k{number}": number for number in range(9000)}
        answer = self.manager.ask("CREATE", body, type="listener", name="l")
        self.assertEqual(answer.status, 400)
        self.assertIn("Unknown attribute", answer.text)

    def test_values_within_values_within_values(self):
        def nested(code, depth):
            value = b"\x40"
            for _ in range(depth):
                count = 2 if code == 0xd1 else 1
                inside = (b"\xa1\x01k" if count == 2 else b"") + value
                value = bytes([code]) + struct.pack(">II", len(inside) + 4, count) + inside
            return value

        head = encoding.section(encoding.PROPERTIES,
                                [None, None, None, None, self.manager.replies.address])
        request = encoding.section(encoding.APPLICATION_PROPERTIES, {"operation": "QUERY"})
        for code in 0xd0, 0xd1:
            for depth in 10, 1000, 8000:
                deep = nested(code, depth)
                for octets in (head + request + b"\x00\x53\x77" + deep,
                               head + b"\x00\x53\x74" + deep + b"\x00\x53\x77\x40",
                               b"\x00\x53\x73" + deep + request + b"\x00\x53\x77\x40"):
                    self.assertIn(self.outcome(octets).state, (ACCEPTED, REJECTED))
        self.assertEqual(self.outcome(head + request + b"\x00\x53\x77"
                                      + nested(0xd0, 8000)).state, REJECTED)

    def test_sizes_and_counts_that_lie(self):
        before = self.router.rss_kib()
        many = struct.pack(">I", 2**31 - 1)
        for value in (b"\xd0" + struct.pack(">I", 4) + many,  # a list of many nothings
                      b"\xd0" + struct.pack(">I", 5) + many + b"\x40",
                      b"\xd1" + struct.pack(">I", 4) + many,
                      b"\xd1" + struct.pack(">I", 5) + struct.pack(">I", 1) + b"\x40",  # odd
                      b"\xf0" + struct.pack(">I", 5) + many + b"\x40",  # an array of nulls
                      b"\xf0" + struct.pack(">I", 5) + many + b"\x45",  # of empty lists
                      b"\xd0" + many + struct.pack(">I", 1) + b"\x40",
                      b"\xb1" + many + b"x", b"\xb0" + many, b"\xc0\xff\xff", b"\x00\x00\x00"):
            for section in b"\x00\x53\x73", b"\x00\x53\x74", b"\x00\x53\x77":
                self.assertIn(self.outcome(section + value).state, (ACCEPTED, REJECTED))
        if TIME_FACTOR == 1:
            self.assertLess(self.router.rss_kib() - before, 20000)

    def test_correlation_ids_of_every_type_come_back(self):
        for number in ulong(7), 2**40, "text", b"octets", uuid.UUID(int=5), symbol("s"), True:
            # Any value, though the specification knows four types: clients rely on it.
            head = encoding.section(encoding.PROPERTIES, [
                None, None, None, None, self.manager.replies.address, number])
            request = encoding.section(encoding.APPLICATION_PROPERTIES, {"operation": "READ"})
            before = self.manager.replies.count
            self.assertEqual(self.outcome(head + request).state, ACCEPTED)
            reply = self.manager.replies.wait(before + 1)[-1]
            self.assertIn(encoding.encode(number), reply.data)

    def test_values_of_every_type_are_no_reason_to_refuse(self):
        for value in (ulong(2**64 - 1), uuid.UUID(int=5), timestamp(1234567890123), char("x"),
                      decimal32(5), Array(UNDESCRIBED, Data.INT, 1, 2), b"octets", 1.5,
                      Array(UNDESCRIBED, Data.SYMBOL, symbol("a")), Described(symbol("x"), 5)):
            for properties, body in (({"extra": value}, {}), ({}, {"extra": value}),
                                     ({}, {value: 1} if hash_of(value) else {})):
                answer = self.manager.ask("READ", body, **properties)
                self.assertEqual(answer.status, 200, (value, answer.text))
        names = self.manager.ask(
            "QUERY", {"attributeNames": Array(UNDESCRIBED, Data.STRING, "identity", "module")},
            entityType="log").body["attributeNames"]
        self.assertEqual(names, ["identity", "module"])
        for entity in "log", PREFIX + "router.address":
            answer = self.manager.ask("QUERY", {}, entityType=entity, offset=ulong(2**64 - 1),
                                      count=ulong(2**64 - 1))
            self.assertEqual((answer.status, answer.body["results"]), (200, []))

    def test_ten_thousand_requests_at_once(self):
        """More than the agent takes: the others are released, or dropped if they came settled."""
        clients = [self.connect(self.router) for _ in range(10)]
        before = self.router.rss_kib()
        sent = []
        for number, client in enumerate(clients):
            replies = client.receiver(dynamic=True, keep=False)
            request = Message(body={}, reply_to=replies.address,
                              properties={"operation": "GET-TYPES"})
            sent += client.sender("$management").send_all(
                [request] * (1000 // TIME_FACTOR), settled=number % 2 == 1)
        for request in sent[:1000 // TIME_FACTOR]:
            self.assertIn(request.wait().state, (ACCEPTED, RELEASED))
        self.assertEqual(self.manager.ask("READ").status, 200)
        if TIME_FACTOR == 1:
            self.assertLess(self.router.rss_kib() - before, 60000)
        for client in clients[1:]:
            client.break_off()

    def test_a_request_that_arrives_slowly_and_never_ends(self):
        greedy = self.connect(self.router)
        senders = [greedy.sender("$management", session=greedy.session()) for _ in range(5)]
        streams = [sender.stream() for sender in senders]
        head = b"\x00\x53\x75\xb0" + struct.pack(">I", 100 << 20)
        for stream in streams:
            stream.write(head + bytes(1000))
        self.assertEqual(self.manager.ask("READ").status, 200)
        for stream in streams[:4]:
            stream.write(bytes(4 << 20))
        # Beyond what a request may have it is read and thrown away.
        self.assertEqual(self.manager.ask("READ").status, 200)
        streams[0].abort()
        for stream in streams[1:3]:
            stream.finish()
            outcome = stream.wait()
            self.assertEqual((outcome.state, outcome.condition),
                             (REJECTED, "amqp:link:message-size-exceeded"))
        greedy.break_off()
        self.assertEqual(self.manager.ask("READ").status, 200)

    def test_a_client_that_gives_no_credit_for_replies(self):
        greedy = self.connect(self.router)
        replies = greedy.receiver(dynamic=True, credit=0)
        sender = greedy.sender("$management")
        before = self.router.rss_kib()
        sent = sender.send_all([Message(body={}, reply_to=replies.address,
                                        properties={"operation": "GET-SCHEMA"})
                                for _ in range(400)])
        for request in sent:
            request.wait()
        if TIME_FACTOR == 1:  # sanitizers need memory of their own
            self.assertLess(self.router.rss_kib() - before, 20000)
        greedy.break_off()


if __name__ == "__main__":
    unittest.main()
