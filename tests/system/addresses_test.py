# SPDX-License-Identifier: Apache-2.0
"""What the addresses of links and messages mean, and which ones a router refuses."""
import re

from harness.config import address, router as router_section
from harness.peer_case import PeerTest

NO_ROUTE = ("qd:no-route-to-dest", "No route to the destination node")
NOT_FOUND = ("amqp:not-found", "Node not found")
NO_COORDINATOR = ("amqp:precondition-failed",
                  "The router can't coordinate transactions by itself, a linkRoute to a "
                  "coordinator must be configured to use transactions.")


class SameAddress(PeerTest):
    def setUp(self):
        super().setUp()
        self.client = self.peer(self.start_router())

    def assert_reaches(self, sent_to, listened_on):
        with self.subTest(sent_to=sent_to, listened_on=listened_on):
            receiver = self.client.receiver(listened_on, credit=10, accept=True)
            sender = self.client.sender(sent_to)
            self.assertEqual(sender.outcome_of(sender.send(body=1)), "accepted")
            anonymous = self.client.sender()
            sent = anonymous.send(body=2, address=sent_to)
            self.assertEqual(anonymous.outcome_of(sent), "accepted")
            self.assertEqual(receiver.bodies, [1, 2])
            for link in (receiver, sender, anonymous):
                link.close_and_wait()

    def assert_does_not_reach(self, sent_to, listened_on):
        with self.subTest(sent_to=sent_to, listened_on=listened_on):
            receiver = self.client.receiver(listened_on, credit=10, accept=True)
            sender = self.client.sender(sent_to)
            anonymous = self.client.sender()
            sent = anonymous.send(body=2, address=sent_to)
            self.assertEqual(anonymous.outcome_of(sent), "released")
            self.assertEqual(sender.credit, 0)
            self.assertEqual(receiver.count, 0)
            for link in (receiver, sender, anonymous):
                link.close_and_wait()

    def test_urls_slashes_and_trailing_separators_mean_nothing(self):
        for text in ("x/y", "/x/y", "amqp:/x/y", "amqp://host/x/y", "amqps://h:5671/x/y", "//h/x/y",
                     "any:/x/y", "x/y/", "x/y.", "amqp:/x/y/"):
            self.assert_reaches(text, "x/y")
            self.assert_reaches("x/y", text)

    def test_only_one_trailing_separator_is_dropped(self):
        self.assert_does_not_reach("x//", "x")
        self.assert_does_not_reach("x/./", "x")

    def test_other_texts_are_other_addresses(self):
        for text in ("x.y", "X/y", "x", "x/y/z", " x/y"):
            self.assert_does_not_reach(text, "x/y")

    def test_an_incomplete_url_is_an_address_as_it_stands(self):
        self.assert_reaches("amqp://host", "amqp://host")
        self.assert_does_not_reach("host", "amqp://host")

    def test_local_addresses(self):
        for text in ("_local/a/b", "_topo/0/A/a/b", "_topo/all/A/a/b", "_edge/A/a/b",
                     "amqp:/_topo/0/A/a/b"):
            self.assert_reaches(text, "_local/a/b")
            self.assert_reaches("_local/a/b", text)
        self.assert_does_not_reach("a/b", "_local/a/b")
        self.assert_does_not_reach("_local/a/b", "a/b")

    def test_other_texts_with_an_underscore_are_ordinary(self):
        for text in ("_x", "_local", "_topo", "_nothing/of/ours", "$x"):
            self.assert_reaches(text, text)


