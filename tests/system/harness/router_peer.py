# SPDX-License-Identifier: Apache-2.0
"""The other router of a connection, played by a test with hand-written frames.

It writes what older routers write, and keeps what the router under test says, with its types.
Nothing goes out by itself; only what comes in is answered while a test waits.
"""
import struct
import time
from collections import defaultdict
from typing import Any, NamedTuple

from proton import UNDESCRIBED, Array, Data, Described, int32, symbol, ubyte, uint, ulong, ushort

from .raw_peer import AMQP_HEADER, SASL_HEADER, Frame, RawPeer, decode, source, target
from .typed import typed
from .waiting import TIME_LIMIT, TimeIsUp

CONTROL = "qd.router"
DATA = "qd.router-data"
PRIORITIES = 10
LARGEST_WINDOW = 2147483647
CREDIT = 250
ACCEPTED = Described(ulong(0x24), [])


class Attached(NamedTuple):
    """A link that the router under test has attached, or answered. values: its typed fields."""
    frame: Frame
    values: Any

    @property
    def name(self):
        return self.frame.fields["name"]  # a frame's own name is that of the performative

    @property
    def place(self):
        return self.frame.channel, self.frame.handle


def symbols(*names):
    return Array(UNDESCRIBED, Data.SYMBOL, *[symbol(name) for name in names])


def with_capability(make, capability, address=None):
    """A source or target, with its capability as one bare symbol unless it is an array."""
    bare = symbol(capability) if isinstance(capability, str) else capability
    place = "_10" if make is source else "_6"
    return make(address, _1=uint(0), _2=symbol("link-detach"), _3=uint(0), _4=False,
                **{place: bare})


