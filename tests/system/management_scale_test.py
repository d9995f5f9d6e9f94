# SPDX-License-Identifier: Apache-2.0
"""Queries of a router with ten thousand addresses in use."""
import struct
import unittest
from collections import Counter

from harness import TIME_FACTOR, RouterTest, listener
from harness.management import PREFIX, Manager
from harness.raw_peer import frame_bytes, performative, source, target

ADDRESS = PREFIX + "router.address"
MANY = 10_000 // TIME_FACTOR
OF_A_SESSION = 500  # Proton looks for the name of a link among all of its session
PAGE = 500


class Holder:
    """A client with a receiver from each of very many addresses, written frame by frame."""

    def __init__(self, peer):
        self._peer = peer
        peer.open()
        self._sessions = 0
        self._places = {}  # address -> channel, handle

    def attach(self, addresses):
        """Returns when all of them are in use; they share a session."""
        channel = self._sessions
        self._sessions += 1
        self._peer.begin(channel)
        frames = []
        for handle, address in enumerate(addresses):
            self._places[address] = channel, handle
            frames.append(frame_bytes(performative(
                "attach", name=address, handle=handle, role=True, source=source(address),
                target=target()), channel))
        self._write(frames, 0x12)

    def detach(self, addresses):
        """Returns when none of them is in use."""
        frames = []
        for address in addresses:
            channel, handle = self._places.pop(address)
            frames.append(frame_bytes(performative("detach", handle=handle, closed=True), channel))
        self._write(frames, 0x16)

    def _write(self, frames, code):
        self._peer.write(b"".join(frames))
        missing = len(frames)
        while missing > 0:
            size, = struct.unpack(">I", self._peer.read(4))
            body = self._peer.read(size - 4)[4:]
            missing -= body[:3] == bytes([0, 0x53, code])


class Scale(RouterTest):
    def setUp(self):
        super().setUp()
        self.router = self.start_router(listener(idleTimeoutSeconds=0))
        self.manager = Manager(self.connect(self.router))
        self.holder = Holder(self.raw_peer(self.router))
        self.held = [f"held/{number}" for number in range(MANY)]
        for start in range(0, MANY, OF_A_SESSION):
            self.holder.attach(self.held[start:start + OF_A_SESSION])

    def page(self, offset, *names, count=PAGE):
        answer = self.manager.ask("QUERY", {"attributeNames": list(names)}, entityType=ADDRESS,
                                  offset=offset, count=count)
        self.assertEqual(answer.status, 200, answer.text)
        return answer.body["results"]

    def pages(self, before_each=lambda number: None):
        """The names of all addresses of clients, asked for page by page."""
        found = []
        for number in range(2 * MANY // PAGE):
            before_each(number)
            rows = self.page(number * PAGE, "key")
            found += [key[len("M0"):] for key, in rows]
            if len(rows) < PAGE:
                break
        return [name for name in found if name.startswith(("held/", "new/"))]

    def test_pages_show_each_address_once_in_order(self):
        self.assertEqual(self.pages(), self.held)
        self.assertEqual(self.page(10 * MANY, "key"), [])

    def test_addresses_come_and_go_between_pages(self):
        # An offset counts rows: what has been shown must stay for the next page to join on.
        leaving = self.held[:MANY // 2 - 1:-7]
        gone, came = [], []

        def change(number):
            now, leaving[:30] = leaving[:30], []
            if number * PAGE > MANY // 2 or not now:
                return
            self.holder.detach(now)
            new = [f"new/{number}/{i}" for i in range(30)]
            self.holder.attach(new)
            gone.extend(now)
            came.extend(new)

        found = self.pages(change)
        self.assertGreater(len(gone), 100 // TIME_FACTOR)
        self.assertEqual([name for name in found if name not in set(gone)],
                         [name for name in self.held if name not in set(gone)] + came)
        self.assertEqual([name for name, times in Counter(found).items() if times > 1], [])

    def test_one_answer_holds_them_all_while_others_come_and_go(self):
        # Two columns: Proton decodes no more than 65,535 values of a message, and says nothing.
        names = ["key", "subscriberCount"]
        number = self.manager.send("QUERY", {"attributeNames": names}, entityType=ADDRESS)
        leaving = self.held[::200]
        self.holder.detach(leaving)
        self.holder.attach([f"new/{i}" for i in range(100)])
        answer = self.manager.answer_to(number)
        self.assertEqual(answer.status, 200, answer.text)
        shown = [(key[len("M0"):], count) for key, count in answer.body["results"]
                 if key.startswith("M0held/")]
        gone = set(leaving)
        self.assertEqual([row for row in shown if row[0] not in gone],
                         [(name, 1) for name in self.held if name not in gone])
        self.assertEqual(len(shown), len(dict(shown)))


if __name__ == "__main__":
    unittest.main()
