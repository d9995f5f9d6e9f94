# SPDX-License-Identifier: Apache-2.0
"""Traffic through a network, of which every message is accounted for."""
from collections import Counter

from proton import Message

from .outcome import ACCEPTED, MODIFIED, RELEASED

# What may become of a message when the network changes.
FINAL = {ACCEPTED, RELEASED, MODIFIED}


class Traffic:
    """A sender at one end and a receiver at the other; knows what became of every message.

    No two messages say the same, so that it shows when one comes twice, or comes though its sender
    was told that it does not.
    """

    def __init__(self, test, first, last, name="work"):
        self.test = test
        self.first, self.last, self.name = first, last, name
        self.receiver = test.connect(last).receiver(name)
        # Proton 0.37 does not answer a drain when the sender has settled all it has sent.
        self.sender = test.connect(first).sender(name, settle=False)
        self.sent = {}  # by what they say
        self._arrived = Counter()
        self._read = 0
        test.eventually(lambda: self.sender.credit > 0, "credit")
        self.flows("before")

    def send(self, count, body="x"):
        """Without waiting for an outcome; not more than there is credit for."""
        return self._send(min(count, self.sender.credit), body)

    def _send(self, count, body):
        texts = [f"{self.name} {len(self.sent) + n} {body}" for n in range(count)]
        handles = self.sender.send_all([Message(body=text) for text in texts])
        self.sent.update(zip(texts, handles))
        return handles

    def flows(self, body):
        """Waits until messages arrive again."""
        def passes():
            if self.sender.credit == 0:
                return False
            return self._send(1, body)[0].wait().state == ACCEPTED

        self.test.eventually(passes, f"traffic {body}")

    def flows_fully(self, body, count=300):
        """Once all routers know the way again, every message is accepted, more of them than there
        was credit for at first; and none of the credit is lost: a router gives it back when half of
        it is used."""
        self.flows(body)
        self.test.wait_for_rest(self.first, self.last, self.name)
        sent = self._send(count, body)
        # Without a way at all the router drains the credit, and the rest waits for the next one.
        self.test.eventually(lambda: self.sender.unsent == 0, f"credit for all {body}")
        self.test.assertEqual(Counter(s.wait().state for s in sent), {ACCEPTED: count})
        self.test.eventually(lambda: self.sender.credit >= 125, f"credit {body}")
        self.check()

    def check(self):
        """Every message has an outcome, and the outcome is true: what was accepted has arrived,
        what was released has not, and nothing has come twice."""
        states = {text: sent.wait().state for text, sent in self.sent.items()}
        self.test.assertLessEqual(set(states.values()), FINAL)
        arrived = self._all_that_arrived()
        twice = [text for text, times in arrived.items() if times > 1]
        self.test.assertEqual(twice, [], "came twice")
        self.test.assertLessEqual(set(arrived), set(states), "was never sent")
        missing = [text for text, state in states.items()
                   if state == ACCEPTED and text not in arrived]
        self.test.assertEqual(missing, [], "accepted, but never came")
        surplus = [text for text in arrived if states[text] == RELEASED]
        self.test.assertEqual(surplus, [], "released, but came")
        return list(states.values())

    def _all_that_arrived(self):
        complete = self.receiver.complete
        self._arrived.update(received.body for received in complete[self._read:])
        self._read = len(complete)
        return self._arrived
