# SPDX-License-Identifier: Apache-2.0
"""What management shows of the core as it works: links, connections, addresses, counters."""
import re
import unittest

from proton import Message

from harness import ACCEPTED, REJECTED, RELEASED, RouterTest, address
from harness.management import PREFIX, Manager

LINK = PREFIX + "router.link"
CONNECTION = PREFIX + "connection"
ADDRESS = PREFIX + "router.address"
ROUTER = PREFIX + "router"


class LiveTest(RouterTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(address(prefix="all", distribution="multicast"))
        self.manager = Manager(self.connect(self.router))

    def link(self, name):
        return next(row for row in self.manager.entities(LINK) if row["linkName"] == name)

    def address_row(self, key):
        status, _, body = self.manager.ask("READ", type=ADDRESS, identity=key)
        return body if status == 200 else None

    def router_row(self):
        return self.manager.entities(ROUTER)[0]


class Addresses(LiveTest):
    def test_a_router_at_rest_has_its_own_addresses(self):
        keys = sorted(row["key"] for row in self.manager.entities(ADDRESS))
        reply = next(key for key in keys if key.startswith("Ltemp."))
        self.assertRegex(reply, r"^Ltemp\.[A-Za-z0-9+_]{15}$")
        keys.remove(reply)
        self.assertEqual(keys, ["L$_management_internal", "L$management", "M0$management",
                                "M0_$qd.edge_heartbeat"])

    def test_messages_are_counted(self):
        client = self.connect(self.router)
        receivers = [client.receiver("all/x") for _ in range(2)]
        client.sender("all/x").send_all([Message(body=n) for n in range(5)])
        for receiver in receivers:
            receiver.wait(5)
        row = self.address_row("M0all/x")
        self.assertEqual((row["distribution"], row["subscriberCount"], row["deliveriesIngress"],
                          row["deliveriesEgress"], row["deliveriesTransit"]),
                         ("multicast", 2, 5, 10, 0))
        self.assertEqual((row["name"], row["identity"], row["inProcess"], row["remoteCount"]),
                         ("M0all/x", "M0all/x", 0, 0))

    def test_requests_are_messages_too(self):
        before = self.address_row("M0$management")["deliveriesToContainer"]
        self.assertEqual(self.address_row("M0$management")["deliveriesToContainer"], before + 1)
        self.assertEqual(self.address_row("M0$management")["inProcess"], 1)

    def test_one_that_nobody_uses_any_more_is_gone(self):
        receiver = self.connect(self.router).receiver("passing")
        self.assertIsNotNone(self.address_row("M0passing"))
        receiver.close()
        self.eventually(lambda: self.address_row("M0passing") is None, "the end of the address")


class Links(LiveTest):
    def test_what_passed_and_what_waits(self):
        client = self.connect(self.router)
        receiver = client.receiver("work", name="taker", settle=None, credit=4,
                                   refill=False)
        sender = client.sender("work", name="giver")
        sent = [sender.send(Message(body=n)) for n in range(6)]
        first, second, third = receiver.wait(4)[:3]
        first.settle(ACCEPTED)
        second.settle(REJECTED)
        third.settle(RELEASED)
        for delivery in sent[:3]:
            delivery.wait()
        giver, taker = self.link("giver"), self.link("taker")
        self.assertEqual((giver["linkDir"], taker["linkDir"]), ("in", "out"))
        for row in giver, taker:
            self.assertEqual((row["linkType"], row["owningAddr"], row["capacity"]),
                             ("endpoint", "M0work", 250))
            self.assertEqual((row["acceptedCount"], row["rejectedCount"], row["releasedCount"]),
                             (1, 1, 1))
            self.assertEqual((row["operStatus"], row["adminStatus"]), ("up", "enabled"))
        self.assertEqual((giver["deliveryCount"], taker["deliveryCount"]), (6, 4))
        self.assertEqual((taker["undeliveredCount"], taker["unsettledCount"]), (2, 1))

    def test_credit(self):
        client = self.connect(self.router)
        client.sender("empty", name="waiting")
        client.receiver("full", credit=7, name="ready")
        client.sender("full", name="served")
        self.assertEqual(self.link("waiting")["creditAvailable"], 0)
        self.assertEqual(self.link("ready")["creditAvailable"], 7)
        self.assertEqual(self.link("served")["creditAvailable"], 250)
        self.assertEqual(self.link("served")["zeroCreditSeconds"], 0)

    def test_update_is_taken_and_does_nothing(self):
        self.connect(self.router).receiver("x", name="steady")
        answer = self.manager.ask("UPDATE", {"adminStatus": "disabled"}, type=LINK, name="steady")
        self.assertEqual((answer.status, answer.body["adminStatus"]), (200, "enabled"))
        self.assertEqual(self.manager.ask("UPDATE", {}, type=LINK, name="steady").status, 400)
        self.assertEqual(self.manager.ask("UPDATE", {"adminStatus": "x"}, type=LINK,
                                          name="nobody").status, 404)

    def test_pages_hold_each_link_once(self):
        client = self.connect(self.router)
        for number in range(620):
            client.receiver(f"many/{number}", wait=False)
        self.eventually(lambda: self.router_row()["linkCount"] == 622, "all links")
        found = []
        while True:
            _, _, body = self.manager.ask("QUERY", {"attributeNames": ["identity"]},
                                          entityType=LINK, offset=len(found), count=100)
            found += [row[0] for row in body["results"]]
            if len(body["results"]) < 100:
                break
        self.assertEqual((len(found), len(set(found))), (622, 622))
        self.assertEqual(found, sorted(found, key=int))

    def test_a_page_hides_nothing_though_earlier_rows_go(self):
        client = self.connect(self.router)
        links = [client.receiver(f"many/{number}", wait=False) for number in range(300)]
        self.eventually(lambda: self.router_row()["linkCount"] == 302, "all links")
        everything = [row["identity"] for row in self.manager.entities(LINK, "identity")]
        found = []
        while True:
            _, _, body = self.manager.ask("QUERY", {"attributeNames": ["identity"]},
                                          entityType=LINK, offset=len(found), count=50)
            found += [row[0] for row in body["results"]]
            if len(body["results"]) < 50:
                break
            # Some that were shown go, the last one among them, and some that were not.
            shown, left = len(found) - 2, 302 - self.router_row()["linkCount"]
            for number in (shown - 1, shown - 2, shown - 7, shown + 10):
                links[number].close()
            self.eventually(lambda gone=left + 4: self.router_row()["linkCount"] == 302 - gone,
                            "the end of links")
        # Of 300 in pages of 50: the 6th page is followed by one more.
        unseen = [identity for identity in everything if identity not in found]
        still = {row["identity"] for row in self.manager.entities(LINK, "identity")}
        self.assertEqual([identity for identity in unseen if identity in still], [])
        self.assertEqual(found, sorted(set(found), key=int))

    def test_a_histogram_of_where_messages_came_from(self):
        client = self.connect(self.router)
        receiver = client.receiver("h", name="taker")
        client.sender("h").send(Message(body=1)).wait()
        receiver.wait(1)
        self.assertEqual(len(self.link("taker")["ingressHistogram"]), 128)


class Connections(LiveTest):
    def row(self, container):
        return next((row for row in self.manager.entities(CONNECTION)
                     if row["container"] == container), None)

    def test_who_is_connected(self):
        client = self.connect(self.router, properties={"answer": 42, "name": "x"})
        container = client.connection.container
        rows = [row for row in self.manager.entities(CONNECTION)
                if row["properties"].get("answer") == 42]
        self.assertEqual(len(rows), 1)
        row = rows[0]
        self.assertEqual((row["container"], row["role"], row["dir"], row["protocol"]),
                         (container, "normal", "in", "amqp"))
        self.assertRegex(row["host"], r"^127\.0\.0\.1:\d+$")
        self.assertEqual((row["opened"], row["active"], row["isEncrypted"], row["tenant"]),
                         (True, True, False, None))
        self.assertEqual(row["properties"]["name"], "x")

    def test_deleting_one_drops_it_and_no_other(self):
        victim = self.connect(self.router, container_id=None)
        other = self.connect(self.router).receiver("steady")
        last = self.manager.entities(CONNECTION)[1]["identity"]
        answer = self.manager.ask("UPDATE", {"adminStatus": "deleted"}, type=CONNECTION,
                                  identity=last)
        self.assertEqual((answer.status, answer.body["adminStatus"], answer.body["operStatus"]),
                         (200, "deleted", "closing"))
        victim.wait_lost()
        self.assertFalse(victim.remote_closed)  # no word of good-bye
        self.router.wait_log(rf"\[C{last}\] Connection force-closed by request from "
                             r"connection \[C1\]")
        self.connect(self.router).sender("steady").send(Message(body=1)).wait()
        self.assertEqual(other.wait(1)[0].body, 1)

    def test_what_cannot_be_done_to_one(self):
        for operation, status in (("DELETE", 403), ("CREATE", 501)):
            self.assertEqual(self.manager.ask(operation, type=CONNECTION, identity="1").status,
                             status)
        update = {"adminStatus": "deleted"}
        self.assertEqual(self.manager.ask("UPDATE", update, type=CONNECTION,
                                          identity="999").status, 400)
        self.assertEqual(self.manager.ask("READ", type=CONNECTION, identity="999").status, 404)

    def test_frames_of_one_connection_are_traced(self):
        client = self.connect(self.router)
        identity = self.manager.entities(CONNECTION)[-1]["identity"]

        def trace(on):
            answer = self.manager.ask("UPDATE", {"enableProtocolTrace": on}, type=CONNECTION,
                                      identity=identity)
            self.assertEqual(answer.status, 200)

        trace(True)
        self.eventually(lambda: client.receiver("x") and re.search(
            rf"PROTOCOL \(trace\) \[C{identity}\]:FRAME: .*@attach", self.router.log), "frames")
        self.assertNotIn("[C1]:FRAME", self.router.log)


class Router(LiveTest):
    def test_outcomes_are_counted(self):
        client = self.connect(self.router)
        receiver = client.receiver("work", settle=None)
        sender = client.sender("work")
        outcomes = (ACCEPTED, REJECTED, RELEASED)
        before = self.router_row()
        sent = [sender.send(Message(body=n)) for n in range(3)]
        for received, outcome in zip(receiver.wait(3), outcomes):
            received.settle(outcome)
        for delivery in sent:
            delivery.wait()
        sender.send_all([Message(body=n) for n in range(4)], settled=True)
        receiver.wait(7)
        nobody = client.sender(None)
        nobody.send(Message(address="nobody", body=1), settled=True)

        def grown():
            after = self.router_row()
            # This query itself was accepted, and there was one before it.
            return {name: after[name] - before[name] for name in (
                "rejectedDeliveries", "releasedDeliveries", "presettledDeliveries",
                "droppedPresettledDeliveries")}

        expected = {"rejectedDeliveries": 1, "releasedDeliveries": 1, "presettledDeliveries": 4,
                    "droppedPresettledDeliveries": 1}
        self.eventually(lambda: grown() == expected or grown() == {
            **expected, "presettledDeliveries": 5}, "the counters")

    def test_connections_are_counted(self):
        def counted():
            policy = self.manager.ask("READ", name="policy/None").body
            return policy["connectionsProcessed"], policy["connectionsCurrent"]

        self.assertEqual(counted(), (1, 1))
        other = self.connect(self.router)
        self.assertEqual(counted(), (2, 2))
        other.close()
        self.eventually(lambda: counted() == (2, 1), "the end of a connection")

    def test_it_may_only_be_queried(self):
        for operation in "READ", "CREATE", "DELETE":
            self.assertEqual(self.manager.ask(operation, type=ROUTER, identity="1").status, 403)


if __name__ == "__main__":
    unittest.main()