class Refusals(PeerTest):
    def test_addresses_of_an_unknown_router(self):
        client = self.peer(self.start_router())
        for text in ("_topo/0/B/x", "_topo/0/all/x", "_topo/other/A/x", "_edge/E/x"):
            with self.subTest(address=text):
                self.assertEqual(client.receiver(text).wait_refused(), NO_ROUTE)
                sender = client.sender(text)
                client.ask()
                self.assertEqual((sender.credit, sender.remote_closed), (0, False))
                anonymous = client.sender()
                sent = anonymous.send(address=text)
                self.assertEqual(anonymous.outcome_of(sent), "released")

    def test_a_receiver_without_an_address(self):
        client = self.peer(self.start_router())
        self.assertEqual(client.receiver().wait_refused(), NO_ROUTE)
        self.assertEqual(client.receiver("").wait_refused(), NO_ROUTE)

    def test_a_transaction_coordinator(self):
        client = self.peer(self.start_router())
        sender = client.sender(coordinator=True)
        self.assertEqual(sender.wait_refused(), NO_COORDINATOR)
        self.assertEqual(sender.remote_end, "closed")

    def test_the_refused_terminus_is_null(self):
        client = self.peer(self.start_router(address(prefix="closed", distribution="unavailable")))
        receiver, sender = client.receiver("closed"), client.sender("closed")
        self.assertEqual((receiver.wait_refused(), sender.wait_refused()), (NOT_FOUND, NOT_FOUND))
        self.assertIsNone(receiver.address)
        self.assertIsNone(sender.address)

    def test_a_connection_goes_on_after_refusals(self):
        client = self.peer(self.start_router(address(prefix="closed", distribution="unavailable")))
        for _ in range(20):
            links = [client.receiver("closed", wait=False), client.sender("closed", wait=False),
                     client.receiver(wait=False), client.sender(coordinator=True, wait=False)]
            for link in links:
                link.wait_refused()
                link.close()
        receiver = client.receiver("open", credit=1, accept=True)
        sender = client.sender("open")
        self.assertEqual(sender.outcome_of(sender.send(body="x")), "accepted")
        self.assertEqual(receiver.bodies, ["x"])

    def test_messages_to_unavailable_addresses_are_rejected(self):
        client = self.peer(self.start_router(address(prefix="closed", distribution="unavailable")))
        sender = client.sender()
        before = sender.wait_credit().credit
        sent = sender.send(address="closed/x")
        self.assertEqual(sender.outcome_of(sent), "rejected")
        self.assertEqual(sent.condition, (
            "amqp:not-found", "Deliveries cannot be sent to an unavailable address"))
        for _ in range(before):
            sender.send(address="closed/x", settled=True)
        sender.wait_credit()

    def test_a_message_that_says_not_where_to(self):
        client = self.peer(self.start_router())
        sender = client.sender()
        sent = sender.send(body="x")
        self.assertEqual(sender.outcome_of(sent), "rejected")
        self.assertEqual(sent.condition, ("amqp:precondition-failed",
                                          "Routing failure: no address present"))

    def test_unavailable_is_the_default_that_rules_override(self):
        client = self.peer(self.start_router(
            router_section(defaultDistribution="unavailable"),
            address(prefix="open", distribution="balanced"), address(prefix="plain")))
        self.assertEqual(client.receiver("else").wait_refused(), NOT_FOUND)
        self.assertEqual(client.sender("else").wait_refused(), NOT_FOUND)
        for text in ("open/1", "plain/1"):
            receiver, sender = client.receiver(text, credit=1, accept=True), client.sender(text)
            self.assertEqual(sender.outcome_of(sender.send()), "accepted")
            self.assertEqual(receiver.count, 1)


