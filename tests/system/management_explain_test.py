# SPDX-License-Identifier: Apache-2.0
"""Why does nothing move? Each reason is asked for, of every router on the way of a message."""
import re
import socket
import unittest

from proton import Message

from harness import NetworkTest, address, connector
from harness.management import PREFIX, Manager
from harness.raw_peer import frame_bytes, performative, source, target
from harness.router_peer import RouterPeer

LINK = PREFIX + "router.link"
MIB = 1 << 20


class Explained:
    """What a router says of an address or a link: one text of its summary and its reasons."""

    def __init__(self, test, router):
        self._test = test
        self.manager = Manager(test.connect(router, test.listener))

    def of(self, subject):
        answer = self.manager.ask("EXPLAIN", name=str(subject))
        if answer.status != 200:
            return f"{int(answer.status)} {answer.text}"
        return "\n".join([answer.body["summary"], *answer.body["reasons"]])

    def link(self, name):
        """The identity of a link."""
        return next(row["identity"] for row in self.manager.entities(LINK, "identity", "linkName")
                    if row["linkName"] == name)

    def until(self, subject, *patterns):
        """Waits until it is explained with all of these; gives the text."""
        def told():
            text = self.of(subject)
            return text if all(self._matches(pattern, text) for pattern in patterns) else None

        try:
            return self._test.eventually(told, f"an explanation of {subject}")
        except AssertionError as late:
            raise AssertionError(f"{late}; it says: {self.of(subject)}; wanted: "
                                 f"{patterns}") from late

    @staticmethod
    def _matches(pattern, text):
        return re.search(pattern, text) is not None


class Explaining(NetworkTest):
    listener = "clients"

    def network(self, *names, sections=()):
        """Those who explain, by the names of their routers, which stand in a line."""
        self.routers = dict(zip(names, self.line(*names, sections=sections)))
        return {name: Explained(self, router) for name, router in self.routers.items()}

    def client(self, name, **options):
        return self.connect(self.routers[name], "clients", **options)

    def test_nobody_takes_the_messages(self):
        tells = self.network("A", "B")
        self.client("A").sender("x", name="giver")
        text = tells["A"].of(tells["A"].link("giver"))
        self.assertRegex(text, "^The producer has no credit, because nobody takes messages of its "
                               "address\n")
        self.assertRegex(text, "There is no consumer here, and no other router is known to have "
                               "one")
        self.assertRegex(tells["A"].of("x"), "^Nobody takes messages of this address\n")
        self.assertRegex(tells["A"].of("x"), "1 of 1 producer have no credit")
        self.assertRegex(tells["B"].of("x"), "^404 ")

    def test_consumers_elsewhere_take_them(self):
        tells = self.network("A", "B", "C")
        self.client("C").receiver("x")
        text = tells["A"].until("x", "Router 'C' has consumers")
        self.assertRegex(text, r"^Messages can be sent: nothing waits\n")
        self.assertRegex(text, r"the next hop is router 'B' on connection \d+, at cost 2")
        self.assertRegex(tells["B"].until("x", "Router 'C' has consumers"),
                         r"the next hop is that router itself on connection \d+, at cost 1")

    def test_a_consumer_elsewhere_gives_no_credit(self):
        """From the producer to the place where the messages wait, router by router."""
        tells = self.network("A", "B", "C")
        self.client("C").receiver("x", name="slow", credit=0)
        sender = self.client("A").sender("x", name="giver")
        tells["A"].until("x", "Router 'C' has consumers")
        sender.send_all([Message(body=n) for n in range(300)])
        giver = tells["A"].link("giver")
        text = tells["A"].until(giver, "250 deliveries of a window of 250 are not settled")
        self.assertRegex(text, "^The producer has no credit, because unsettled deliveries fill "
                               "its window\n")
        self.assertRegex(text, r"the oldest for \d+ seconds?\n")
        self.assertRegex(text, r"The oldest message was given to link \d+ of connection \d+ "
                               r"\(router 'B'\) and is not settled there")
        self.assertRegex(tells["A"].of("x"), "Unsettled deliveries fill the window of 1 producer")
        onward = tells["B"].until("x", "250 deliveries are not settled")
        self.assertRegex(onward, "^Nothing waits here, but other routers have not settled all that "
                                 "was passed on to them\n")
        self.assertRegex(onward, r"Of all that was passed on to router 'C', 250 deliveries are not "
                                 r"settled, the oldest for \d+ seconds?, at link \d+ of connection "
                                 r"\d+ \(router 'C'\); ask that router why")
        way_in = next(row["identity"] for row in tells["B"].manager.entities(LINK)
                      if row["linkDir"] == "in" and row["unsettledCount"] == 250)
        self.assertRegex(tells["B"].of(way_in), r"The oldest message was given to link \d+ of "
                                                r"connection \d+ \(router 'C'\)")
        there = tells["C"].until("x", "250 deliveries at link")
        self.assertRegex(there, "^No consumer has given credit\n")
        self.assertRegex(there, r"250 deliveries at link \d+ of connection \d+ \(container '.*'\) "
                                r"wait, the first for \d+ seconds?: the consumer gives no credit")
        self.assertRegex(there, "1 of 1 consumer here have given no credit")
        taker = tells["C"].of(tells["C"].link("slow"))
        self.assertRegex(taker, "^250 deliveries for this consumer wait\n")

    def test_a_consumer_elsewhere_settles_nothing(self):
        tells = self.network("A", "B")
        self.client("B").receiver("x", name="hoarder", credit=1000, settle=None,
                                   refill=False)
        sender = self.client("A").sender("x", name="giver")
        self.eventually(lambda: sender.credit > 0, "credit")
        sender.send_all([Message(body=n) for n in range(250)])
        tells["A"].until(tells["A"].link("giver"),
                         "250 deliveries of a window of 250 are not settled, the oldest for",
                         r"was given to link \d+ of connection \d+ \(router 'B'\)")
        text = tells["B"].until("x", "Of what was given to consumers and is not settled, the "
                                     "oldest is at link")
        self.assertRegex(text, "^All messages are with consumers, who have not settled some of "
                               "them\n")
        text = tells["B"].of(tells["B"].link("hoarder"))
        self.assertRegex(text, "250 deliveries given to the consumer are not settled, the oldest "
                               r"for \d+ seconds?")
        self.assertRegex(text, "^Nothing waits: the consumer has given credit for 750 messages\n")

    def test_a_stream_waits_for_a_slow_receiver(self):
        tells = self.network("A", "B")
        receiver = self.client("B").receiver("x", name="slow", keep=False)
        receiver.pause()
        sender = self.client("A").sender("x", name="giver")
        self.eventually(lambda: sender.credit > 0, "credit")
        stream = sender.stream()
        stream.write(b"\x00\x53\x75\xb0" + (64 * MIB).to_bytes(4, "big"))
        stream.write(bytes(40 * MIB))
        text = tells["A"].until(tells["A"].link("giver"), "is read no faster than")
        self.assertRegex(text, r"The oldest message still arrives, and is read no faster than "
                               r"link \d+ of connection \d+ \(router 'B'\) takes it: \d+ bytes of "
                               r"\d+ were sent there")
        way_in = next(row["identity"] for row in tells["B"].manager.entities(LINK)
                      if row["linkDir"] == "in" and row["unsettledCount"] == 1)
        text = tells["B"].until(way_in, "is read no faster than")
        self.assertRegex(text, r"link \d+ of connection \d+ \(container '.*'\) takes it")

    def test_a_peer_does_not_read(self):
        tells = self.network("A", "B")
        idle = self.raw_peer(self.routers["B"], "clients")
        idle.open()
        idle.begin(0)
        idle.write(b"".join([
            frame_bytes(performative("attach", name="idle", handle=0, role=True,
                                     source=source("x"), target=target("x"))),
            frame_bytes(performative("flow", next_incoming_id=0, incoming_window=2**31 - 1,
                                     next_outgoing_id=0, outgoing_window=0, handle=0,
                                     delivery_count=0, link_credit=1000))]))
        sender = self.client("A").sender("x", name="giver")
        self.eventually(lambda: sender.credit > 0, "credit")
        sender.send_all([b"\x00\x53\x75\xb0" + (100_000).to_bytes(4, "big") + bytes(100_000)
                         for _ in range(250)])
        text = tells["B"].until("x", r"The peer of link \d+ of connection \d+ \(container '.*'\) "
                                     "does not read: what was handed over could not be sent yet")
        self.assertRegex(text, "^Messages wait at 1 of 1 consumer\n")
        tells["B"].until(tells["B"].link("idle"), "does not read")
        tells["A"].until(tells["A"].link("giver"), r"\(router 'B'\) and is not settled there")


