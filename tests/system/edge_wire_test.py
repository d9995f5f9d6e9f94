# SPDX-License-Identifier: Apache-2.0
"""What an edge router and its interior router say to each other, octet by octet and type by type.

One of the two is played by the test. Of these messages older routers' types and order of fields are
known, from which the octets are derived.
"""
import socket

from proton import symbol

from harness import ACCEPTED, RouterTest, config
from harness.octets import octets
from harness.raw_peer import source, target
from harness.router_peer import RouterPeer, with_capability

DOWNLINK = "qd.router-edge-downlink"
EMPTY, NULL = "empty", "null"
ANONYMOUS, DOWN, TRACKING, ASK, ANSWERS, LOOKUP, FOUND, HEARTBEAT = range(8)


def described(terminus):
    """A typed terminus in short: null, empty, dynamic, or its address; and its capability."""
    if terminus == ("null", None):
        return NULL, None
    fields = terminus[2][1] + [("null", None)] * 11
    place = 10 if terminus[1][1] == 0x28 else 6
    address = fields[0][1] or ("dynamic" if fields[4] == ("bool", True) else EMPTY)
    kind, capability = fields[place]
    return address, str(capability) if kind == "symbol" else None


def first_waypoint(terminus):
    terminus.capabilities.put_symbol(symbol("qd.waypoint"))


class EdgeTest(RouterTest):
    """Our edge router connects to the test. PEER: the options of the interior router there."""
    PEER = {}

    def setUp(self):
        super().setUp()
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        self.router = self.start_router(
            config.router(mode="edge"), config.listener(name="clients"),
            config.connector(role="edge", port=server.getsockname()[1]),
            config.address(prefix="wp", waypoint=True), name="E")
        self.peer = RouterPeer.accept(server, name="A", **self.PEER)
        self.addCleanup(self.peer.close)
        self.peer.until(lambda: len(self.peer.attached) == 8, "8 links")
        self.links = self.peer.attached[:8]

    def answer_all(self, lookups=False):
        """Without its link for lookups the router asks nothing."""
        for number, link in enumerate(self.links):
            if number == LOOKUP and not lookups:
                continue
            self.peer.answer(link, credit={LOOKUP: 32, HEARTBEAT: 2}.get(number, 250),
                             dynamic=f"amqp:/_topo/0/A/temp.{number}"
                             if number in (ANSWERS, FOUND) else None)

    def next_link(self, number):
        return self.peer.until(lambda: self.peer.attached[8 + number:], "another link")[0]


