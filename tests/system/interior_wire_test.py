# SPDX-License-Identifier: Apache-2.0
"""What an interior router says to another one, octet by octet and type by type.

The peer is played by the test. Its octets, and those expected, are captures of older routers where
there are any (HELLO, the annotated message); the others are derived from the types and the order
of fields of those routers' messages.
"""
import socket

from proton import int32, ushort

from harness import ACCEPTED, config
from harness.octets import octets
from harness.raw_peer import source, target
from harness.router_peer import CONTROL, DATA, PRIORITIES, RouterPeer, symbols, with_capability
from harness.typed import entries, sections
from harness.wire_case import (CONTROL_IN, CONTROL_OUT, HEAD, HELLO, LSR, LSU, MAR, MAU,
                               WireTest, of_router, opcode_of)

TO_WORK = octets(
    "00 53 70 45 00 53 72 c1 [06 a3 0b 'x-opt-qd.to' a1 04 'work'"
    "a3 10 'x-opt-qd.ingress' a1 03 '0/B' a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '0/B']]"
    "00 53 73 45 00 53 77 a1 03 'hi0'")

NO_ADDRESS = ("null", None)


class Dialled(WireTest):
    """We are connected to: the peer attaches."""

    def test_open_says_who_we_are(self):
        peer = self.dial(self.interior())
        peer.until(lambda: peer.opened, "the Open")
        fields = peer.opened
        self.assertEqual(fields[0], ("string", "A"))
        self.assertEqual(fields[1], ("null", None))
        self.assertEqual(fields[2:5], [("uint", 16384), ("ushort", 32767), ("uint", 8000)])
        wanted = ("array", [("symbol", "ANONYMOUS-RELAY"), ("symbol", "qd.streaming-links")])
        self.assertEqual(fields[7:9], [wanted, wanted])
        properties = entries(fields[9])
        self.assertEqual([key for kind, key in properties if kind == "symbol"],
                         ["product", "version", "qd.conn-id", "qd.annotations-version"])
        self.assertEqual(len(properties), 4)
        self.assertEqual(properties["symbol", "product"], ("string", "crosspoint"))
        self.assertEqual(properties["symbol", "version"][0], "string")
        self.assertEqual(properties["symbol", "qd.conn-id"][0], "int")
        self.assertEqual(properties["symbol", "qd.annotations-version"], ("int", 1))

    def test_links_are_answered_in_order_with_what_was_asked_and_credit(self):
        peer = self.dial(self.interior())
        peer.attach_standing_links()
        peer.until(lambda: len(peer.attached) == 22 and len(peer.credit) == 11, "credit")
        self.assertEqual([link.name for link in peer.attached],
                         ["qdlink.0.0", "qdlink.0.1"] +
                         [f"qdlink.{p + 1}.{n}" for p in range(PRIORITIES) for n in (0, 1)])
        for number, link in enumerate(peer.attached):
            self.assertEqual(link.values[2], ("bool", number % 2 == 1))
            capability = ("symbol", CONTROL if number < 2 else DATA)
            self.assertEqual(link.values[5][2][1][10], capability)
            self.assertEqual(link.values[6][2][1][6], capability)
            self.assertEqual(link.values[5][2][1][0], NO_ADDRESS)
        self.assertEqual(set(peer.credit.values()), {250})

    def test_hello_ra_lsr_lsu(self):
        router = self.interior()
        peer = self.dial(router)
        peer.attach_standing_links()
        first = self.take(peer, "HELLO")
        kind, number = entries(sections(first)[0x77])["string", "instance"]
        self.assertIn(kind, ("int", "long"))
        instance = f"71 {number:08x}" if kind == "int" else f"81 {number:016x}"
        self.assertEqual(first, octets(
            HEAD.replace("0/B", "0/A") +
            "00 53 73 d0 [00000006 40 40 a1 14 'amqp:/_local/qdhello' 40 40 40]"
            "00 53 74 d1 [00000002 a1 06 'opcode' a1 05 'HELLO']"
            "00 53 77 d1 [0000000a a1 02 'id' a1 01 'A' a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'"
            f"a1 08 'instance' {instance} a1 04 'seen' 45"))
        peer.send(CONTROL_OUT, HELLO)
        # What we say then, in whatever order: who are you, and my link state has number 1.
        said = {}
        peer.until(lambda: self.collect(peer, said) >= {"LSR", "RA"}, "LSR and RA")
        ours = HEAD.replace("0/B", "0/A")
        self.assertEqual(said["LSR"], octets(
            ours + "00 53 73 d0 [00000006 40 40 a1 18 'amqp:/_topo/0/B/qdrouter' 40 40 40]"
            "00 53 74 d1 [00000002 a1 06 'opcode' a1 03 'LSR']"
            "00 53 77 d1 [00000006 a1 02 'id' a1 01 'A' a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'"))
        self.assertEqual(said["RA"], octets(
            ours + "00 53 73 d0 [00000006 40 40 a1 1a 'amqp:/_topo/0/all/qdrouter' 40 40 40]"
            "00 53 74 d1 [00000002 a1 06 'opcode' a1 02 'RA']"
            "00 53 77 d1 [0000000c a1 02 'id' a1 01 'A' a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'"
            f"a1 08 'instance' {instance} a1 06 'ls_seq' 54 01 a1 0a 'mobile_seq' 54 00"))
        peer.send(CONTROL_OUT, LSR)
        self.assertEqual(self.take(peer, "LSU"), octets(
            ours + "00 53 73 d0 [00000006 40 40 a1 18 'amqp:/_topo/0/B/qdrouter' 40 40 40]"
            "00 53 74 d1 [00000002 a1 06 'opcode' a1 03 'LSU']"
            "00 53 77 d1 [0000000c a1 02 'id' a1 01 'A' a1 02 'pv' 54 01 a1 04 'area' a1 01 '0'"
            f"a1 08 'instance' {instance} a1 06 'ls_seq' 54 01 a1 02 'ls'"
            "d1 [00000008 a1 02 'id' a1 01 'A' a1 04 'area' a1 01 '0'"
            "a1 06 'ls_seq' 54 01 a1 05 'peers' d1 [00000002 a1 01 'B' 54 01"))

    @staticmethod
    def collect(peer, said):
        while peer.messages[CONTROL_IN]:
            message = peer.messages[CONTROL_IN].pop(0)
            said[opcode_of(message)] = message
        return set(said)

    def test_mau_and_mar(self):
        router = self.interior()
        peer = self.join(router)
        self.connect(router).receiver("work")
        ours = HEAD.replace("0/B", "0/A")
        start = ("00 53 74 d1 [00000002 a3 06 'opcode' a1 03 'MAU'] 00 53 77 d1 [{count}"
                 "a3 02 'id' a1 01 'A' a3 02 'pv' 55 01 a3 04 'area' a1 01 '0'"
                 "a3 0a 'mobile_seq' 55 01")
        self.assertEqual(self.take(peer, "MAU"), octets(
            ours + "00 53 73 d0 [00000003 40 40 a1 17 '_topo/0/all/qdrouter.ma']"
            + start.format(count="0000000e") + "a3 05 'hints' d0 [00000001 54 03]"
            "a3 03 'add' d0 [00000001 a1 06 'M0work'] a3 03 'del' d0 [00000000"))
        # The announcement follows what it announces.
        ra = entries(sections(self.take(peer, "RA"))[0x77])
        self.assertEqual(ra["string", "mobile_seq"], ("int", 1))
        peer.send(CONTROL_OUT, MAR)
        self.assertEqual(self.take(peer, "MAU"), octets(
            ours + "00 53 73 d0 [00000003 40 40 a1 1b 'amqp:/_topo/0/B/qdrouter.ma']"
            + start.format(count="0000000c") + "a3 05 'exist' d0 [00000001 a1 06 'M0work']"
            "a3 05 'hints' d0 [00000001 54 03"))

    def test_an_address_that_was_missed_is_asked_for(self):
        peer = self.join(self.interior())
        peer.send(CONTROL_OUT, MAU.replace(octets("a3 0a 'mobile_seq' 55 01"),
                                           octets("a3 0a 'mobile_seq' 55 05")))
        self.assertEqual(self.take(peer, "MAR"), octets(
            HEAD.replace("0/B", "0/A") +
            "00 53 73 d0 [00000003 40 40 a1 1b 'amqp:/_topo/0/B/qdrouter.ma']"
            "00 53 74 d1 [00000002 a3 06 'opcode' a1 03 'MAR']"
            "00 53 77 d1 [00000008 a3 02 'id' a1 01 'A' a3 02 'pv' 55 01 a3 04 'area' a1 01 '0'"
            "a3 08 'have_seq' 55 00"))

    def test_a_message_is_annotated_and_takes_the_link_of_its_priority(self):
        router = self.interior()
        peer = self.join(router)
        peer.send(CONTROL_OUT, MAU)
        sender = self.connect(router).sender("foo/bar")
        self.eventually(lambda: sender.credit == 250, "credit")
        for priority in (None, 7, 0, 9, 12):
            header = "45" if priority is None else f"c0 [02 41 50 {priority:02x}]"
            sent = sender.send(octets(
                f"00 53 70 {header} 00 53 72 c1 [02 a3 06 'x-user' a1 02 'zz']"
                "00 53 73 45 00 53 77 a1 03 'hi0'"))
            place = (1 + min(4 if priority is None else priority, 9), 0)
            self.assertEqual(peer.take(place, f"priority {priority}"), octets(
                f"00 53 70 {header}"
                "00 53 72 c1 [08 a3 06 'x-user' a1 02 'zz'"
                "a3 0b 'x-opt-qd.to' a1 07 'foo/bar' a3 10 'x-opt-qd.ingress' a1 03 '0/A'"
                "a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '0/A']]"
                "00 53 73 45 00 53 77 a1 03 'hi0'"))
            peer.accept_all(place[0])
            self.assertEqual(sent.wait().state, ACCEPTED)

    def test_messages_come_on_any_data_link_and_credit_returns_at_once(self):
        router = self.interior()
        receiver = self.connect(router).receiver("work", settle=None)
        peer = self.join(router)
        for priority in range(PRIORITIES):
            peer.send((1 + priority, 1), TO_WORK, settled=False)
        receiver.wait(10)
        self.assertEqual(receiver.bodies, ["hi0"] * 10)
        # More than there was credit for, and nothing of it settled.
        for _ in range(300):
            peer.until(lambda: peer.credit[5, 1] > 0, "credit")
            peer.send((5, 1), TO_WORK, settled=False)
        receiver.wait(310)
        receiver.complete[0].settle(ACCEPTED)
        peer.until(lambda: any(d.settled for d in peer.settled[1]), "the outcome")

    def test_more_data_links_are_taken_for_streams(self):
        router = self.interior()
        receiver = self.connect(router).receiver("work")
        peer = self.join(router)
        handle = peer.attach_router_link(11, True, DATA)
        peer.until(lambda: peer.credit.get((11, handle)) == 250, "credit of a streaming link")
        peer.send((11, handle), TO_WORK)
        self.assertEqual(receiver.wait(1)[0].body, "hi0")

    def test_a_large_message_gets_a_link_of_its_own(self):
        router = self.interior()
        peer = self.join(router)
        peer.send(CONTROL_OUT, MAU)
        sender = self.connect(router).sender("foo/bar")
        self.eventually(lambda: sender.credit == 250, "credit")
        sent = sender.send(octets("00 53 75 b0 00100000") + bytes(1 << 20))
        link = peer.until(lambda: peer.attached[22:], "a streaming link")[0]
        self.assertEqual(link.values[2], ("bool", False))
        self.assertEqual(link.values[5][2][1][0], NO_ADDRESS)
        self.assertEqual(link.values[5][2][1][10], ("symbol", DATA))
        self.assertEqual(link.values[6][2][1][6], ("symbol", DATA))
        self.assertGreater(link.frame.channel, 0)
        self.assertNotIn(link.frame.channel,
                         [known.frame.channel for known in peer.attached[:22]])
        peer.answer(link)
        message = peer.take(link.place, "the message")
        self.assertTrue(message.endswith(bytes(1 << 20)))
        peer.accept_all(link.frame.channel)
        self.assertEqual(sent.wait().state, ACCEPTED)

    def test_protocol_messages_count_on_control_links_only(self):
        router = self.interior()
        peer = self.join(router)
        number = peer.send((5, 1), MAU, settled=False)
        peer.until(lambda: peer.settled[5], "the outcome")
        outcome = peer.settled[5][0]
        self.assertEqual((outcome.first, outcome.settled, outcome.state.descriptor),
                         (number, True, 0x26))
        self.assertEqual(self.connect(router).sender("foo/bar").credit, 0)

    def test_what_nobody_understands_is_ignored(self):
        router = self.interior()
        peer = self.join(router)
        peer.send(CONTROL_OUT, MAU.replace(b"MAU", b"XYZ"))
        peer.send(CONTROL_OUT, MAU.replace(octets("a3 02 'pv' 55 01"), octets("a3 02 'pv' 55 02")))
        peer.send(CONTROL_OUT, octets("00 53 77 45"))
        sender = self.connect(router).sender("foo/bar")
        self.assertEqual(sender.credit, 0)
        peer.send(CONTROL_OUT, MAU)
        self.eventually(lambda: sender.credit == 250, "credit")

    def test_a_message_that_has_come_too_far_is_released(self):
        router = self.interior()
        receiver = self.connect(router).receiver("work")
        peer = self.join(router)
        trace = "d0 [00000004 a1 03 '0/D' a1 03 '0/E' a1 03 '0/C' a1 03 '0/B']"
        lost = TO_WORK.replace(octets("c1 [06 a3 0b 'x-opt-qd.to' a1 04 'work'"
                                      "a3 10 'x-opt-qd.ingress' a1 03 '0/B'"
                                      "a3 0e 'x-opt-qd.trace' c0 [01 a1 03 '0/B']]"),
                               octets("c1 [06 a3 0b 'x-opt-qd.to' a1 04 'work'"
                                      "a3 10 'x-opt-qd.ingress' a1 03 '0/D'"
                                      f"a3 0e 'x-opt-qd.trace' {trace}]"))
        peer.send((5, 1), lost, settled=False)
        peer.until(lambda: peer.settled[5], "the outcome")
        self.assertEqual(peer.settled[5][0].state.descriptor, 0x26)
        self.assertEqual(receiver.count, 0)


