# SPDX-License-Identifier: Apache-2.0
"""Requests that make no sense, and clients that do not play along: the router goes on."""
import unittest

from proton import Message

from harness import ACCEPTED, REJECTED, TIME_FACTOR, RouterTest
from harness.management import PREFIX, Manager


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
