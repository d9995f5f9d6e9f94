# SPDX-License-Identifier: Apache-2.0
"""Router annotations: who may write them, who gets to see them."""
from harness.config import address, listener
from harness.encoding import MESSAGE_ANNOTATIONS, PROPERTIES, annotations, section, value
from harness.peer_case import PeerTest

TO_X = section(PROPERTIES, [None, None, "x"])
INVALID = "amqp:invalid-field"


class Annotations(PeerTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(
            *[listener(name=mode, stripAnnotations=mode) for mode in ("both", "no", "in", "out")],
            address(prefix="safe", enableFallback=True), address(prefix="way", waypoint=True))
        self.clients = {mode: self.peer(self.router, mode) for mode in ("both", "no", "in", "out")}

    def passed(self, content, sender="both", receiver="both", target="x", source="x"):
        """The content as a consumer sees it."""
        incoming = self.clients[receiver].receiver(source, credit=1, accept=True)
        outgoing = self.clients[sender].sender(target)
        sent = outgoing.send(content)
        received = incoming.take()
        self.assertEqual(outgoing.outcome_of(sent), "accepted")
        incoming.close_and_wait()
        outgoing.close_and_wait()
        return received

    def seen(self, *pairs, **options):
        """The annotations that a consumer sees, in order."""
        content = annotations(*pairs) + TO_X + value("x")
        message = self.passed(content, **options).message
        return list((message.annotations or {}).items())


class Stripped(Annotations):
    def test_clients_cannot_give_routers_orders(self):
        for client in ("both", "in"):
            self.assertEqual(self.seen(("x-user", "zz"), ("x-opt-qd.to", "elsewhere"),
                                       ("x-opt-qd.trace", ["0/Z"]), sender=client),
                             [("x-user", "zz")])
            received = self.passed(annotations(("x-user", "zz"), ("x-opt-qd.to", "elsewhere")) +
                                   TO_X + value("x"), sender=client, target=None)
            self.assertEqual(received.message.annotations, {"x-user": "zz"})
            self.assertTrue(bytes(received.content).endswith(TO_X + value("x")))

    def test_everything_behind_the_first_router_key_is_dropped(self):
        self.assertEqual(self.seen(("x-user", "zz"), ("x-opt-qd.ingress", "0/Z"), ("x-late", 1)),
                         [("x-user", "zz")])

    def test_a_section_with_nothing_else_disappears(self):
        received = self.passed(annotations(("x-opt-qd.to", "elsewhere")) + TO_X + value("x"))
        self.assertEqual(bytes(received.content), TO_X + value("x"))

    def test_nonsense_in_stripped_annotations_does_no_harm(self):
        self.assertEqual(self.seen(("x-opt-qd.to", 5)), [])
        self.assertEqual(self.seen(("x-opt-qd.trace", "no list")), [])

    def test_a_router_that_only_strips_on_the_way_out(self):
        self.assertEqual(self.seen(("x-opt-qd.ingress", "0/Z"), ("x-user", "zz"),
                                   ("x-opt-qd.trace", ["0/Z"]), ("x-more", 1),
                                   sender="out", receiver="out"), [("x-user", "zz"), ("x-more", 1)])


class Shown(Annotations):
    def test_a_consumer_that_may_see_them(self):
        for sender in ("both", "no", "in", "out"):
            for receiver in ("no", "in"):
                with self.subTest(sender=sender, receiver=receiver):
                    seen = self.seen(("x-user", "zz"), sender=sender, receiver=receiver)
                    self.assertEqual(seen[0], ("x-user", "zz"))
                    self.assertEqual(dict(seen[1:]), {"x-opt-qd.to": "x", "x-opt-qd.ingress": "0/A",
                                                      "x-opt-qd.trace": ["0/A"]})

    def test_a_message_without_annotations_gets_them(self):
        head = section(0x70, [True])
        received = self.passed(head + TO_X + value("x"), receiver="no")
        self.assertTrue(bytes(received.content).startswith(head + b"\x00\x53\x72"))
        self.assertTrue(bytes(received.content).endswith(TO_X + value("x")))
        self.assertEqual(received.message.annotations["x-opt-qd.ingress"], "0/A")

    def test_those_that_came_are_kept_and_the_trace_grows(self):
        seen = dict(self.seen(("x-opt-qd.ingress", "0/Z"), ("x-opt-qd.trace", ["0/Y", "0/Z"]),
                              ("x-user", 1), sender="no", receiver="no"))
        self.assertEqual(seen, {"x-user": 1, "x-opt-qd.to": "x", "x-opt-qd.ingress": "0/Z",
                                "x-opt-qd.trace": ["0/Y", "0/Z", "0/A"]})

    def test_user_annotations_come_first(self):
        seen = self.seen(("x-a", 1), ("x-opt-qd.ingress", "0/Z"), ("x-b", 2), sender="no",
                         receiver="no")
        self.assertEqual([key for key, _ in seen[:2]], ["x-a", "x-b"])
        self.assertTrue(all(key.startswith("x-opt-qd.") for key, _ in seen[2:]))

    def test_a_link_without_a_target_is_routed_by_the_message(self):
        seen = dict(self.seen(sender="no", receiver="no", target=None))
        self.assertNotIn("x-opt-qd.to", seen)
        seen = dict(self.seen(("x-opt-qd.to", "y"), sender="no", receiver="no", target=None,
                              source="y"))
        self.assertEqual(seen["x-opt-qd.to"], "y")

    def test_the_target_of_a_link_beats_the_annotation(self):
        seen = dict(self.seen(("x-opt-qd.to", "elsewhere"), sender="no", receiver="no"))
        self.assertEqual(seen["x-opt-qd.to"], "x")

    def test_an_address_of_this_router(self):
        seen = dict(self.seen(receiver="no", target="amqp:/_topo/0/A/y", source="_local/y"))
        self.assertEqual(seen["x-opt-qd.to"], "_topo/0/A/y")

    def test_the_phase_of_a_waypoint(self):
        client = self.clients["no"]
        out = client.sender("way/q", capabilities=["qd.waypoint"])
        consumer = client.receiver("way/q", credit=1, accept=True)
        out.send(value("x"))
        seen = consumer.take().message.annotations
        self.assertEqual((seen["x-opt-qd.to"], seen["x-opt-qd.phase"]), ("way/q", 1))

    def test_the_phase_of_an_anonymous_message(self):
        client = self.clients["no"]
        anonymous = client.sender()
        consumer = client.receiver("way/q", credit=1, accept=True)
        sent = anonymous.send(annotations(("x-opt-qd.to", "way/q"), ("x-opt-qd.phase", 1)) +
                              value("x"))
        self.assertEqual(anonymous.outcome_of(sent), "accepted")
        self.assertEqual(consumer.take().message.annotations["x-opt-qd.phase"], 1)

    def test_the_mark_of_a_message_that_went_to_a_fallback(self):
        client = self.clients["no"]
        fallback = client.receiver("safe/x", capabilities=["qd.fallback"], credit=2, accept=True)
        for sender in (client.sender("safe/x"), client.sender()):
            sent = sender.send(address="safe/x")
            self.assertEqual(sender.outcome_of(sent), "accepted")
            seen = fallback.take().message.annotations
            self.assertEqual((seen["x-opt-qd.to"], seen["x-opt-qd.phase"]), ("safe/x", 22))

    def test_a_streamed_message_carries_them_too(self):
        content = annotations(("x-user", "zz")) + TO_X + value(b"b" * 500_000)
        received = self.passed(content, receiver="no").message
        self.assertEqual(received.annotations["x-opt-qd.trace"], ["0/A"])
        self.assertEqual(len(received.body), 500_000)


class Malformed(Annotations):
    def test_nonsense_is_refused_with_the_reason(self):
        sender = self.clients["no"].sender("x")
        receiver = self.clients["no"].receiver("x", window=10, accept=True)
        for bad, why in (
                (section(MESSAGE_ANNOTATIONS, [1]),
                 "Invalid message annotations section - missing map type"),
                (b"\x00\x53\x72\xc1\x04\x01\xa3\x01k",
                 "Invalid MA map count (odd number of fields)"),
                (annotations(("x-opt-qd.to", 5)), "to-override not a valid string type"),
                (annotations(("x-opt-qd.trace", "0/Z")), "trace annotation is not a list"),
                (annotations(("x-opt-qd.trace", [1])), "trace list contains non-string entries"),
                (annotations(("x-opt-qd.ingress", 5)), "ingress router not a string type")):
            with self.subTest(why=why):
                sent = sender.send(bad + TO_X + value("x"))
                self.assertEqual(sender.outcome_of(sent), "rejected")
                self.assertEqual(sent.condition, (INVALID, why))
                self.assertEqual(sender.outcome_of(sender.send(TO_X + value("x"))), "accepted")
                self.assertEqual(receiver.take().body, "x")