class Transit(WireTest):
    """A message from B to C passes us, and so does its outcome."""

    def test_the_way_grows_and_the_priority_stays(self):
        router = self.interior()
        before, behind = self.join(router), self.join(router, "C")
        behind.send(CONTROL_OUT, of_router("C", MAU))
        # We know the way when a client of ours does.
        sender = self.connect(router).sender("foo/bar")
        self.eventually(lambda: sender.credit == 250, "credit")
        rest = "a3 10 'x-opt-qd.ingress' a1 03 '0/B' a3 0e 'x-opt-qd.trace'"
        to_override = "a3 0b 'x-opt-qd.to' a1 07 'foo/bar'"
        for priority, place in ((7, (8, 1)), (2, (3, 1)), (2, (9, 1))):
            start = f"00 53 70 c0 [02 41 50 {priority:02x}] 00 53 72 c1 [06"
            body = "00 53 73 45 00 53 77 a1 03 'hi0'"
            number = before.send(place, octets(
                f"{start} {to_override} {rest} c0 [01 a1 03 '0/B']] {body}"), settled=False)
            self.assertEqual(behind.take((1 + priority, 0)), octets(
                f"{start} {to_override} {rest} c0 [02 a1 03 '0/B' a1 03 '0/A']] {body}"))
            behind.accept_all(1 + priority)
            before.until(lambda c=place[0], n=number: any(
                d.first <= n <= (d.last or d.first) and d.state.descriptor == 0x24
                for d in before.settled[c]), "the outcome")