class RouterPeer:
    """streams: whether it takes links that are opened for one large message. window: how many
    transfers each of its sessions takes in all."""

    def __init__(self, raw, name="B", streams=True, window=LARGEST_WINDOW):
        self.raw = raw
        self.name = name
        self._streams = streams
        self._window = window
        self.opened = None          # the typed fields of the router's Open
        self.attached = []          # Attached, in order
        self.detached = []          # frames
        self.ended = False
        self.was_closed = False     # with a Close
        self.credit = defaultdict(int)      # left for us, by place: (channel, handle)
        self.messages = defaultdict(list)   # by place: octets
        self.settled = defaultdict(list)    # by channel: the router's dispositions
        self.delivery_tags = []
        self.transfers = defaultdict(int)   # by place: frames
        self._partial = defaultdict(bytes)
        self._sent = defaultdict(int)
        self._on_link = defaultdict(int)
        self._handles = defaultdict(int)
        self._begun = set()

    @classmethod
    def connect(cls, port, name="B", streams=True, window=LARGEST_WINDOW, **properties):
        peer = cls(RawPeer("127.0.0.1", port), name, streams, window)
        peer.raw.sasl_anonymous()
        peer.raw.write(AMQP_HEADER)
        peer._open(properties)
        peer._expect_header()
        return peer

    @classmethod
    def accept(cls, server, name="B", streams=True, window=LARGEST_WINDOW, **properties):
        peer = cls(RawPeer.accept(server), name, streams, window)
        if peer.raw.read(8) != SASL_HEADER:
            raise AssertionError("no SASL header")
        peer.raw.write(SASL_HEADER)
        peer.raw.send("sasl_mechanisms", sasl_server_mechanisms=symbols("ANONYMOUS"))
        peer.raw.expect("sasl_init")
        peer.raw.send("sasl_outcome", code=ubyte(0))
        peer._expect_header()
        peer.raw.write(AMQP_HEADER)
        peer._open(properties)
        return peer

    def close(self):
        self.raw.close()

    def _open(self, properties):
        capabilities = symbols("ANONYMOUS-RELAY", *["qd.streaming-links"] * self._streams)
        self.raw.send("open", container_id=self.name, max_frame_size=16384, idle_time_out=60000,
                      offered_capabilities=capabilities, desired_capabilities=capabilities,
                      properties={symbol("product"): "qpid-dispatch-router",
                                  symbol("version"): "1.19.0", symbol("qd.conn-id"): int32(1),
                                  **{symbol(name): value for name, value in properties.items()},
                                  symbol("qd.annotations-version"): int32(1)})

    def _expect_header(self):
        header = self.raw.read(8)
        if header != AMQP_HEADER:
            raise AssertionError(f"the router's AMQP header is {header!r}")

    # --- what comes in ----------------------------------------------------------------------------

    def until(self, condition, what):
        end = time.monotonic() + TIME_LIMIT
        while True:
            answer = condition()
            if answer:
                return answer
            if time.monotonic() > end:
                raise TimeIsUp(f"not within {TIME_LIMIT} s: {what}")
            if not self._take_frame():
                raise AssertionError(f"the connection ended before: {what}")

    def wait_end(self):
        while self._take_frame():
            pass

    def take(self, place, what="a message"):
        """The next message on that link."""
        self.until(lambda: self.messages[place], what)
        return self.messages[place].pop(0)

    def _take_frame(self):
        head = self.raw.read(8)
        if len(head) < 8:
            return False
        size, offset, _, channel = struct.unpack(">IBBH", head)
        body = self.raw.read(size - 8)[(offset - 2) * 4:]
        frame = decode(channel, body)
        handler = getattr(self, "_on_" + frame.name, None)
        if handler:
            handler(frame, body)
        return True

    def _on_open(self, _, body):
        self.opened = typed(body)[2][1]

    def _on_close(self, *_):
        self.was_closed = True

    def _on_begin(self, frame, _):
        if frame.remote_channel is None:
            self._begin(frame.channel, frame.channel)

    def _on_attach(self, frame, body):
        self.attached.append(Attached(frame, typed(body)[2][1]))

    def _on_detach(self, frame, _):
        self.detached.append(frame)

    def _on_flow(self, frame, _):
        if frame.handle is not None:
            place = frame.channel, frame.handle
            self.credit[place] = frame.delivery_count + frame.link_credit - self._on_link[place]
        if frame.echo:
            self.raw.send("flow", channel=frame.channel, next_incoming_id=0,
                          incoming_window=self._window, next_outgoing_id=0,
                          outgoing_window=LARGEST_WINDOW)

    def _on_transfer(self, frame, _):
        place = frame.channel, frame.handle
        self.transfers[place] += 1
        self._partial[place] += frame.payload
        if frame.delivery_id is not None and not frame.settled:
            self.delivery_tags.append((place, frame.delivery_id, frame.delivery_tag))
        if not frame.more:
            self.messages[place].append(self._partial.pop(place))

    def _on_disposition(self, frame, _):
        self.settled[frame.channel].append(frame)

    # --- what goes out ----------------------------------------------------------------------------

    def _begin(self, channel, remote=None):
        fields = {} if remote is None else {"remote_channel": ushort(remote)}
        self.raw.send("begin", channel=channel, next_outgoing_id=0,
                      incoming_window=self._window, outgoing_window=LARGEST_WINDOW, **fields)
        self._begun.add(channel)

    def attach(self, channel, sender, from_where, to_where, name=None):
        """Attaches a link; gives its handle."""
        if channel not in self._begun:
            self._begin(channel)
        handle = self._handles[channel]
        self._handles[channel] += 1
        self.raw.send("attach", channel=channel, name=name or f"qdlink.{channel}.{handle}",
                      handle=handle, role=not sender, snd_settle_mode=ubyte(2),
                      rcv_settle_mode=ubyte(0), source=from_where, target=to_where,
                      initial_delivery_count=0, max_message_size=ulong(0))
        if not sender:
            self.grant(channel, handle)
        return handle

    def attach_router_link(self, channel, sender, capability):
        return self.attach(channel, sender, with_capability(source, capability),
                           with_capability(target, capability))

    def attach_standing_links(self):
        """All 22, as the side that has connected."""
        for sender in (False, True):
            self.attach_router_link(0, sender, CONTROL)
        for priority in range(PRIORITIES):
            for sender in (False, True):
                self.attach_router_link(1 + priority, sender, DATA)

    def answer(self, attached, credit=CREDIT, dynamic=None):
        """Answers a link that the router has attached, with the same handle.

        dynamic: the address of its source, if it wants one.
        """
        frame = attached.frame
        from_where = source(dynamic, _4=True) if dynamic else frame.source
        self.raw.send("attach", channel=frame.channel, name=attached.name, handle=frame.handle,
                      role=not frame.role, snd_settle_mode=ubyte(2), rcv_settle_mode=ubyte(0),
                      source=from_where, target=frame.target, initial_delivery_count=0,
                      max_message_size=ulong(0))
        if not frame.role and credit:
            self.grant(frame.channel, frame.handle, credit)

    def grant(self, channel, handle, credit=CREDIT):
        self.raw.send("flow", channel=channel, next_incoming_id=0,
                      incoming_window=self._window, next_outgoing_id=0,
                      outgoing_window=LARGEST_WINDOW, handle=handle, delivery_count=0,
                      link_credit=credit)

    def send(self, place, octets, settled=True, more=False):
        """One transfer; gives its delivery id."""
        channel, handle = place
        number = self._sent[channel]
        self._sent[channel] += 1
        self._on_link[place] += 1
        self.credit[place] -= 1
        self.raw.send("transfer", octets, channel=channel, handle=handle, delivery_id=number,
                      delivery_tag=struct.pack(">Q", number), message_format=0, settled=settled,
                      more=more)
        return number

    def accept_all(self, channel):
        self.raw.send("disposition", channel=channel, role=True, first=0,
                      last=max(n for (c, _), n, _ in self.delivery_tags if c == channel),
                      settled=True, state=ACCEPTED)