class EdgeOnTheWire(EdgeTest):
    def test_eight_links_in_their_order(self):
        found = [("receiver" if link.values[2] == ("bool", True) else "sender",
                  described(link.values[5]), described(link.values[6])) for link in self.links]
        nothing, empty = (NULL, None), (EMPTY, None)
        self.assertEqual(found, [
            ("sender", empty, empty),
            ("receiver", ("E", DOWNLINK), (EMPTY, DOWNLINK)),
            ("receiver", ("_$qd.edge_addr_tracking", None), empty),
            ("sender", nothing, ("$management", None)),
            ("receiver", ("dynamic", None), nothing),
            ("sender", nothing, ("_$qd.addr_lookup", None)),
            ("receiver", ("dynamic", None), nothing),
            ("sender", nothing, ("_$qd.edge_heartbeat", None))])
        for link in self.links:
            self.assertRegex(link.name, r"^qdlink\.")
            self.assertEqual(link.values[3:5], [("ubyte", 2), ("ubyte", 0)])

    def test_credit_for_what_it_receives(self):
        self.answer_all()
        wanted = {self.links[DOWN].place: 250, self.links[TRACKING].place: 32,
                  self.links[ANSWERS].place: 100, self.links[FOUND].place: 250}
        self.peer.until(lambda: dict(self.peer.credit) == wanted, f"credit {wanted}")

    def test_heartbeats_count_from_0(self):
        self.answer_all()
        place = self.links[HEARTBEAT].place
        self.assertEqual(self.peer.take(place), octets("00 53 77 54 00"))
        self.assertEqual(self.peer.take(place), octets("00 53 77 54 01"))

    def test_a_receiver_has_a_proxy_for_as_long_as_it_is_there(self):
        self.answer_all()
        client = self.connect(self.router)
        receiver = client.receiver("q")
        link = self.next_link(0)
        self.assertEqual(link.values[2], ("bool", True))
        self.assertEqual((described(link.values[5]), described(link.values[6])),
                         (("q", None), (EMPTY, None)))
        self.peer.answer(link)
        self.peer.until(lambda: self.peer.credit[link.place] == 250, "credit")
        self.peer.send(link.place, octets("00 53 70 45 00 53 77 a1 03 'hi0'"))
        self.assertEqual(receiver.wait(1)[0].body, "hi0")
        receiver.close()
        detach = self.peer.until(lambda: self.peer.detached, "the end of the proxy")[0]
        self.assertTrue(detach.closed)

    def test_a_sender_waits_for_the_word_that_somebody_is_there(self):
        self.answer_all()
        sender = self.connect(self.router).sender("r")
        link = self.next_link(0)
        self.assertEqual(link.values[2], ("bool", False))
        self.assertEqual((described(link.values[5]), described(link.values[6])),
                         ((EMPTY, None), ("r", None)))
        self.peer.answer(link)
        tracking = self.links[TRACKING].place
        for key in ("M0unknown", "M0r"):
            self.assertEqual(sender.credit, 0)
            self.peer.send(tracking, octets(
                "00 53 70 d0 [00000001 42] 00 53 72 c1 [04 a3 10 'x-opt-qd.ingress' a1 03 '0/A'"
                " a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '0/A']]"
                f"00 53 77 d0 [00000002 a1 {len(key):02x} '{key}' 41"))
        self.eventually(lambda: sender.credit == 250, "credit")
        sent = sender.send(octets("00 53 70 45 00 53 72 c1 [02 a3 06 'x-user' a1 02 'zz']"
                                  "00 53 77 a1 03 'hi0'"))
        # The destination, and nothing of the way: that begins at the interior router.
        self.assertEqual(self.peer.take(link.place), octets(
            "00 53 70 45 00 53 72 c1 [04 a3 06 'x-user' a1 02 'zz'"
            "a3 0b 'x-opt-qd.to' a1 01 'r'] 00 53 77 a1 03 'hi0'"))
        self.peer.accept_all(link.frame.channel)
        self.assertEqual(sent.wait().state, ACCEPTED)

    def test_waypoints_are_told_by_capabilities(self):
        self.answer_all()
        client = self.connect(self.router)
        client.receiver("wp.x")                    # waits at phase 1, where the waypoint sends
        self.assertEqual(described(self.next_link(0).values[5]), ("wp.x", None))
        client.receiver("wp.y", configure=lambda link: first_waypoint(link.source))
        self.assertEqual(described(self.next_link(1).values[5]), ("wp.y", "qd.waypoint.1"))
        client.sender("wp.z")
        self.assertEqual(described(self.next_link(2).values[6]), ("wp.z", None))
        client.sender("wp.u", configure=lambda link: first_waypoint(link.target))
        self.assertEqual(described(self.next_link(3).values[6]), ("wp.u", "qd.waypoint.1"))

    def test_what_comes_down_finds_the_client(self):
        self.answer_all()
        receiver = self.connect(self.router).receiver(dynamic=True)
        address = receiver.address
        self.assertRegex(address, r"^amqp:/_edge/E/temp\.[A-Za-z0-9+_]{15}$")
        self.peer.until(lambda: self.peer.credit[self.links[DOWN].place], "credit")
        self.peer.send(self.links[DOWN].place, octets(
            "00 53 72 c1 [06 a3 0b 'x-opt-qd.to'"
            f"a1 {len(address):02x} '{address}' a3 10 'x-opt-qd.ingress' a1 03 '0/A'"
            "a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '0/A']] 00 53 77 a1 03 'hi0'"))
        self.assertEqual(receiver.wait(1)[0].body, "hi0")

    def question(self, client, kind, address):
        """Begins a link of a client; gives it, and the correlation id of what is asked about it."""
        link = getattr(client, kind)(address, wait=False)
        # The reactor's clients work on their own, the peer moves only when we wait for it.
        asked = self.peer.take(self.links[LOOKUP].place, "a lookup")
        reply_to = f"amqp:/_topo/0/A/temp.{FOUND}"
        begin = octets(f"00 53 73 d0 [00000006 40 40 40 40 a1 {len(reply_to):02x} '{reply_to}'"
                       f"a1 1f '{'0' * 31}']")
        self.assertEqual(asked[:len(begin) - 31], begin[:-31])
        correlation_id = asked[len(begin) - 31:len(begin)].decode()
        self.assertRegex(correlation_id, r"^client-[0-9a-f]{24}$")
        sends = "41" if kind == "sender" else "42"
        text = address.strip("/").replace("amqp:/", "")
        self.assertEqual(asked[len(begin):], octets(
            "00 53 74 d1 [00000004 a1 07 'version' 52 01 a1 06 'opcode' 52 01]"
            f"00 53 77 d0 [00000002 a1 {len(text):02x} '{text}' {sends}"))
        return link, correlation_id

    def say(self, correlation_id, status, words):
        to = f"amqp:/_topo/0/A/temp.{FOUND}"
        self.peer.send(self.links[FOUND].place, octets(
            f"00 53 73 d0 [00000006 40 40 a1 {len(to):02x} '{to}' 40 40 a1 1f '{correlation_id}']"
            "00 53 74 d1 [00000006 a1 07 'version' 52 01 a1 06 'opcode' 52 01"
            f"a1 06 'status' {status}] 00 53 77 d0 [00000002 {words}"))

    def test_links_are_answered_after_a_lookup(self):
        self.answer_all(lookups=True)
        self.peer.until(lambda: self.peer.credit[self.links[FOUND].place] == 250, "credit")
        client = self.connect(self.router)
        for kind in "receiver", "sender":
            with self.subTest(kind):
                link, correlation_id = self.question(client, kind, "amqp:/look/up/")
                self.assertFalse(link.remote_open)
                self.say(correlation_id, "52 03", "42 42")
                link.wait_attached()

    def test_what_a_lookup_refuses(self):
        self.answer_all(lookups=True)
        client = self.connect(self.router)
        for words, condition in (("41 42", "qd:no-route-to-dest"),
                                 ("41 41", "amqp:not-implemented")):
            for kind in "receiver", "sender":
                with self.subTest(kind, words=words):
                    link, correlation_id = self.question(client, kind, "routed")
                    self.say(correlation_id, "43", words)
                    self.assertEqual(link.wait_detached().name, condition)

    def test_a_lookup_that_is_not_answered_delays_and_no_more(self):
        self.answer_all(lookups=True)
        link, _ = self.question(self.connect(self.router), "receiver", "q")
        link.wait_attached()

    def test_a_stream_goes_up_on_a_link_of_its_own(self):
        self.answer_all()
        sender = self.connect(self.router).sender(None)
        to = octets("00 53 73 c0 [03 40 40 a1 03 'far']")
        content = to + octets("00 53 75 b0") + (1 << 18).to_bytes(4, "big") + bytes(1 << 18)
        sent = sender.send(content)
        link = self.next_link(0)
        self.assertEqual(link.values[2], ("bool", False))
        self.assertEqual((described(link.values[5]), described(link.values[6])),
                         ((EMPTY, None), (EMPTY, None)))
        self.assertNotIn(link.place[0], {other.place[0] for other in self.links})
        self.peer.answer(link)
        self.assertEqual(self.peer.take(link.place), content)
        self.peer.accept_all(link.place[0])
        self.assertEqual(sent.wait().state, ACCEPTED)

    def test_unknown_addresses_go_up_without_a_way(self):
        self.answer_all()
        sender = self.connect(self.router).sender(None)
        sender.send(octets("00 53 73 c0 [03 40 40 a1 03 'far'] 00 53 77 a1 03 'hi0'"))
        self.assertEqual(self.peer.take(self.links[ANONYMOUS].place), octets(
            "00 53 73 c0 [03 40 40 a1 03 'far'] 00 53 77 a1 03 'hi0'"))


