# SPDX-License-Identifier: Apache-2.0
"""Who gets a message when there are several who could."""
from proton import Delivery

from harness.config import address, router as router_section
from harness.peer_case import PeerTest


def counts(receivers):
    return [receiver.count for receiver in receivers]


class Closest(PeerTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(address(prefix="near", distribution="closest"))

    def test_receivers_of_one_connection_take_turns(self):
        client = self.peer(self.router)
        receivers = [client.receiver("near/x", credit=100) for _ in range(3)]
        sender = client.sender("near/x")
        for number in range(30):
            sender.send(body=number)
        self.until(lambda: counts(receivers) == [10, 10, 10])
        self.assertEqual(receivers[0].bodies, list(range(0, 30, 3)))

    def test_receivers_of_several_connections_take_turns(self):
        receivers = [self.peer(self.router).receiver("near/x", credit=100) for _ in range(4)]
        sender = self.peer(self.router).sender("near/x")
        for _ in range(40):
            sender.send()
        self.until(lambda: counts(receivers) == [10, 10, 10, 10])

    def test_neither_credit_nor_backlog_counts(self):
        client = self.peer(self.router)
        blocked = client.receiver("near/x")
        ready = client.receiver("near/x", credit=100, accept=True)
        sender = client.sender("near/x")
        for _ in range(20):
            sender.send()
        ready.wait(10)
        self.assertEqual(blocked.count, 0)
        blocked.grant(100)
        self.until(lambda: counts([blocked, ready]) == [10, 10])

    def test_turns_go_on_when_receivers_come_and_go(self):
        client = self.peer(self.router)
        receivers = [client.receiver("near/x", window=10, accept=True) for _ in range(3)]
        sender = client.sender("near/x")
        self.assertEqual(sender.outcome_of(sender.send()), "accepted")
        receivers.pop(0).close_and_wait()
        receivers.append(client.receiver("near/x", window=10, accept=True))
        for _ in range(9):
            self.assertEqual(sender.outcome_of(sender.send()), "accepted")
        self.assertEqual(counts(receivers), [3, 3, 3])


class Balanced(PeerTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router()

    def test_who_does_not_settle_gets_no_more_than_its_share(self):
        client = self.peer(self.router)
        busy = client.receiver("work", credit=1000)
        swift = client.receiver("work", window=1000, accept=True)
        sender = client.sender("work")
        for _ in range(100):
            self.until(lambda: sender.credit > 0)
            sender.send()
            client.ask()
        self.assertEqual(busy.count + swift.count, 100)
        self.assertLessEqual(busy.count, 1)

    def test_equal_load_is_shared_equally(self):
        receivers = [self.peer(self.router).receiver("work", credit=100) for _ in range(4)]
        sender = self.peer(self.router).sender("work")
        for _ in range(200):
            sender.send()
        self.until(lambda: sum(counts(receivers)) == 200)
        self.assertEqual(counts(receivers), [50, 50, 50, 50])

    def test_load_follows_those_who_settle(self):
        client = self.peer(self.router)
        left, right = (client.receiver("work", credit=1000) for _ in range(2))
        sender = client.sender("work")
        for _ in range(40):
            sender.send()
        self.until(lambda: counts([left, right]) == [20, 20])
        for received in left.received:
            received.accept()
        client.ask()
        for _ in range(20):
            sender.send()
        self.until(lambda: left.count + right.count == 60)
        self.assertEqual(counts([left, right]), [40, 20])

    def test_a_backlog_counts_as_load(self):
        client = self.peer(self.router)
        without_credit = client.receiver("work")
        swift = client.receiver("work", window=100, accept=True)
        sender = client.sender("work")
        for _ in range(10):
            sender.send()
            self.settle_down(client)
        self.assertGreaterEqual(swift.count, 9)
        without_credit.grant(10)
        self.until(lambda: without_credit.count + swift.count == 10)

    def test_idle_receivers_take_turns(self):
        client = self.peer(self.router)
        receivers = [client.receiver("work", window=10, accept=True) for _ in range(3)]
        sender = client.sender("work")
        for _ in range(30):
            self.assertEqual(sender.outcome_of(sender.send()), "accepted")
            client.ask()
        self.assertEqual(counts(receivers), [10, 10, 10])

    def test_settled_messages_are_shared_too(self):
        receivers = [self.peer(self.router).receiver("work", credit=1000) for _ in range(2)]
        sender = self.peer(self.router).sender("work")
        for _ in range(500):
            sender.send(settled=True)
        self.until(lambda: sum(counts(receivers)) == 500)
        self.assertGreater(min(counts(receivers)), 200)

    def test_many_receivers_all_get_work(self):
        peers = [self.peer(self.router) for _ in range(20)]
        receivers = [peer.receiver("work", credit=100, wait=False)
                     for peer in peers for _ in range(3)]
        self.until(lambda: all(receiver.remote_open for receiver in receivers))
        self.settle_down(*peers)
        senders = [self.peer(self.router).sender("work") for _ in range(3)]
        for _ in range(200):
            for sender in senders:
                sender.send()
        self.until(lambda: sum(counts(receivers)) == 600)
        self.assertEqual(counts(receivers), [10] * 60)

    def test_full_receivers_get_work_only_if_all_are_full(self):
        client = self.peer(self.router)
        only = client.receiver("work", credit=1000)
        senders = [client.sender("work") for _ in range(3)]
        for sender in senders:
            for _ in range(100):
                sender.send()
        only.wait(300)
        later = client.receiver("work", credit=1000)
        for sender in senders:
            for _ in range(100):
                sender.send()
        self.until(lambda: later.count == 300)
        self.assertEqual(only.count, 300)


class Multicast(PeerTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(address(prefix="all", distribution="multicast"))

    def test_everybody_gets_everything_in_order(self):
        one, other = self.peer(self.router), self.peer(self.router)
        receivers = [peer.receiver("all/x", credit=500, accept=True)
                     for peer in (one, one, other) for _ in range(2)]
        sender = self.peer(self.router).sender("all/x")
        sent = [sender.send(body=number, settled=number % 2 == 0) for number in range(500)]
        self.until(lambda: counts(receivers) == [500] * 6)
        for receiver in receivers:
            self.assertEqual(receiver.bodies, list(range(500)))
        for delivery in sent[1::2]:
            self.assertEqual(sender.outcome_of(delivery), "accepted")

    def test_a_slow_receiver_does_not_keep_others_from_their_copies(self):
        client = self.peer(self.router)
        slow = client.receiver("all/x")
        swift = client.receiver("all/x", window=50, accept=True)
        sender = client.sender("all/x")
        sent = [sender.send(body=number) for number in range(100)]
        swift.wait(100)
        self.assertFalse(any(delivery.settled for delivery in sent))
        slow.grant(100)
        for received in slow.wait(100):
            received.accept()
        for delivery in sent:
            self.assertEqual(sender.outcome_of(delivery), "accepted")

    def test_many_receivers(self):
        peers = [self.peer(self.router) for _ in range(10)]
        receivers = [peer.receiver("all/x", window=10, accept=True, wait=False)
                     for peer in peers for _ in range(10)]
        self.until(lambda: all(receiver.remote_open for receiver in receivers))
        self.settle_down(*peers)
        sender = self.peer(self.router).sender("all/x")
        sent = [sender.send(body=number) for number in range(20)]
        self.until(lambda: counts(receivers) == [20] * 100)
        for delivery in sent:
            self.assertEqual(sender.outcome_of(delivery), "accepted")


class Fallback(PeerTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(address(prefix="safe", enableFallback=True))
        self.client = self.peer(self.router)
        self.sender = self.client.sender("safe/x")

    def fallback(self):
        return self.client.receiver("safe/x", capabilities=["qd.fallback"], window=10, accept=True)

    def send(self):
        return self.sender.outcome_of(self.sender.send())

    def test_it_takes_what_nobody_else_takes(self):
        fallback = self.fallback()
        self.assertEqual((self.send(), self.send()), ("accepted", "accepted"))
        self.assertEqual(fallback.count, 2)
        primary = self.client.receiver("safe/x", window=10, accept=True)
        self.assertEqual((self.send(), self.send()), ("accepted", "accepted"))
        self.assertEqual((fallback.count, primary.count), (2, 2))
        primary.close_and_wait()
        self.assertEqual(self.send(), "accepted")
        self.assertEqual(fallback.count, 3)
        fallback.close_and_wait()
        self.assertEqual(self.send(), "released")

    def test_it_gives_senders_credit(self):
        self.client.ask()
        self.assertEqual(self.sender.credit, 0)
        self.fallback()
        self.sender.wait_credit(250)

    def test_an_outcome_of_the_primary_does_not_divert(self):
        fallback = self.fallback()
        primary = self.client.receiver("safe/x", credit=1)
        sent = self.sender.send()
        primary.take().update(Delivery.RELEASED)
        self.assertEqual(self.sender.outcome_of(sent), "released")
        self.assertEqual(fallback.count, 0)

    def test_anonymous_messages_are_diverted(self):
        fallback = self.fallback()
        anonymous = self.client.sender()
        self.assertEqual(anonymous.outcome_of(anonymous.send(address="safe/x")), "accepted")
        self.assertEqual(fallback.count, 1)

    def test_it_does_not_work_for_other_addresses(self):
        self.client.receiver("other", capabilities=["qd.fallback"], window=10, accept=True)
        other = self.client.sender("other")
        anonymous = self.client.sender()
        self.assertEqual(anonymous.outcome_of(anonymous.send(address="other")), "released")
        self.assertEqual(other.credit, 0)


class Waypoints(PeerTest):
    def test_messages_go_through_the_waypoint(self):
        router = self.start_router(address(prefix="queue", waypoint=True))
        client, broker = self.peer(router), self.peer(router)
        consumer = client.receiver("queue/q", window=10, accept=True)
        producer = client.sender("queue/q")
        client.ask()
        self.assertEqual(producer.credit, 0)
        into = broker.receiver("queue/q", window=10, accept=True, capabilities=["qd.waypoint"])
        out = broker.sender("queue/q", capabilities=["qd.waypoint"])
        self.assertEqual(producer.outcome_of(producer.send(body="x")), "accepted")
        self.assertEqual((into.bodies, consumer.bodies), (["x"], []))
        self.assertEqual(out.outcome_of(out.send(into.take().message)), "accepted")
        self.assertEqual((into.bodies, consumer.bodies), ([], ["x"]))

    def test_chains_of_waypoints(self):
        router = self.start_router(address(prefix="queue", ingressPhase=0, egressPhase=2))
        client = self.peer(router)
        consumer = client.receiver("queue/q", window=10, accept=True)
        stages = [(client.receiver("queue/q", window=10, accept=True, capabilities=[name]),
                   client.sender("queue/q", capabilities=[name]))
                  for name in ("qd.waypoint.1", "qd.waypoint.2")]
        producer = client.sender("queue/q")
        self.assertEqual(producer.outcome_of(producer.send(body="x")), "accepted")
        for into, out in stages:
            self.assertEqual(consumer.count, 0)
            self.assertEqual(out.outcome_of(out.send(into.take().message)), "accepted")
        self.assertEqual(consumer.bodies, ["x"])

    def test_an_anonymous_message_enters_at_the_first_phase(self):
        router = self.start_router(address(prefix="queue", waypoint=True))
        client = self.peer(router)
        consumer = client.receiver("queue/q", window=10, accept=True)
        into = client.receiver("queue/q", window=10, accept=True, capabilities=["qd.waypoint"])
        anonymous = client.sender()
        self.assertEqual(anonymous.outcome_of(anonymous.send(address="queue/q")), "accepted")
        self.assertEqual((into.count, consumer.count), (1, 0))

    def test_the_default_treatment_holds_for_all_phases(self):
        router = self.start_router(router_section(defaultDistribution="multicast"))
        client = self.peer(router)
        receivers = [client.receiver("q", window=10, accept=True, capabilities=["qd.waypoint.3"])
                     for _ in range(2)]
        sender = client.sender("q", capabilities=["qd.waypoint.2"])
        self.assertEqual(sender.outcome_of(sender.send()), "accepted")
        self.assertEqual(counts(receivers), [1, 1])
