# SPDX-License-Identifier: Apache-2.0
"""A listener with multiTenant keeps clients apart by the host that they ask for."""
import unittest

from proton import Delivery, Message

from harness import RouterTest, address, listener
from harness.management import Manager


class Tenants(RouterTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(listener(name="tenants", multiTenant=True),
                                        listener(name="clients"),
                                        address(prefix="all", distribution="multicast"),
                                        address(prefix="red/work", distribution="multicast"))

    def tenant(self, name):
        return self.connect(self.router, "tenants", virtual_host=name)

    def give(self, client, to, receiver, text):
        """The message, as the receiver gets it."""
        before = receiver.count
        self.assertEqual(client.sender(to).send(Message(body=text)).wait().state, Delivery.ACCEPTED)
        return receiver.wait(before + 1)[-1]

    def test_equal_addresses_of_two_tenants_are_two(self):
        red, blue = self.tenant("red"), self.tenant("blue")
        reds, blues = red.receiver("news"), blue.receiver("news")
        self.assertEqual(self.give(red, "news", reds, "for red").body, "for red")
        self.assertEqual(self.give(blue, "news", blues, "for blue").body, "for blue")
        self.assertEqual((reds.count, blues.count), (1, 1))

    def test_anonymous_senders_stay_in_their_tenant(self):
        red = self.tenant("red")
        reds, blues = red.receiver("news"), self.tenant("blue").receiver("news")
        sent = red.sender().send(Message(address="news", body="x"))
        self.assertEqual(sent.wait().state, Delivery.ACCEPTED)
        self.assertEqual((reds.wait(1)[0].body, blues.count), ("x", 0))

    def test_others_know_an_address_with_its_tenant(self):
        reds = self.tenant("red").receiver("news")
        self.assertEqual(self.give(self.connect(self.router), "red/news", reds, "x").body, "x")

    def test_rules_are_for_addresses_with_their_tenant(self):
        red, blue = self.tenant("red"), self.tenant("blue")
        for client, subject, copies in (red, "work", 2), (blue, "work", 1), (red, "all", 1):
            receivers = [client.receiver(subject) for _ in range(2)]
            client.sender(subject).send(Message(body="x")).wait()
            self.eventually(lambda: sum(r.count for r in receivers) == copies,
                            f"{copies} copies of {subject}")

    def test_replies_find_their_way(self):
        red = self.tenant("red")
        replies = red.receiver(dynamic=True)
        self.assertEqual(self.give(red, replies.address, replies, "here").body, "here")
        # Such an address belongs to the router, and so to no tenant.
        self.give(self.connect(self.router), replies.address, replies, "there")

    def test_a_client_that_asks_for_no_host_has_no_tenant(self):
        peer = self.raw_peer(self.router, "tenants")
        peer.open(hostname=None)
        peer.begin()
        peer.attach_sender("news")
        rows = Manager(self.connect(self.router)).entities("router.address", "key")
        self.assertIn("M0news", [row["key"] for row in rows])

    def test_management_shows_tenants_and_is_reached_from_them(self):
        red = self.tenant("red")
        rows = Manager(red, "_local/$management").entities("connection", "tenant")
        self.assertEqual([row["tenant"] for row in rows], ["red/"])
        red.receiver("news")
        rows = Manager(red, "_topo/0/A/$management").entities("router.address", "key")
        self.assertIn("M0red/news", [row["key"] for row in rows])
        # Without a prefix it is an address of the tenant, where nobody answers.
        self.assertEqual(red.sender("$management").credit, 0)


if __name__ == "__main__":
    unittest.main()