class Neighbours(WireTest):
    def test_only_an_int_is_a_cost(self):
        for cost, counts in ((int32(7), 7), (7, 1), (ushort(7), 1)):  # a plain number is a long
            with self.subTest(type=type(cost).__name__):
                router = self.interior()
                peer = self.dial(router, **{"qd.inter-router-cost": cost})
                peer.attach_standing_links()
                peer.until(lambda p=peer: len(p.attached) == 22, "22 answers")
                self.take(peer, "HELLO")
                peer.send(CONTROL_OUT, HELLO)
                self.take(peer, "LSR")
                peer.send(CONTROL_OUT, LSU)
                router.wait_log(f"Router B is reachable: cost {counts},")

    def test_the_end_of_the_control_link_ends_the_neighbourhood(self):
        ends = {"detach": {"handle": 0, "closed": True}, "end": {}}
        for performative, fields in ends.items():
            with self.subTest(performative):
                router = self.interior()
                peer = self.join(router)
                peer.raw.send(performative, channel=0, **fields)
                router.wait_log("Link to neighbor router lost: B")
                router.wait_log("Router B is not reachable")

    def test_another_router_with_our_id_is_named_once_and_ignored(self):
        router = self.interior()
        peer = self.dial(router, "A")
        peer.attach_standing_links()
        peer.until(lambda: len(peer.attached) == 22, "22 answers")
        for _ in range(3):
            peer.send(CONTROL_OUT, of_router("A", HELLO))
        other = self.join(router, "C")
        message = "Another router of this network has the id of this one: A"
        self.assertEqual(router.log.count(message), 1)
        self.assertIn("ROUTER_HELLO (critical) " + message, router.log)
        other.send(CONTROL_OUT, of_router("C", LSR))
        listed = entries(entries(entries(sections(self.take(other, "LSU"))[0x77])
                                 ["string", "ls"])["string", "peers"])
        self.assertEqual(list(listed), [("string", "C")])