class Sessions(EdgeTest):
    """An older interior router takes no links for streams, and here its sessions take little."""
    PEER = {"streams": False, "window": 4}

    def test_what_one_session_does_not_take_delays_no_other_address(self):
        self.answer_all()
        client = self.connect(self.router)
        senders = [client.sender(f"to/{n}") for n in range(10)]
        for number in range(10):
            link = self.next_link(number)
            self.peer.answer(link)
            key = f"M0to/{number}"
            self.peer.send(self.links[TRACKING].place,
                           octets(f"00 53 77 d0 [00000002 a1 {len(key):02x} '{key}' 41"))
        for sender in senders:
            self.eventually(lambda s=sender: s.credit > 0, "credit")
        stuck = senders[0].send(octets("00 53 75 b0") + (1 << 20).to_bytes(4, "big") +
                                bytes(1 << 20))
        first = self.next_link(0)
        self.assertEqual(described(first.values[6]), ("to/0", None))
        self.peer.until(lambda: self.peer.transfers[first.place] == 4, "what the session takes")
        for number in range(1, 10):
            senders[number].send(octets("00 53 77 a1 03 'hi0'"))
            self.assertTrue(self.peer.take(self.next_link(number).place).endswith(b"hi0"))
        client.sender(None).send(octets("00 53 73 c0 [03 40 40 a1 03 'far'] 00 53 77 a1 03 'hi0'"))
        self.assertTrue(self.peer.take(self.links[ANONYMOUS].place).endswith(b"hi0"))
        self.assertIsNone(stuck.outcome)
        self.assertEqual(self.peer.transfers[first.place], 4)


