# SPDX-License-Identifier: Apache-2.0
"""Many clients do what comes to their mind, and no message is lost or invented.

The seed is printed; CROSSPOINT_SEED=n repeats a run, as far as the client's side goes.
"""
import os
import random

from proton import Delivery

from harness.config import address
from harness.peer_case import PeerTest

STEPS = 400
STATES = {"accepted": Delivery.ACCEPTED, "rejected": Delivery.REJECTED,
          "released": Delivery.RELEASED, "modified": Delivery.MODIFIED}


class Chaos:
    """The clients of one router, and what they know of their messages."""

    def __init__(self, test, router, text, chance):
        self.test, self.router, self.text, self.chance = test, router, text, chance
        self.consumers = [test.peer(router) for _ in range(3)]
        self.producers = [test.peer(router) for _ in range(2)]
        self.receivers, self.senders = [], []
        self.sent = {}      # number -> (Sent, its sender), of senders that are still there
        self.outcomes = {}  # number -> what its sender was told
        self.answered = {}  # number -> outcomes that consumers gave
        self.numbers = 0

    def step(self):
        self.chance.choice([
            self.attach_receiver, self.attach_sender, self.grant, self.grant, self.drain, self.send,
            self.send, self.send, self.send, self.settle, self.settle, self.detach_receiver,
            self.detach_sender, self.kill_consumer, self.pause])()

    def attach_receiver(self):
        if len(self.receivers) < 6:
            peer = self.chance.choice(self.consumers)
            self.receivers.append(peer.receiver(self.text, credit=self.chance.randrange(20),
                                                wait=self.chance.random() < 0.5))

    def attach_sender(self):
        if len(self.senders) < 4:
            peer = self.chance.choice(self.producers)
            target = self.text if self.chance.random() < 0.7 else None
            self.senders.append(peer.sender(target))

    def grant(self):
        if self.receivers:
            self.chance.choice(self.receivers).grant(self.chance.randrange(1, 30))

    def drain(self):
        if self.receivers:
            receiver = self.chance.choice(self.receivers)
            receiver.drain(self.chance.randrange(5))
            self.test.until(lambda: not receiver.draining, "the end of a drain")

    def send(self):
        if not self.senders:
            return
        sender = self.chance.choice(self.senders)
        for _ in range(min(sender.credit, self.chance.randrange(1, 30))):
            settled = self.chance.random() < 0.2
            size = 200_000 if self.chance.random() < 0.02 else 10
            self.numbers += 1
            sent = sender.send(address=self.text, correlation_id=self.numbers, body="x" * size,
                               settled=settled)
            if not settled:
                self.sent[self.numbers] = (sent, sender)

    def settle(self):
        if self.receivers:
            receiver = self.chance.choice(self.receivers)
            for _ in range(self.chance.randrange(len(receiver.received) + 1)):
                place = self.chance.randrange(len(receiver.received))
                self.answer(receiver.received.pop(place), self.chance.choice(list(STATES)))

    def answer(self, received, outcome):
        number = received.message.correlation_id
        if not received.came_settled:
            self.answered.setdefault(number, []).append(outcome)
            received.update(STATES[outcome])

    def detach_receiver(self):
        if self.receivers and self.chance.random() < 0.5:
            receiver = self.receivers.pop(self.chance.randrange(len(self.receivers)))
            receiver.close_and_wait()

    def detach_sender(self):
        if self.senders and self.chance.random() < 0.3:
            sender = self.senders.pop(self.chance.randrange(len(self.senders)))
            for number, (sent, its_sender) in list(self.sent.items()):
                if its_sender is sender:
                    del self.sent[number]
                    if sent.settled:
                        self.outcomes[number] = sent.outcome
            sender.close_and_wait()

    def kill_consumer(self):
        if self.chance.random() < 0.3:
            peer = self.consumers.pop(0)
            peer.flush()
            peer.kill()
            self.receivers = [link for link in self.receivers if link.peer is not peer]
            self.consumers.append(self.test.peer(self.router))

    def pause(self):
        self.test.settle_down(self.chance.choice(self.consumers + self.producers))

    def finish(self):
        """All receivers go, so every message must get its outcome; then all can send again."""
        for receiver in self.receivers:
            receiver.close_and_wait()
        for number, (sent, sender) in self.sent.items():
            self.outcomes[number] = sender.outcome_of(sent)
        last = self.consumers[0].receiver(self.text, window=10, accept=True)
        for sender in self.senders:
            for _ in range(600):
                sent = sender.send(address=self.text)
            self.test.assertEqual(sender.outcome_of(sent), "accepted")
        last.close_and_wait()


class RandomLinks(PeerTest):
    def run_chaos(self, text):
        seed = int(os.environ.get("CROSSPOINT_SEED", random.randrange(1 << 32)))
        print(f"CROSSPOINT_SEED={seed}")
        router = self.start_router(address(prefix="all", distribution="multicast"),
                                   address(prefix="near", distribution="closest"))
        chaos = Chaos(self, router, text, random.Random(seed))
        for _ in range(STEPS):
            chaos.step()
        chaos.finish()
        return chaos

    def check_unicast(self, text):
        chaos = self.run_chaos(text)
        self.assertGreater(len(chaos.outcomes), 0)
        for number, outcome in chaos.outcomes.items():
            answers = chaos.answered.get(number, [])
            self.assertLessEqual(len(answers), 1, f"message {number} went to several")
            if answers:
                # A killed consumer may have spoken too late.
                self.assertIn(outcome, (answers[0], "modified"), f"message {number}")
            else:
                self.assertIn(outcome, ("released", "modified"), f"message {number}")

    def test_balanced(self):
        self.check_unicast("work")

    def test_closest(self):
        self.check_unicast("near/x")

    def test_multicast(self):
        chaos = self.run_chaos("all/x")
        order = ["rejected", "accepted", "modified", "released"]
        for number, outcome in chaos.outcomes.items():
            best = min(map(order.index, chaos.answered.get(number, ["released"])))
            self.assertIn(outcome, order)
            if order[best] in ("modified", "released"):
                self.assertIn(outcome, ("modified", "released"), f"message {number}")