class Refused(WireTest):
    def test_other_links_before_the_control_link(self):
        peer = self.dial(self.interior())
        peer.attach(0, True, source("x"), target("work"))
        peer.until(lambda: peer.detached, "the refusal")
        self.assertEqual(peer.attached[0].values[6], ("null", None))
        error = peer.detached[0].error.value
        self.assertEqual(error[:2], ["qd:connection-role",
                                     "Link attach forbidden on inter-router connection"])
        self.assertTrue(peer.detached[0].closed)

    def test_router_links_of_a_client(self):
        router = self.interior()
        for capability in (CONTROL, DATA):
            peer = RouterPeer.connect(router.port("clients"))
            self.addCleanup(peer.close)
            peer.attach_router_link(0, False, capability)
            peer.until(lambda p=peer: p.detached, "the refusal")
            self.assertEqual(peer.attached[0].values[5], ("null", None))
            self.assertEqual(peer.detached[0].error.value[:2],
                             ["qd:forbidden", "Connectivity to the node is forbidden"])

    def test_capabilities_in_arrays_are_understood(self):
        peer = self.dial(self.interior())
        for sender in (False, True):
            peer.attach(0, sender, with_capability(source, symbols(CONTROL)),
                        with_capability(target, symbols(CONTROL)))
        self.take(peer, "HELLO")