class InteriorOnTheWire(RouterTest):
    """The test connects to our interior router, as an edge router."""

    def setUp(self):
        super().setUp()
        self.router = self.start_router(
            config.router(mode="interior"), config.listener(name="clients"),
            config.listener(name="edges", role="edge"))
        self.peer = RouterPeer.connect(self.router.port("edges"), name="E")
        self.addCleanup(self.peer.close)
        empty = source(None, _1=0), target(None, _1=0)
        attach = self.peer.attach
        attach(0, True, *empty)
        attach(0, False, with_capability(source, DOWNLINK, "E"),
               with_capability(target, DOWNLINK))
        attach(0, False, source("_$qd.edge_addr_tracking"), empty[1])
        attach(0, True, None, target("$management"))
        attach(0, False, source(None, _4=True), None)
        attach(0, True, None, target("_$qd.addr_lookup"))
        attach(0, False, source(None, _4=True), None)
        attach(0, True, None, target("_$qd.edge_heartbeat"))
        self.peer.until(lambda: len(self.peer.attached) == 8, "8 answers")
        self.links = self.peer.attached[:8]

    def test_answers_and_credit(self):
        for number in (ANSWERS, FOUND):
            self.assertRegex(described(self.links[number].values[5])[0],
                             r"^amqp:/_topo/0/A/temp\.[A-Za-z0-9+_]{15}$")
        wanted = {(0, ANONYMOUS): 250, (0, LOOKUP): 32, (0, HEARTBEAT): 2}
        self.peer.until(lambda: all(self.peer.credit[place] == credit
                                    for place, credit in wanted.items()), f"credit {wanted}")

    def test_lookup(self):
        reply_to = described(self.links[FOUND].values[5])[0]
        size = f"{len(reply_to):02x}"
        self.peer.until(lambda: self.peer.credit[0, LOOKUP], "credit")
        self.peer.send((0, LOOKUP), octets(
            f"00 53 73 d0 [00000006 40 40 40 40 a1 {size} '{reply_to}'"
            "a1 1f 'client-000000006afd3d2f3c3e713c']"
            "00 53 74 d1 [00000004 a1 07 'version' 52 01 a1 06 'opcode' 52 01]"
            "00 53 77 d0 [00000002 a1 01 'q' 42"))
        reply = self.peer.take((0, FOUND))
        self.assertEqual(without_annotations(reply), octets(
            f"00 53 73 d0 [00000006 40 40 a1 {size} '{reply_to}' 40 40"
            "a1 1f 'client-000000006afd3d2f3c3e713c']"
            "00 53 74 d1 [00000006 a1 07 'version' 52 01 a1 06 'opcode' 52 01"
            "a1 06 'status' 52 03] 00 53 77 d0 [00000002 42 42"))

    def test_notices(self):
        client = self.connect(self.router)
        self.peer.attach(0, True, source(None, _1=0), target("edge/two"))
        receiver = client.receiver("edge/two")
        for word in ("41", "42"):
            self.assertEqual(self.peer.take((0, TRACKING)), octets(
                "00 53 70 d0 [00000001 42] 00 53 72 c1 [04 a3 10 'x-opt-qd.ingress' a1 03 '0/A'"
                " a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '0/A']]"
                f"00 53 77 d0 [00000002 a1 0a 'M0edge/two' {word}"))
            receiver.close()

    def test_the_way_begins_at_the_interior_router(self):
        receiver = self.connect(self.router).receiver("q")
        self.peer.until(lambda: self.peer.credit[0, ANONYMOUS], "credit")
        number = self.peer.send((0, ANONYMOUS), octets(
            "00 53 73 c0 [03 40 40 a1 01 'q'] 00 53 77 a1 03 'hi0'"), settled=False)
        self.assertEqual(receiver.wait(1)[0].body, "hi0")
        self.peer.until(lambda: self.peer.settled[0], "the outcome")
        outcome = self.peer.settled[0][0]
        self.assertEqual((outcome.first, outcome.state.descriptor), (number, 0x24))

    def test_messages_for_the_edge_go_down(self):
        sender = self.connect(self.router).sender(None)
        sent = sender.send(octets(
            "00 53 73 c0 [03 40 40 a1 0c '_edge/E/some'] 00 53 77 a1 03 'hi0'"))
        message = self.peer.take((0, DOWN))
        self.assertEqual(message, octets(
            "00 53 72 c1 [04 a3 10 'x-opt-qd.ingress' a1 03 '0/A'"
            "a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '0/A']]"
            "00 53 73 c0 [03 40 40 a1 0c '_edge/E/some'] 00 53 77 a1 03 'hi0'"))
        self.peer.accept_all(0)
        self.assertEqual(sent.wait().state, ACCEPTED)

    def test_a_stream_goes_down_on_a_link_of_its_own(self):
        proxy = self.peer.attach(0, False, source("q"), target(None, _1=0))
        sender = self.connect(self.router).sender("q")
        self.eventually(lambda: sender.credit > 0, "credit")
        body = octets("00 53 75 b0") + (1 << 18).to_bytes(4, "big") + bytes(1 << 18)
        sent = sender.send(body)
        # The attach of the proxy was answered before.
        link = self.peer.until(lambda: self.peer.attached[9:], "a link from the router")[0]
        self.assertEqual(link.values[2], ("bool", False))
        self.assertEqual((described(link.values[5]), described(link.values[6])),
                         ((EMPTY, None), (EMPTY, None)))
        self.assertNotEqual(link.place[0], 0)
        self.peer.answer(link)
        self.assertEqual(self.peer.take(link.place), octets(
            "00 53 72 c1 [06 a3 0b 'x-opt-qd.to' a1 01 'q' a3 10 'x-opt-qd.ingress' a1 03 '0/A'"
            "a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '0/A']]") + body)
        self.peer.accept_all(link.place[0])
        self.assertEqual(sent.wait().state, ACCEPTED)
        self.assertEqual(self.peer.messages[0, proxy], [])

    def test_an_edge_without_heartbeats_is_dropped(self):
        self.peer.until(lambda: self.peer.credit[0, HEARTBEAT], "credit")
        self.peer.send((0, HEARTBEAT), octets("00 53 77 54 00"))
        self.peer.wait_end()
        self.assertFalse(self.peer.was_closed)  # not a word: the socket has ended
        self.connect(self.router)


def without_annotations(message):
    """Who answers says where it comes from, in front of what the test compares."""
    return message[message.index(b"\x00\x53\x73"):]