class Alone(NetworkTest):
    listener = None

    def test_what_is_configured_as_unavailable(self):
        router = self.start_router(address(prefix="no", distribution="unavailable"))
        text = Explained(self, router).of("no/x")
        self.assertRegex(text, "^The address cannot be used: its distribution is configured as "
                               "unavailable\n")

    def test_links_that_the_peer_does_not_answer(self):
        self.listener = "clients"
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        router = self.interior("A", connector(role="inter-router", name="silent",
                                              port=server.getsockname()[1]))
        peer = RouterPeer.accept(server)
        self.addCleanup(peer.close)
        tells = Explained(self, router)

        def links():
            return [row for row in tells.manager.entities(LINK)
                    if row["linkType"] in ("inter-router", "router-control")]

        self.eventually(lambda: len(links()) == 22, "the links of the router")
        self.assertEqual({row["operStatus"] for row in links()}, {"down"})
        identities = [row["identity"] for row in links()]
        self.assertRegex(tells.of(identities[0]),
                         rf"^The link is not attached yet\nThe peer of link {identities[0]} of "
                         r"connection \d+ \(router 'B'\) has not answered")
        peer.until(lambda: len(peer.attached) == 22, "all links")
        for attached in peer.attached:
            peer.answer(attached)
        self.eventually(lambda: {row["operStatus"] for row in links()} == {"up"}, "answers")
        self.assertEqual([row["identity"] for row in links()], identities)

    def test_an_edge_router_by_itself(self):
        self.listener = "clients"
        edge = self.edge("E")
        self.connect(edge, "clients").sender("x")
        self.assertIn("This edge router has no connection to an interior router",
                      Explained(self, edge).of("x"))

    def test_an_edge_router_whose_network_has_nobody(self):
        self.listener = "clients"
        interior, = self.line("A")
        edge = self.edge("E", to=[interior])
        self.connect(edge, "clients").sender("x")
        tells = Explained(self, edge)
        tells.until("x", "The interior router has not said that anybody elsewhere takes them")
        self.connect(interior, "clients").receiver("x")
        tells.until("x", "^(?!Nobody)")


if __name__ == "__main__":
    unittest.main()