class TwoConnectorsTest(WireTest):
    """We connect twice to the same router. An older one would move to and fro between the two."""
    MAX_AGE = 60    # of a HELLO

    def setUp(self):
        super().setUp()
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        port = server.getsockname()[1]
        self.router = self.start_router(
            config.router(mode="interior", helloMaxAgeSeconds=self.MAX_AGE),
            config.connector(name="1", role="inter-router", port=port),
            config.connector(name="2", role="inter-router", port=port))
        self.peers = [RouterPeer.accept(server) for _ in range(2)]
        for peer in self.peers:
            self.addCleanup(peer.close)
        self.router.wait_log(r"\[C\d+\] Stands by: there is a connection to router 'B' already")
        self.used, self.reserve = sorted(self.peers, key=self.has_no_links)

    @staticmethod
    def has_no_links(peer):
        """A question that the router answers behind whatever it has said before."""
        name = f"question {len(peer.attached)}"
        peer.attach(99, False, source(None, _4=True), None, name=name)
        peer.until(lambda: any(link.name == name for link in peer.attached), "the answer")
        return not TwoConnectorsTest.links(peer)

    @staticmethod
    def links(peer):
        return [link for link in peer.attached if not link.name.startswith("question")]

    def become_neighbor(self, peer):
        peer.until(lambda: len(self.links(peer)) == 22, "22 links")
        for link in self.links(peer):
            peer.answer(link)
        control_in, control_out = self.links(peer)[1].place, self.links(peer)[0].place
        self.take(peer, "HELLO", control_in)
        peer.send(control_out, HELLO)
        self.take(peer, "LSR", control_in)
        return control_in, control_out


