# SPDX-License-Identifier: Apache-2.0
"""Traffic through a network, of which every message is accounted for."""
from proton import Message

from .outcome import ACCEPTED, MODIFIED, RELEASED

# What may become of a message when the network changes.
FINAL = {ACCEPTED, RELEASED, MODIFIED}


class Traffic:
    """A sender at one end and a receiver at the other; knows what became of every message."""

    def __init__(self, test, first, last, name="work"):
        self.test = test
        self.receiver = test.connect(last).receiver(name)
        # Proton 0.37 does not answer a drain when the sender has settled all it has sent.
        self.sender = test.connect(first).sender(name, settle=False)
        self.sent = []
        test.eventually(lambda: self.sender.credit > 0, "credit")
        self.flows("before")

    def send(self, count, body="x"):
        """Without waiting for an outcome; not more than there is credit for."""
        count = min(count, self.sender.credit)
        messages = [Message(body=f"{body} {n}") for n in range(count)]
        self.sent += self.sender.send_all(messages)

    def flows(self, body):
        """Waits until messages arrive again."""
        def passes():
            if self.sender.credit == 0:
                return False
            self.sent.append(self.sender.send(Message(body=body)))
            return self.sent[-1].wait().state == ACCEPTED

        self.test.eventually(passes, f"traffic {body}")

    def flows_fully(self, body):
        """Messages arrive again, more than there was credit for at first, and none of the credit
        is lost: a router gives it back when half of it is used.

        Routes that come back do not come back everywhere at the same moment. Who is in between and
        does not know an address yet releases what is for it, so that this may take several tries.
        """
        self.test.eventually(lambda: self._all_arrive(body), f"all traffic {body}")
        self.test.eventually(lambda: self.sender.credit >= 125, f"credit {body}")
        self.check()

    def _all_arrive(self, body, count=300):
        self.flows(body)
        sent = self.sender.send_all([Message(body=f"{body} {n}") for n in range(count)])
        self.sent += sent
        # Without a way at all the router drains the credit, and the rest waits for the next one.
        self.test.eventually(lambda: self.sender.unsent == 0, f"credit for all {body}")
        return {s.wait().state for s in sent} == {ACCEPTED}

    def check(self):
        """Every message has an outcome, and what was accepted has arrived."""
        states = [sent.wait().state for sent in self.sent]
        self.test.assertLessEqual(set(states), FINAL)
        accepted = states.count(ACCEPTED)
        self.test.assertGreaterEqual(self.receiver.count, accepted)
        self.test.assertEqual(len(set(self.sent)), len(states))
        return states
