# SPDX-License-Identifier: Apache-2.0
"""A plain socket that speaks hand-written AMQP frames, for what Proton would never send."""
import select
import socket
import struct
from typing import Any, Dict, NamedTuple

from proton import Data, Described, symbol, uint, ulong

from .waiting import TIME_LIMIT

AMQP_HEADER = b"AMQP\x00\x01\x00\x00"
SASL_HEADER = b"AMQP\x03\x01\x00\x00"
TLS_HEADER = b"AMQP\x02\x01\x00\x00"

# Name and fields of each performative, in the order of the specification.
PERFORMATIVES: Dict[int, tuple] = {
    0x10: ("open", "container_id hostname max_frame_size channel_max idle_time_out "
                   "outgoing_locales incoming_locales offered_capabilities desired_capabilities "
                   "properties"),
    0x11: ("begin", "remote_channel next_outgoing_id incoming_window outgoing_window handle_max "
                    "offered_capabilities desired_capabilities properties"),
    0x12: ("attach", "name handle role snd_settle_mode rcv_settle_mode source target unsettled "
                     "incomplete_unsettled initial_delivery_count max_message_size "
                     "offered_capabilities desired_capabilities properties"),
    0x13: ("flow", "next_incoming_id incoming_window next_outgoing_id outgoing_window handle "
                   "delivery_count link_credit available drain echo properties"),
    0x14: ("transfer", "handle delivery_id delivery_tag message_format settled more "
                       "rcv_settle_mode state resume aborted batchable"),
    0x15: ("disposition", "role first last settled state batchable"),
    0x16: ("detach", "handle closed error"),
    0x17: ("end", "error"),
    0x18: ("close", "error"),
    0x40: ("sasl_mechanisms", "sasl_server_mechanisms"),
    0x41: ("sasl_init", "mechanism initial_response hostname"),
    0x44: ("sasl_outcome", "code additional_data"),
}
CODES = {name: code for code, (name, _) in PERFORMATIVES.items()}
# Fields that Python's plain numbers would encode with the wrong type.
UINTS = {"max_frame_size", "idle_time_out", "next_outgoing_id", "incoming_window",
         "outgoing_window", "handle_max", "handle", "initial_delivery_count", "next_incoming_id",
         "delivery_count", "link_credit", "available", "delivery_id", "message_format", "first",
         "last"}


class Frame(NamedTuple):
    """name: of the performative, or "empty". payload: what follows it."""
    channel: int
    name: str
    fields: Dict[str, Any]
    payload: bytes = b""

    def __getattr__(self, field):
        try:
            return self.fields[field]
        except KeyError:
            raise AttributeError(field) from None


def terminus(kind, address=None, **fields):
    """A source (kind 0x28) or target (0x29); other fields by their position: _2=..."""
    values = {0: address, **{int(name[1:]): value for name, value in fields.items()}}
    return Described(ulong(kind), [values.get(place) for place in range(max(values) + 1)])


def source(address=None, **fields):
    return terminus(0x28, address, **fields)


def target(address=None, **fields):
    return terminus(0x29, address, **fields)


def encode(value):
    data = Data()
    data.put_object(value)
    return data.encode()


def performative(name, /, **fields):
    """Encoded, with the types of the specification."""
    names = PERFORMATIVES[CODES[name]][1].split()
    unknown = set(fields) - set(names)
    if unknown:
        raise TypeError(f"{name} has no {unknown}")
    values = []
    for field in names[:1 + max((names.index(field) for field in fields), default=-1)]:
        value = fields.get(field)
        is_plain = isinstance(value, int) and type(value) is int  # noqa: E721
        values.append(uint(value) if is_plain and field in UINTS else value)
    return encode(Described(ulong(CODES[name]), values))


def frame_bytes(body, channel=0, kind=0):
    return struct.pack(">IBBH", 8 + len(body), 2, kind, channel) + body