class TwoConnectors(TwoConnectorsTest):
    def test_the_second_has_no_links_until_the_first_is_lost(self):
        self.become_neighbor(self.used)
        self.assertTrue(self.has_no_links(self.reserve))
        self.used.close()
        self.become_neighbor(self.reserve)


class OneGoesSilent(TwoConnectorsTest):
    MAX_AGE = 3

    def test_the_second_takes_over_from_one_that_has_gone_silent(self):
        self.become_neighbor(self.used)
        self.become_neighbor(self.reserve)


class Dialling(WireTest):
    """We connect, and attach."""

    def setUp(self):
        super().setUp()
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        self.router = self.interior(config.connector(
            role="inter-router", port=server.getsockname()[1], cost=3))
        self.peer = RouterPeer.accept(server, **{"qd.inter-router-cost": int32(2)})
        self.addCleanup(self.peer.close)

    def test_open_tells_the_cost_as_int(self):
        self.peer.until(lambda: self.peer.opened, "the Open")
        self.assertEqual(self.peer.opened[1], ("string", "127.0.0.1"))
        properties = entries(self.peer.opened[9])
        self.assertEqual(properties["symbol", "qd.inter-router-cost"], ("int", 3))

    def test_22_links_in_their_order(self):
        self.peer.until(lambda: len(self.peer.attached) == 22, "22 links")
        for number, link in enumerate(self.peer.attached):
            name, _, role, send_mode, receive_mode, source_, target_ = link.values[:7]
            self.assertRegex(name[1], r"^qdlink\.")
            self.assertEqual(role, ("bool", number % 2 == 0))
            self.assertEqual((send_mode, receive_mode), (("ubyte", 2), ("ubyte", 0)))
            self.assertEqual(link.frame.channel, number // 2)
            capability = ("symbol", CONTROL if number < 2 else DATA)
            self.assertEqual(source_[:2], ("described", ("ulong", 0x28)))
            self.assertEqual(target_[:2], ("described", ("ulong", 0x29)))
            for fields, place in ((source_[2][1], 10), (target_[2][1], 6)):
                self.assertEqual(fields[0], NO_ADDRESS)
                self.assertIn(fields[2], (("symbol", "link-detach"), ("null", None)))
                self.assertEqual(fields[place], capability)
        self.assertEqual(len({link.name for link in self.peer.attached}), 22)

    def test_the_higher_cost_counts(self):
        self.peer.until(lambda: len(self.peer.attached) == 22, "22 links")
        for link in self.peer.attached:
            self.peer.answer(link)
        control_in, control_out = self.peer.attached[1].place, self.peer.attached[0].place
        self.take(self.peer, "HELLO", control_in)
        self.peer.send(control_out, HELLO)
        self.take(self.peer, "LSR", control_in)
        self.peer.send(control_out, LSR)
        state = entries(sections(self.take(self.peer, "LSU", control_in))[0x77])["string", "ls"]
        self.assertEqual(entries(entries(state)["string", "peers"])["string", "B"], ("int", 3))