class Rules(PeerTest):
    """A multicast address is recognised by its copies."""

    def copies(self, client, text):
        receivers = [client.receiver(text, credit=10, accept=True) for _ in range(2)]
        sender = client.sender(text)
        self.assertEqual(sender.outcome_of(sender.send()), "accepted")
        client.ask()
        count = sum(receiver.count for receiver in receivers)
        for link in (*receivers, sender):
            link.close_and_wait()
        return count

    def assert_treatments(self, client, multicast, balanced):
        for text in multicast:
            with self.subTest(address=text):
                self.assertEqual(self.copies(client, text), 2)
        for text in balanced:
            with self.subTest(address=text):
                self.assertEqual(self.copies(client, text), 1)

    def test_prefixes(self):
        client = self.peer(self.start_router(address(prefix="/a/b/", distribution="multicast")))
        self.assert_treatments(client, multicast=["a/b", "a.b", "a/b/c", "a/b.c.d", "/a/b"],
                               balanced=["a/bc", "a", "b/a/b", "A/b"])

    def test_patterns(self):
        client = self.peer(self.start_router(
            address(pattern="one/*/end", distribution="multicast"),
            address(pattern="all/#", distribution="multicast"),
            address(pattern="#/tail", distribution="multicast")))
        self.assert_treatments(
            client, multicast=["one/x/end", "one.x.end", "all", "all/x", "all.x.y", "tail",
                               "x/tail", "x/y/tail"],
            balanced=["one/end", "one/x/y/end", "onex/y/end", "tails", "tail/x"])

    def test_the_most_specific_rule_wins_wherever_it_stands(self):
        client = self.peer(self.start_router(
            address(pattern="#", distribution="balanced"),
            address(pattern="a/*/c", distribution="balanced"),
            address(pattern="a/b/#", distribution="multicast"),
            address(pattern="a/b/c", distribution="balanced"),
            address(pattern="*/b/c", distribution="multicast"),
            address(pattern="a/#", distribution="multicast")))
        self.assert_treatments(client, multicast=["a/b/x", "a/b", "z/b/c", "a", "a/x/y"],
                               balanced=["a/b/c", "a/x/c", "z", "z/b/x"])

    def test_default_distribution(self):
        client = self.peer(self.start_router(router_section(defaultDistribution="multicast"),
                                             address(prefix="b", distribution="balanced")))
        self.assert_treatments(client, multicast=["x", "bb"], balanced=["b", "b/x"])


class Dynamic(PeerTest):
    def test_a_dynamic_source_is_an_address_of_this_router(self):
        client = self.peer(self.start_router())
        addresses = {client.receiver(dynamic=True).address for _ in range(50)}
        self.assertEqual(len(addresses), 50)
        for text in addresses:
            self.assertRegex(text, r"^amqp:/_topo/0/A/temp\.[A-Za-z0-9+_]{15}$")

    def test_the_attach_says_that_it_is_dynamic(self):
        client = self.peer(self.start_router())
        self.assertTrue(client.receiver(dynamic=True).link.remote_source.dynamic)
        self.assertTrue(client.sender(dynamic=True).link.remote_target.dynamic)

    def test_request_and_reply(self):
        router = self.start_router()
        service, caller = self.peer(router), self.peer(router)
        requests = service.receiver("service", window=10, accept=True)
        answers = service.sender()
        replies = caller.receiver(dynamic=True, window=10, accept=True)
        asking = caller.sender("service")
        for number in range(10):
            asking.send(body=number, reply_to=replies.address, correlation_id=number)
            request = requests.take().message
            answers.send(body=request.body * 2, address=request.reply_to,
                         correlation_id=request.correlation_id)
            reply = replies.take().message
            self.assertEqual((reply.correlation_id, reply.body), (number, number * 2))

    def test_a_temporary_address_dies_with_its_receiver(self):
        client = self.peer(self.start_router())
        replies = client.receiver(dynamic=True, credit=5, accept=True)
        text, sender = replies.address, client.sender()
        self.assertEqual(sender.outcome_of(sender.send(address=text)), "accepted")
        targeted = client.sender(text).wait_credit()
        replies.close_and_wait()
        self.assertEqual(sender.outcome_of(sender.send(address=text)), "released")
        self.assertEqual(targeted.outcome_of(targeted.send()), "released")

    def test_a_sender_with_a_dynamic_target(self):
        client = self.peer(self.start_router())
        sender = client.sender(dynamic=True)
        match = re.match(r"^amqp:/(_\$temp\.[A-Za-z0-9+_]{15})$", sender.address)
        self.assertTrue(match, sender.address)
        client.ask()
        self.assertEqual(sender.credit, 0)
        receivers = [client.receiver(text, window=5, accept=True)
                     for text in (sender.address, match[1])]
        for number in range(4):
            self.assertEqual(sender.outcome_of(sender.send(body=number)), "accepted")
        self.assertEqual([receiver.count for receiver in receivers], [2, 2])

    def test_the_answer_of_an_attach_repeats_the_address(self):
        client = self.peer(self.start_router())
        self.assertEqual(client.receiver("amqp:/x/").address, "amqp:/x/")
        self.assertEqual(client.sender("/x").address, "/x")