def decode(channel, body):
    if not body:
        return Frame(channel, "empty", {})
    data = Data()
    size = data.decode(body)
    data.rewind()
    data.next()
    described = data.get_py_described()
    name, fields = PERFORMATIVES[described.descriptor]
    values = dict.fromkeys(fields.split())
    values.update(zip(values, described.value))
    return Frame(channel, name, values, body[size:])


class RawPeer:
    """Never waits longer than the harness's limit; b"" or None at the end of the stream."""

    def __init__(self, host=None, port=None, connected=None):
        self.socket = connected or socket.create_connection((host, port), TIME_LIMIT)
        self.socket.settimeout(TIME_LIMIT)
        self._input = b""

    @classmethod
    def accept(cls, server):
        """The next connection that a router makes to a listening socket of the test."""
        server.settimeout(TIME_LIMIT)
        return cls(connected=server.accept()[0])

    def close(self):
        self.socket.close()

    def write(self, data):
        self.socket.sendall(data)

    def read(self, size):
        """Exactly that many bytes; fewer only if the router closed its end."""
        while len(self._input) < size:
            try:
                piece = self.socket.recv(65536)
            except ConnectionResetError:
                piece = b""
            if not piece:
                break
            self._input += piece
        result, self._input = self._input[:size], self._input[size:]
        return result

    def read_to_end(self):
        """All that comes until the router closes its end."""
        result = b""
        while piece := self.read(1):
            result += piece
        return result

    def send(self, name, /, payload=b"", channel=0, **fields):
        kind = 1 if name.startswith("sasl_") else 0
        self.write(frame_bytes(performative(name, **fields) + payload, channel, kind))

    def receive(self):
        """The next frame, or None at the end of the stream."""
        head = self.read(8)
        if len(head) < 8:
            return None
        size, offset, _, channel = struct.unpack(">IBBH", head)
        return decode(channel, self.read(size - 8)[(offset - 2) * 4:])

    def expect(self, name):
        """The next frame of that name; others before it are skipped, the end is a failure."""
        while True:
            frame = self.receive()
            if frame is None:
                raise AssertionError(f"the router closed the socket before it sent {name}")
            if frame.name == name:
                return frame

    def pending(self):
        """Whether there is something to read now."""
        return bool(self._input or select.select([self.socket], [], [], 0)[0])

    def sasl_anonymous(self):
        """The whole SASL exchange; gives the mechanisms offered."""
        self.write(SASL_HEADER)
        if self.read(8) != SASL_HEADER:
            raise AssertionError("the router did not answer the SASL header")
        offered = self.expect("sasl_mechanisms").sasl_server_mechanisms
        self.send("sasl_init", mechanism=symbol("ANONYMOUS"))
        code = self.expect("sasl_outcome").code
        if code != 0:
            raise AssertionError(f"SASL outcome {code}")
        return offered

    def open(self, sasl=True, container_id="raw", **fields):
        """Headers, SASL and Open; gives the router's Open."""
        if sasl:
            self.sasl_anonymous()
        self.write(AMQP_HEADER)
        self.send("open", container_id=container_id, **fields)
        header = self.read(8)
        if header != AMQP_HEADER:
            raise AssertionError(f"the router answered the AMQP header with {header!r}")
        return self.expect("open")

    def begin(self, channel=0, **fields):
        """Gives the router's Begin."""
        self.send("begin", channel=channel, **{"next_outgoing_id": 0, "incoming_window": 2048,
                                               "outgoing_window": 2048, **fields})
        return self.expect("begin")

    def attach_sender(self, address, handle=0, name="raw-sender", **fields):
        """Gives the router's Attach."""
        self.send("attach", name=name, handle=handle, role=False, initial_delivery_count=0,
                  **{"source": source(), "target": target(address), **fields})
        return self.expect("attach")

    def attach_receiver(self, address, handle=0, name="raw-receiver", **fields):
        """Gives the router's Attach. Credit is given with send("flow", ...)."""
        self.send("attach", name=name, handle=handle, role=True,
                  **{"source": source(address), "target": target(), **fields})
        return self.expect("attach")
